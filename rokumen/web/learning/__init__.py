"""What the page Learn shows: the beginner's course, and the cases of LBL."""
