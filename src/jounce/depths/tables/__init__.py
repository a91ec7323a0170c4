"""Tables in place of links: poses of a corner over travel and rack."""
