"""The pages as a site: what `make docs` adds to docs/*.md."""
