"""Many cars of one structure at once: each in its own lane of the machine code, with its own numbers."""
