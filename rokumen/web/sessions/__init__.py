"""WebSocket sessions of the pages: a scan, photographs, the measuring of colours."""
