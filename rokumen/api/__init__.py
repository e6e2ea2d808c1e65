"""The public Python API, in parts; users import its names from `rokumen`."""
