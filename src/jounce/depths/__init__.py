"""One car at several depths: simpler cars derived from richer ones, by computing what they need."""
