"""Modules of the package as a page: each with what the first sentence of its source says about it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
PACKAGE = SOURCE / "jounce"
# lowest first, as in CONTRIBUTING.md: a package imports only from those before it
ORDER = (
    *("errors", "outdated", "public_names", "old_names", "workers", "arguments", "input_files"),
    *("graph", "units", "native", "progress", "results", "spatial", "elastic", "parts", "model"),
    *("mechanism", "equations", "simulation", "export", "depths", "studies", "own_parts", "jobs", "views", "cli"),
)
APART = ("jounce_papers", "jounce_benchmarks")  # packages of their own, which use jounce as its users do


def tables_of_code() -> str:
    """Every folder with a table of its modules."""
    lines = ["| module | what lives there |", "|---|---|"]
    lines += [row(PACKAGE / f"{name}.py") for name in ORDER if (PACKAGE / f"{name}.py").exists()]
    lines.append("")
    for folder in folders():
        lines += [f"## {folder.relative_to(SOURCE).as_posix().removeprefix('jounce/')}", ""]
        lines += [said_of(folder / "__init__.py"), "", "| module | what lives there |", "|---|---|"]
        lines += [row(file) for file in sorted(folder.glob("*.py")) if file.name != "__init__.py"]
        lines.append("")
    return "\n".join(lines)


def folders() -> Iterator[Path]:
    """Packages in the order of their imports, each followed by its own folders."""
    for name in ORDER:
        if (PACKAGE / name).is_dir():
            yield from sorted(file.parent for file in (PACKAGE / name).rglob("__init__.py"))
    for name in APART:
        yield from sorted(file.parent for file in (SOURCE / name).rglob("__init__.py"))


def row(file: Path) -> str:
    return f"| `{file.name}` | {said_of(file)} |"


def said_of(file: Path) -> str:
    """The first paragraph of a module's docstring, on one line."""
    text = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
    return text.split("\n\n")[0].replace("\n", " ").replace("|", "\\|")
