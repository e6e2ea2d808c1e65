"""What smart cubes send and are sent: a protocol in each file, as functions of bytes."""
