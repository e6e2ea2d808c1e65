"""Who may use the pages, and how much at once."""
