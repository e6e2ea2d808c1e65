"""The methods of the five documents from which rokumen grew, a folder for each: see README.md."""
