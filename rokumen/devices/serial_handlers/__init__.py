"""rokumen's own pySerial URL handlers, one module for each scheme."""
