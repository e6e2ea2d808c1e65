"""Planning the motion that makes turns or shows all faces."""
