"""The commands, a file each; every module's `command` is what `rokumen NAME` runs."""
