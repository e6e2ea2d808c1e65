"""How far the confidence of `rokumen faces` can be relied on."""
