"""How soon a car is fast, how fast it goes, and how soon it stands: studies of performance."""
