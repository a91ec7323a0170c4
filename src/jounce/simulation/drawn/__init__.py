"""What a run looks like, from its model: the outline, poses of bodies by a kernel, instant centres."""
