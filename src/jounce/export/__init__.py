"""Models as files for other programs: equations to read, and their source code with everything it needs."""

from jounce.export.write_equations import write_equations, written_equations

__all__ = ["write_equations", "written_equations"]
