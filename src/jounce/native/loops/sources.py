"""Which files decide the machine code of a Python function: its own, and all of jounce that these import."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

PACKAGE = Path(__file__).parents[2]  # of jounce
MAKER = "jounce.native.loops.numba_ir"  # decides the IR as much as the function does

# imports of modules stand at the beginning of a line, with brackets where they are long
_IMPORT = re.compile(r"^from (jounce[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE)


def fingerprint_sources(function: str, signature: str) -> str:
    """A hash of the text of every file that decides the code of "package.module:name"."""
    digest = sha256(f"{function} {signature}".encode())
    for _, path in sorted(find_sources(function.partition(":")[0], MAKER)):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def find_sources(*modules: str) -> set[tuple[str, Path]]:
    """The modules, those that they import at their top, and so on. A package counts where a name comes from itself."""
    found: set[tuple[str, Path]] = set()
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        path = _file_of(module)
        if (module, path) not in found:
            found.add((module, path))
            waiting += _imported(path.read_text("utf-8"))
    return found


def _imported(text: str) -> Iterator[str]:
    for package, names in _IMPORT.findall(text):
        if _inside(package).with_suffix(".py").is_file():
            yield package
            continue
        for name in re.findall(r"\w+", re.sub(r"#.*", "", names)):
            is_module = _inside(f"{package}.{name}").with_suffix(".py").is_file()
            yield f"{package}.{name}" if is_module else f"{package}.__init__"


def _file_of(module: str) -> Path:
    path = _inside(module).with_suffix(".py")
    if module.startswith("jounce.") and path.is_file():
        return path
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise ValueError(f"machine code needs '{module}', which is no module of one file")
    return Path(spec.origin)


def _inside(module: str) -> Path:
    return PACKAGE.joinpath(*module.split(".")[1:])
