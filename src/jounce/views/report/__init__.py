"""The report of a run, to print or to mail."""
