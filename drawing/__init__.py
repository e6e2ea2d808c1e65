"""What every drawing is made of: shapes on a page, the colours of a cube, files of pictures."""
