"""What is stored between runs: runs, history, profiles, settings, unfinished scans."""
