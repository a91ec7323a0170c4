"""What type checkers know of parts."""
