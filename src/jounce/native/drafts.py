"""Kernels at once, better ones soon: compiled without optimisation now, and as they should be in the background.

A kernel's entry in the cache then has two companions until the better code is there: the draft, and the IR. A later
process that finds these goes on from there. As a program this module is the process in the background.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, Thread

from jounce.native.cache import Cache
from jounce.native.engine import load_object, object_from_ir
from jounce.native.kernel import Compiler, Kernel
from jounce.native.program import Program

AT_ONCE = "JOUNCE_OPTIMISED"  # environment: if set, everything waits for optimised code
DRAFT = 0  # level of LLVM's back end
LOOK, GRACE = 0.2, 9.0  # s: between two looks for the parent, and from its end to that of the background
NICENESS = 10


def wants_drafts(cache: Cache) -> bool:
    """Whether to begin with drafts: nobody has asked to wait, and there is a cache for what comes after them."""
    return not os.environ.get(AT_ONCE) and bool(sys.executable) and cache.usable()


@contextmanager
def optimised_code() -> Iterator[None]:
    """Here, and in processes started from here, code is optimised before it runs: who measures time wants that."""
    before = os.environ.get(AT_ONCE)
    os.environ[AT_ONCE] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[AT_ONCE]
        else:
            os.environ[AT_ONCE] = before


class Drafter(Compiler):
    """Compiles without optimisation, and leaves in the cache what is needed to do better."""

    def compile(self, program: Program, opt: int, contract: bool = False) -> tuple[str, bytes]:
        """The key of the optimised object, and the bytes of that or of a draft."""
        if opt == DRAFT:
            return super().compile(program, opt, contract)
        key, ir = self.key_of(program, opt, contract)
        data = self.cache.get(key)
        if data is None:
            self.cache.put(_ir_key(key), f"{opt}\n{ir}".encode())
            data = self.cache.get_or_make(_draft_key(key), lambda: self.make(ir, DRAFT))
        return key, data


class ImprovingKernels(Mapping[str, Kernel]):
    """Drafts of kernels, and the better ones as soon as the background has made them.

    Both compute the same bits in the same memory, so that they may change places between two calls. Threads share it.
    """

    def __init__(self, objects: Mapping[str, bytes], keys: Mapping[str, str], cache: Cache):
        self._kernels = {name: Kernel.of(load_object(data)) for name, data in objects.items()}
        self._keys, self._cache = keys, cache
        self._drafts: dict[str, Kernel] = {}  # kept: a run may still use their addresses
        self._lock = Lock()
        self._maker: Maker | None = Maker(cache, list(keys.values()))

    def __getitem__(self, name: str) -> Kernel:
        if self._maker is not None and self._maker.has_ended:
            self._improve()
        return self._kernels[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)

    @property
    def are_drafts(self) -> bool:
        return self._maker is not None

    def _improve(self) -> None:
        """Take what is there; a maker that was stopped leaves drafts for the next process."""
        with self._lock:
            if self._maker is None:
                return
            found = {name: data for name, key in self._keys.items() if (data := self._cache.get(key)) is not None}
            if len(found) == len(self._keys):
                self._drafts = self._kernels
                self._kernels = {name: Kernel.of(load_object(data)) for name, data in found.items()}
                self._maker = None


class Maker:
    """A process that optimises kernels. It is reaped as soon as it ends, and ends soon after its parent."""

    def __init__(self, cache: Cache, keys: list[str]):
        self.has_ended = False
        root = str(Path(__file__).parents[2])
        path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH", ""))))
        # -P: nothing in the folder where the user works is taken for a module
        command = [sys.executable, "-P", "-m", __name__, str(cache.folder.absolute()), str(os.getpid())]
        try:
            self.process = subprocess.Popen(
                [*command, *keys],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=os.environ | {"PYTHONPATH": path},
                start_new_session=True,  # Ctrl-C is for the command, not for us
            )
        except OSError:  # no more processes: drafts it is
            return
        Thread(target=self._wait, daemon=True).start()

    def _wait(self) -> None:
        self.process.wait()
        self.has_ended = True


def find_object_or_draft(cache: Cache, key: str, drafts: bool) -> bytes | None:
    """The optimised object, or else a draft where these will do."""
    data = cache.get(key)
    return cache.get(_draft_key(key)) if data is None and drafts else data


def _ir_key(key: str) -> str:
    return f"IR of {key}"


def _draft_key(key: str) -> str:
    return f"draft of {key}"


# --- in the background -------------------------------------------------------------------------------------


def improve_draft(cache: Cache, key: str, writing: Lock) -> None:
    """Make the optimised object of a kernel from the IR that was left for it, unless another process has done it."""
    with cache.lock(key):
        left = cache.get(_ir_key(key))
        if left is None or cache.get(key) is not None:
            return
        opt, _, ir = left.decode().partition("\n")
        data = object_from_ir(ir, int(opt))
        with writing:
            if cache.folder.is_dir():  # else it was a temporary one, and nobody wants it back
                cache.put(key, data)
                cache.remove(_ir_key(key))
                cache.remove(_draft_key(key))


def improve_drafts(folder: str, parent: str, *keys: str) -> None:
    """Optimise the kernels of these keys, as long as the parent lives and a few seconds longer."""
    os.nice(NICENESS)
    writing = Lock()
    Thread(target=_end_after, args=(int(parent), writing), daemon=True).start()
    for key in keys:
        improve_draft(Cache(folder), key, writing)


def _end_after(parent: int, writing: Lock) -> None:
    """End this process soon after its parent, but not in the middle of an entry."""
    while os.getppid() == parent:
        time.sleep(LOOK)
    time.sleep(GRACE)
    writing.acquire()
    os._exit(1)


if __name__ == "__main__":
    improve_drafts(*sys.argv[1:])
