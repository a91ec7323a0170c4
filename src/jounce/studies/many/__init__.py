"""Many variants of a car put through one study: designs, what runs them, and the table that comes out."""
