"""Write a program as Python source that needs NumPy alone: slow for one state, fast for thousands at once.

The last axis of every array is the one that kernels know; axes before it are a batch, of states, of parameter sets or
of both. The numbers are those of the engine to the last bit: a fused product and sum is worked out exactly in several
steps, see `native.fusion`.
"""

from __future__ import annotations

from inspect import getsource
from math import inf, isnan
from typing import Any

from jounce.graph import Expression
from jounce.native import fusion
from jounce.native.fusion import Fused
from jounce.native.program import Place, Program
from jounce.native.source_code.piece_source import PieceSource, Shape, Shifts

CALLS = {
    "sqrt": "np.sqrt",
    "abs": "np.abs",
    "round": "np.rint",
    "power_of_two": "_power_of_two",
    "exponent": "_exponent",
    "mantissa": "_mantissa",
}
ARGUMENTS = "state, inputs, modes, values, tables, road, out, work"


def write_numpy_kernel(program: Program, name: str) -> str:
    """Two functions, NAME_setup and NAME_run, and those that they call; behind the text of `numpy_support`."""
    lines: list[str] = []
    for group, pieces in (("setup", program.setup), ("run", program.run)):
        for k, piece in enumerate(pieces):
            body = _NumpyPiece(piece).statements() or ["pass"]
            lines += [f"def _{name}_{group}_{k}({ARGUMENTS}):", *(f"    {line}" for line in body), "", ""]
        calls = [f"_{name}_{group}_{k}({ARGUMENTS})" for k in range(len(pieces))] or ["pass"]
        lines += [f"def {name}_{group}({ARGUMENTS}):"]
        lines += ['    with np.errstate(all="ignore"):  # both sides of a choice run, also the one that is not taken']
        lines += [f"        {call}" for call in calls]
        lines += ["", ""]
    return "\n".join(lines)


def numpy_number(value: float) -> str:
    """A literal that is read back to the same bits."""
    if isnan(value):
        return "np.nan"
    if value in (inf, -inf):
        return "np.inf" if value > 0 else "(-np.inf)"
    text = repr(float(value))
    return f"({text})" if text.startswith("-") else text


class _NumpyPiece(PieceSource):
    """A function of all lanes at once."""

    calls = CALLS

    def number(self, value: float) -> str:
        return numpy_number(value)

    def assign(self, right: str) -> str:
        name = self.name()
        self.text.append(f"{name} = {right}")
        return name

    def _index(self, place: Place) -> str:
        offsets, first = place.offsets, place.offsets[0]
        if offsets == tuple(range(first, first + self.lanes)):
            return f"{place.array}[..., {first}:{first + self.lanes}]"
        return f"{place.array}[..., {list(offsets)}]"

    def load(self, place: Place) -> str:
        return self._index(place)

    def store(self, place: Place, value: str) -> list[str]:
        return [f"{self._index(place)} = {value}"]

    def operation(self, node: Expression, args: list[str]) -> str:
        if all(arg.op == "const" for arg in node.args):  # numbers of Python would refuse 1.0 / 0.0
            args = [f"np.float64({arg})" for arg in args]
        return super().operation(node, args)

    def choose(self, condition: str, yes: str, no: str) -> str:
        return f"np.where({condition}, {yes}, {no})"

    def fused(self, whole: Fused) -> str:
        a, b, c = (self.of(arg) for arg in whole[:3])
        return f"fused_multiply_add({'-' * (whole.sign < 0)}{a}, {b}, {'-' * (whole.addend_sign < 0)}{c})"

    def _base(self, base: int, shifts: Shifts) -> str:
        return f"{base} + np.array({list(shifts)})" if any(shifts) else str(base)

    def locate(self, base: int, knots: int, shifts: Shifts, x: str) -> tuple[str, str]:
        piece, distance = self.name("p"), self.name()
        self.text.append(f"{piece}, {distance} = _table_piece(tables, {self._base(base, shifts)}, {knots}, {x})")
        return piece, distance

    def curve(self, start: int, shifts: Shifts, shape: Shape, piece: str, dx: str, order: int) -> str:
        degree, beside = shape
        own = f"{self._base(start, shifts)} + {(degree + 1) * beside} * {piece}"
        return f"_table_curve(tables, {own}, {beside}, {degree}, {dx}, {order})"

    def surface(
        self, start: int, shifts: Shifts, shape: Shape, patch: str, at: tuple[str, str], order: tuple[int, int]
    ) -> str:
        degree, beside = shape
        own = f"{self._base(start, shifts)} + {(degree + 1) ** 2 * beside} * {patch}"
        return f"_table_surface(tables, {own}, {beside}, {degree}, {at[0]}, {at[1]}, {order[0]}, {order[1]})"

    def call_road(self, args: list[str]) -> str:
        if self.piece.cars > 1:
            raise ValueError("a batch of cars is an axis of the arrays here, and not lanes of a widened program")
        name = self.name("road")
        self.text.append(f"{name} = road({', '.join(args)})")
        return name

    def road_component(self, answer: str, component: int) -> str:
        return f"{answer}[{component}]"


