"""What a result looks like: outline, poses of its bodies, and both as a file holds them."""
