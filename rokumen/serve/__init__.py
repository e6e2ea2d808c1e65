"""The page: a web application for one person's browser."""
