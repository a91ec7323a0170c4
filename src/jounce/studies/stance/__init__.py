"""How a car stands: off its design position or on it, and the adjusters that put it there."""
