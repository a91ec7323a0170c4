"""Files of bodies that bend: our own, and those that programs of finite elements write."""
