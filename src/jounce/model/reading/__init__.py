"""Files to records: TOML documents, places of values in them, units and axes as the file writes them."""
