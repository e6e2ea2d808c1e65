"""What a person sees in the terminal: the cube's net, the job's progress, its summary."""
