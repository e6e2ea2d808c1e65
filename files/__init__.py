"""Files: read with limits, as TOML or JSON, and tables of arrays in the cache."""
