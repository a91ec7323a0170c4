"""The commands of `jounce`, one file each."""
