"""Programs as source code of other languages: the same operations in the same order as the machine code."""
