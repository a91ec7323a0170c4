"""Compare runs: what differs in how they were made, their metrics side by side, how far their curves are apart."""
