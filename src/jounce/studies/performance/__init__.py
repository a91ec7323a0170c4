"""How soon a car is fast, and how soon it stands."""
