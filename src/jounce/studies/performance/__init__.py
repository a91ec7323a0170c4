"""How fast a car gets away, and how fast it goes: studies of performance."""
