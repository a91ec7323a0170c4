"""LLVM IR that is installed with jounce: one file for each function, a line that says of what it was made, then the
text, compressed.
"""

from __future__ import annotations

import json
import lzma
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

FOLDER = Path(__file__).with_name("ir")
ENDING = ".ll.xz"
# systems whose rules for calls and for data in memory are those of the IR, as far as these functions use them
SYSTEMS = (("x86_64", "linux"), ("aarch64", "linux"))


@dataclass(frozen=True, slots=True)
class Origin:
    """What IR was made of."""

    function: str  # package.module:name
    signature: str
    sources: str  # hash of every file that decides it
    numba: str  # versions that made it; another one makes IR that is as good
    llvm: str


@dataclass(frozen=True, slots=True)
class Shipped:
    """A file of IR."""

    origin: Origin
    packed: bytes

    @property
    def key(self) -> str:
        return sha256(self.packed).hexdigest()

    def text(self) -> str:
        return lzma.decompress(self.packed).decode()


def shipped_ir_fits(triple: str) -> bool:
    """Whether shipped IR becomes right code for this kind of computer."""
    return any(triple.startswith(processor) and system in triple for processor, system in SYSTEMS)


def shipped_path(function: str, folder: Path = FOLDER) -> Path:
    module, _, name = function.partition(":")
    return folder / f"{module.removeprefix('jounce.')}.{name}{ENDING}"


def read_shipped(function: str, folder: Path = FOLDER) -> Shipped | None:
    """What is shipped for a function, whatever it was made of."""
    try:
        origin, _, packed = shipped_path(function, folder).read_bytes().partition(b"\n")
    except OSError:
        return None
    return Shipped(Origin(**json.loads(origin)), packed)


def write_shipped(origin: Origin, ir_text: str, folder: Path = FOLDER) -> Path:
    """The same bytes for the same text, so that a file changes only where its IR does."""
    folder.mkdir(exist_ok=True)
    path = shipped_path(origin.function, folder)
    packed = lzma.compress(ir_text.encode(), preset=9 | lzma.PRESET_EXTREME)
    path.write_bytes(json.dumps(asdict(origin)).encode() + b"\n" + packed)
    return path
