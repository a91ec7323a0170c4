"""Use a file of one's own parts: it is run once, and its words are known. Only this loads code, never a model file."""

from __future__ import annotations

import os
import sys
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import CodeType

from jounce.arguments import check_arguments
from jounce.errors import JounceError, ModelError, Problem, did_you_mean, shown_in_message
from jounce.input_files import LONGEST_NAME, OWN_CODE, note_input_files, read_input_file
from jounce.own_parts.mistakes import own_mistake
from jounce.own_parts.register import REGISTERED, Registration, forget_registration

GROUP = "jounce.parts"  # of entry points
HOW = '@jounce.register("my_word") above a class makes it known'


@check_arguments
def use(parts: str | Path) -> tuple[Registration, ...]:
    """Run a Python file, `my_parts.py`, or an entry point of the group `jounce.parts`; what it has registered.

    A file that was used before is run again, and what it says now counts.
    """
    path = Path(parts)
    if len(os.fsencode(path.name)) > LONGEST_NAME:
        what = f"there is no file {shown_in_message(str(parts))}"
        raise ModelError("use", [Problem("file", what, "the path of a .py file")])
    if path.suffix != ".py" and not path.exists():
        return _use_entry_point(str(parts))
    if not path.is_file():
        raise ModelError(str(parts), [Problem("file", "there is no such file", "the path of a .py file")])
    file = str(path.resolve())
    for sort, word in [key for key, known in REGISTERED.items() if known.file == file]:
        forget_registration(sort, word)
    try:
        return _registered_by(lambda: _run_file(file), file)
    except JounceError:
        sys.modules.pop(_module_of(file), None)  # a file that is refused is not in use, here or by other processes
        raise


class _Loader(SourceFileLoader):
    """Runs the source as it is read, never byte code of an older one."""

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(read_input_file(Path(self.path)), self.path)


def _module_of(file: str) -> str:
    return f"jounce_own_parts_{sha256(file.encode()).hexdigest()[:12]}"


def _run_file(file: str) -> None:
    """As a module of its own, which may import files beside it."""
    name = _module_of(file)
    spec = spec_from_file_location(name, file, loader=_Loader(name, file))
    assert spec is not None and spec.loader is not None  # for a .py file there is one
    module = module_from_spec(spec)
    before = set(sys.modules)
    sys.modules[name] = module  # annotations of its classes are looked up there
    sys.path.insert(0, str(Path(file).parent))
    try:
        with note_input_files() as read:
            spec.loader.exec_module(module)
            _read_modules_beside(Path(file), set(sys.modules) - before)
        OWN_CODE[name] = {**OWN_CODE.get(name, {}), **read}  # modules beside it are imported once
    except BaseException:
        del sys.modules[name]
        raise
    finally:
        sys.path.remove(str(Path(file).parent))


def _read_modules_beside(file: Path, names: set[str]) -> None:
    """Reads the files of the modules that a file has imported from its own folder."""
    for place in sorted({Path(str(getattr(sys.modules[name], "__file__", None) or "")) for name in names} - {file}):
        if place.is_relative_to(file.parent) and "site-packages" not in place.parts and place.is_file():
            read_input_file(place)


def _registered_by(run: object, source: str) -> tuple[Registration, ...]:
    """Tells what a file or an entry point registers; nothing of it where it fails."""
    before = dict(REGISTERED)
    try:
        run()  # type: ignore[operator]
    except BaseException as error:
        for key in [key for key in REGISTERED if key not in before]:
            forget_registration(*key)
        if isinstance(error, JounceError | KeyboardInterrupt):
            raise
        raise own_mistake(error, source, "the file of own parts") from error
    found = tuple(known for key, known in REGISTERED.items() if before.get(key) is not known)
    if not found:
        raise ModelError(source, [Problem("file", "registers nothing", HOW)])
    return found


def _use_entry_point(name: str) -> tuple[Registration, ...]:
    known = {point.name: point for point in entry_points(group=GROUP)}
    if name not in known:
        what = f"there is no file and no entry point of {GROUP} '{name}'.{did_you_mean(name, known)}"
        help = f"a .py file, or one of: {', '.join(known) or 'none are installed'}"
        raise ModelError(name, [Problem("--use", what, help)])
    if known[name].module in sys.modules:
        return tuple(r for r in REGISTERED.values() if r.kind.__module__ == known[name].module)

    def run() -> None:
        loaded = known[name].load()
        if callable(loaded):
            loaded()

    return _registered_by(run, f"{GROUP}: {name}")
