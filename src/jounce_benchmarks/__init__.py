"""Compare with peers in one run; a peer that is missing is named and its ratio left out."""
