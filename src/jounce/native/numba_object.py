"""A numba function as object bytes in the cache, so that a warm start never imports numba.

The function takes one address and returns one integer, unless it says otherwise. It must not allocate, raise or
call Python; what is left of numba's error paths then never runs and ends in a trap, and the object stands alone.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from jounce.errors import SetupError
from jounce.native.cache import Cache
from jounce.native.engine import Loaded, cpu_key, load_object, object_from_ir
from jounce.native.making import announce_making

ENTRY = "entry"  # the function's name inside its object
SIGNATURE = "int64(int64)"

# numba's way to report an exception and to free an array. Neither happens in these functions.
_NEVER_REACHED = re.compile(
    r"Py|numba_(gil_|unpickle$|do_raise$|runtime_build_excinfo_struct$)|NRT_(Free|MemInfo_call_dtor)$"
)
_IN_LIBC = {"memcpy", "memset", "memmove", "pow", "sqrt"}


def load_function(function: str, sources: Iterable[Path], cache: Cache, signature: str = SIGNATURE) -> Loaded:
    """Machine code of "package.module:name", from the cache or compiled now; ask it for `ENTRY`.

    `sources` are the files whose text decides the code; they make the key, together with this package's
    part in it and the versions.
    """
    key = _key(f"{function} {signature}", sources)
    data = cache.get(key)
    if data is None:
        with cache.lock(key):
            data = cache.get(key)  # another process may have made it while we waited
            if data is None:
                with announce_making(function):
                    data = compile_function(function, signature)
                cache.put(key, data)
    return load_object(data)


def compile_function(function: str, signature: str = SIGNATURE) -> bytes:
    """Compile "package.module:name" by numba to position-independent object bytes."""
    import llvmlite.binding as llvm
    from numba import cfunc

    module_name, _, name = function.partition(":")
    python_function = getattr(import_module(module_name), name)
    compiled = cfunc(signature, nogil=True, error_model="numpy")(python_function)
    module = llvm.parse_assembly(compiled.inspect_llvm())
    module.get_function(compiled.native_name).name = ENTRY
    return object_from_ir(_standing_alone(str(module), function), opt=2)


def _standing_alone(ir_text: str, function: str) -> str:
    """Give numba's error functions a body that traps; refuse any other function from outside."""

    def define(declaration: re.Match[str]) -> str:
        kind, name, arguments = declaration.groups()
        if name.startswith("llvm.") or name in _IN_LIBC:
            return declaration.group()
        if not _NEVER_REACHED.match(name):
            raise ValueError(f"{function} needs '{name}': it must not allocate, raise or call Python")
        return f"define internal {kind} @{name}({arguments}) {{\n  call void @llvm.trap()\n  unreachable\n}}"

    text = re.sub(r'(?m)^declare (.*?) ?@"?([\w.]+)"?\((.*?)\).*$', define, ir_text)
    text = re.sub(r"(?m)^(@PyExc_\w+) = external global i8", r"\1 = internal global i8 0", text)
    trap = "declare void @llvm.trap()"
    return text if trap in text else f"{text}\n{trap}\n"


def _key(function: str, sources: Iterable[Path]) -> str:
    digest = sha256()
    own = [Path(__file__).with_name(name) for name in ("engine.py", "numba_object.py", "pointers.py")]
    for path in sorted([*own, *sources]):
        digest.update(path.read_bytes())
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return f"{function} {digest.hexdigest()} numba {_numba_version()} Python {python} {cpu_key()}"


def _numba_version() -> str:
    """Read from its file: asking the package index of the environment takes longer than loading our code."""
    spec = find_spec("numba")
    if spec is None or spec.origin is None:
        raise SetupError("numba is not installed: pip install numba")
    return sha256((Path(spec.origin).with_name("_version.py")).read_bytes()).hexdigest()
