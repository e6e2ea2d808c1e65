"""What every benchmark shares: records, options, progress, tables, files of kept records."""
