"""From sticker colours to the most probable legal cube."""
