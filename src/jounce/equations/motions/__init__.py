"""Write how bodies move on what carries them: a joint, tables, or the shapes of a body that bends; and its inertia."""
