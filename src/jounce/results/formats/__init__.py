"""Write results as other programs read them, and read them back: one file for each format."""