def numpy_support() -> str:
    """Tells what kernels call."""
    exact: list[Any] = [fusion.fused_multiply_add, fusion._product, fusion._split, fusion._sum, fusion._odd_sum]
    texts = [getsource(function).replace(": np.ndarray", "").strip() for function in exact]
    for kind in (" -> np.ndarray", " -> tuple[np.ndarray, np.ndarray]"):
        texts = [text.replace(kind, "") for text in texts]
    return "\n\n\n".join([*texts, SUPPORT.strip()]) + "\n"


SUPPORT = '''
def _table_piece(tables, base, count, x):
    """Number of knots that are not above x, and the distance of x from the origin of that piece."""
    x, base = np.broadcast_arrays(x, base)
    low, high = np.zeros(x.shape, np.int64), np.full(x.shape, count)
    for _ in range(count.bit_length()):
        middle = (low + high) // 2
        inside = (low < high) & (tables[base + np.minimum(middle, count - 1)] <= x)
        low, high = np.where(inside, middle + 1, low), np.where(inside, high, middle)
    return low, x - tables[base + count + low]


def _polynomial(coefficients, x, order):
    """A derivative of a polynomial, from its highest coefficient down."""
    terms = [c * float(perm(k, order)) for k, c in enumerate(coefficients)][order:]
    if not terms:
        return np.zeros_like(x)
    total = terms.pop()
    while terms:
        total = total * x + terms.pop()
    return total


def _table_curve(tables, first, beside, degree, x, order):
    return _polynomial([tables[first + k * beside] for k in range(degree + 1)], x, order)


def _table_surface(tables, first, beside, degree, x, y, order_x, order_y):
    width = degree + 1
    patch = [[tables[first + (i * width + j) * beside] for i in range(width)] for j in range(width)]
    return _polynomial([_polynomial(along, x, order_x) for along in patch], y, order_y)


def _power_of_two(k):
    """2 to the power of a whole number: k + 1023 in the bits of the exponent."""
    bits = np.ascontiguousarray(k + 6755399441055744.0).view(np.int64)
    return ((bits + 1023) << 52).view(float)


def _exponent(x):
    """e of x = m 2^e with m in [0.5, 1)."""
    bits = np.ascontiguousarray(x, float).view(np.uint64) >> np.uint64(52)
    return (bits | np.uint64(0x4330000000000000)).view(float) - 4503599627371518.0


def _mantissa(x):
    """m of x = m 2^e."""
    bits = np.ascontiguousarray(x, float).view(np.uint64) & np.uint64(0x000FFFFFFFFFFFFF)
    return (bits | np.uint64(0x3FE0000000000000)).view(float)
'''
