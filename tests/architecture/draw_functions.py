"""Draw functions whose home a newcomer guesses from their names: do names lead to files?

    python tests/architecture/draw_functions.py 7            # 40 names
    python tests/architecture/draw_functions.py 7 --answers  # and where each of them lives

Write a package and a file beside every name, with nothing but the map of the code
(docs/reference/code_map.md) at hand; then look at the answers. Names that several files define (`loads` of every force,
`limits` of every part) are answers to one question and have many homes: they are not drawn.
"""

from __future__ import annotations

import argparse
import ast
import random
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "jounce"
COUNT = 40  # names of a draw; 32 packages and 16 files are wanted with CONTRIBUTING.md alone, 38 and 36 with the map


def functions_of(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Name and full name of public functions, and of public methods of public classes."""
    for thing in tree.body:
        if isinstance(thing, ast.FunctionDef):
            yield thing.name, thing.name
        if isinstance(thing, ast.ClassDef) and not thing.name.startswith("_"):
            for inner in thing.body:
                if isinstance(inner, ast.FunctionDef):
                    yield inner.name, f"{thing.name}.{inner.name}"


def homes() -> dict[str, str]:
    """Full name of every function that can be drawn -> its file."""
    files: dict[str, set[str]] = {}
    full: dict[str, str] = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        where = file.relative_to(PACKAGE).as_posix()
        for name, whole in functions_of(ast.parse(file.read_text("utf-8"))):
            if not name.startswith("_"):
                files.setdefault(name, set()).add(where)
                full[whole] = where
    return {whole: where for whole, where in full.items() if len(files[whole.split(".")[-1]]) == 1}


def draw(seed: int) -> list[tuple[str, str]]:
    """Some functions with their files, the same for the same seed."""
    return random.Random(seed).sample(sorted(homes().items()), COUNT)


if __name__ == "__main__":
    words = argparse.ArgumentParser(description="Draw functions whose home is to be guessed.")
    words.add_argument("seed", type=int)
    words.add_argument("--answers", action="store_true", help="also print package and file")
    chosen = words.parse_args()
    for number, (name, file) in enumerate(draw(chosen.seed), 1):
        answer = f"{file.split('/')[0].removesuffix('.py'):<12} {file}"
        print(f"{number:2} {name:<45}{answer if chosen.answers else ''}".rstrip())
