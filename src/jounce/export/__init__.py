"""Models as files for other programs: equations to read, and their source code with everything it needs."""
