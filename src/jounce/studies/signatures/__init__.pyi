"""What type checkers know of studies and of the verbs that take them."""
