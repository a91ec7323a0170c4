"""Write a program as C source, strict C99, for any number of lanes.

A second back end beside LLVM. The code needs nothing but `fma`, `sqrt`, `fabs` and `rint` of math.h: all other
functions are polynomials in the tape already. Each statement rounds once, and products are fused with sums exactly
where the tape says so, so the code gives the numbers of the engine to the last bit wherever `double` is IEEE 754 and
the compiler keeps to C (no -ffast-math, no -mfpmath=387).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import copysign, inf, isnan

from jounce.native.fusion import Fused
from jounce.native.program import Piece, Place, Program
from jounce.native.source_code.piece_source import PieceSource, Shape, Shifts

CALLS = {
    "sqrt": "sqrt",
    "abs": "fabs",
    "round": "rint",
    "power_of_two": "power_of_two",
    "exponent": "exponent",
    "mantissa": "mantissa",
}
POINTERS = ("state", "inputs", "modes", "values", "tables")  # arrays that a kernel only reads
STATIC_SETUP, STATIC_RUN = "setup", "run"


def c_arguments(road: str) -> str:
    """The arguments of every kernel; `road` is the name of the road's type."""
    return f"{', '.join(f'const double *{name}' for name in POINTERS)}, const {road} *road, double *out, double *work"


def c_road_type(name: str) -> str:
    """The declaration of the road's type: a function and its data."""
    return f"""typedef struct {{
    /* writes height z, slopes dz/dx and dz/dy, and friction into out[0..3]; a, b, p: half axes and exponent of a cam */
    void (*at)(double *data, double x, double y, double t, double a, double b, double p, double *out);
    double *data;
}} {name};
"""


def write_c_kernel(program: Program, name: str, road: str) -> str:
    """Two functions, NAME_setup and NAME_run, and those that they call; behind the text of `C_SUPPORT`."""
    lines: list[str] = []
    arguments = c_arguments(road)
    passed = ", ".join((*POINTERS, "road", "out", "work"))
    for group, pieces in ((STATIC_SETUP, program.setup), (STATIC_RUN, program.run)):
        calls = []
        for k, piece in enumerate(pieces):
            function = f"{name}_{group}_{k}"
            head = f"static void {function}({arguments}{', int lane' if piece.lanes > 1 else ''})"
            body = _CPiece(piece).statements()
            lines += [head, "{", *_unused(body), *(f"    {line}" for line in body), "}", ""]
            if piece.lanes > 1:
                calls.append(f"for (lane = 0; lane < {piece.lanes}; lane++) {function}({passed}, lane);")
            else:
                calls.append(f"{function}({passed});")
        body = (["int lane;"] if any(piece.lanes > 1 for piece in pieces) else []) + calls
        head = f"void {name}_{group}({arguments})"
        lines += [head, "{", *(() if calls else _unused([])), *(f"    {line}" for line in body), "}", ""]
    return "\n".join(lines)


def _unused(body: list[str]) -> list[str]:
    """Arguments that a piece does not need, said to be so."""
    text = "\n".join(body)
    names = [name for name in (*POINTERS, "out", "work") if f"{name}[" not in text and f"{name} +" not in text]
    names += [] if "road->" in text or "road[" in text else ["road"]
    return ["    " + " ".join(f"(void){name};" for name in names)] if names else []


def c_number(value: float) -> str:
    """A literal that is read back to the same bits."""
    if isnan(value):
        return "NAN"
    if value in (inf, -inf):
        return "INFINITY" if value > 0 else "(-INFINITY)"
    text = repr(float(value))
    text = text if any(c in text for c in ".e") else f"{text}.0"
    return f"({text})" if copysign(1.0, value) < 0 else text


def c_table(name: str, numbers: Iterator[float] | list[float], kind: str = "double") -> str:
    """A static array, five numbers to a line; C knows no empty ones."""
    texts = [c_number(number) if kind == "double" else str(number) for number in numbers] or ["0"]
    rows = [", ".join(texts[k : k + 5]) for k in range(0, len(texts), 5)]
    return f"const {kind} {name}[{len(texts)}] = {{\n    " + ",\n    ".join(rows) + "\n};\n"


class _CPiece(PieceSource):
    """A function of one lane."""

    calls = CALLS

    def __init__(self, piece: Piece):
        super().__init__(piece)
        self.shift_names: dict[Shifts, str] = {}

    def number(self, value: float) -> str:
        return c_number(value)

    def assign(self, right: str) -> str:
        name = self.name()
        self.text.append(f"const double {name} = {right};")
        return name

    def _index(self, offsets: tuple[int, ...]) -> str:
        first = offsets[0]
        if len(set(offsets)) == 1:
            return str(first)
        if offsets == tuple(range(first, first + self.lanes)):
            return f"{first} + lane"
        return self._table_of_lanes(offsets)

    def _table_of_lanes(self, offsets: tuple[int, ...]) -> str:
        name = self.name("at")
        self.text.append(f"static const int {name}[{self.lanes}] = {{{', '.join(map(str, offsets))}}};")
        return f"{name}[lane]"

    def load(self, place: Place) -> str:
        return f"{place.array}[{self._index(place.offsets)}]"

    def store(self, place: Place, value: str) -> list[str]:
        index = self._index(place.offsets)
        return [f"{place.array}[{index}] = {value};"]

    def choose(self, condition: str, yes: str, no: str) -> str:
        return f"{condition} ? {yes} : {no}"

    def fused(self, whole: Fused) -> str:
        a, b, c = (self.of(arg) for arg in whole[:3])
        return f"fma({'-' * (whole.sign < 0)}{a}, {b}, {'-' * (whole.addend_sign < 0)}{c})"

    def _table(self, base: int, shifts: Shifts) -> str:
        first, step = shifts[0], shifts[-1] // max(self.lanes - 1, 1)
        if shifts == tuple(first + step * lane for lane in range(self.lanes)):
            return f"tables + {base + first}{f' + lane * {step}' if step else ''}"
        if shifts not in self.shift_names:
            self.shift_names[shifts] = self._table_of_lanes(shifts)
        return f"tables + {base} + {self.shift_names[shifts]}"

    def locate(self, base: int, knots: int, shifts: Shifts, x: str) -> tuple[str, str]:
        piece, own = self.name("p"), self._table(base, shifts)
        self.text.append(f"const long {piece} = table_piece({own}, {knots}, {x});")
        return piece, self.assign(f"{x} - ({own})[{knots} + {piece}]")

    def curve(self, start: int, shifts: Shifts, shape: Shape, piece: str, dx: str, order: int) -> str:
        degree, beside = shape
        own = f"{self._table(start, shifts)} + {(degree + 1) * beside} * {piece}"
        return f"table_curve({own}, {beside}, {degree}, {dx}, {order})"

    def surface(
        self, start: int, shifts: Shifts, shape: Shape, patch: str, at: tuple[str, str], order: tuple[int, int]
    ) -> str:
        degree, beside = shape
        own = f"{self._table(start, shifts)} + {(degree + 1) ** 2 * beside} * {patch}"
        return f"table_surface({own}, {beside}, {degree}, {at[0]}, {at[1]}, {order[0]}, {order[1]})"

    def call_road(self, args: list[str]) -> str:
        name = self.name("road")
        own = f"road[lane % {self.piece.cars}]." if self.piece.cars > 1 else "road->"
        self.text += [f"double {name}[4];", f"{own}at({own}data, {', '.join(args)}, {name});"]
        return name

    def road_component(self, answer: str, component: int) -> str:
        return f"{answer}[{component}]"


C_SUPPORT = """#include <math.h>
#include <stdint.h>
#include <string.h>

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif
"""

# what kernels may call; each is left out where nothing does, because compilers warn of it
C_FUNCTIONS = {
    "table_piece": """/* number of knots that are not above x */
static long table_piece(const double *knots, long count, double x)
{
    long low = 0, high = count;
    while (low < high) {
        const long middle = low + (high - low) / 2;
        if (knots[middle] <= x) low = middle + 1;
        else high = middle;
    }
    return low;
}
""",
    "table_curve": """/* derivative of a polynomial, from its highest coefficient down; columns stand side by side */
static double table_curve(const double *c, long beside, int degree, double x, int order)
{
    double sum = 0.0;
    int k, j;
    for (k = degree; k >= order; k--) {
        double factor = 1.0;
        double term, product;
        for (j = 0; j < order; j++) factor *= (double)(k - j);
        term = c[k * beside] * factor;
        product = sum * x;
        sum = k == degree ? term : product + term;
    }
    return sum;
}
""",
    "table_surface": """/* the same in x for each power of y, then in y */
static double table_surface(const double *c, long beside, int degree, double x, double y, int order_x, int order_y)
{
    double along[8], across[8];
    int i, j;
    for (j = 0; j <= degree; j++) {
        for (i = 0; i <= degree; i++) along[i] = c[(i * (degree + 1) + j) * beside];
        across[j] = table_curve(along, 1, degree, x, order_x);
    }
    return table_curve(across, 1, degree, y, order_y);
}
""",
    "power_of_two": """/* 2 to the power of a whole number: k + 1023 in the bits of the exponent */
static double power_of_two(double k)
{
    const double moved = k + 6755399441055744.0;
    uint64_t bits;
    double result;
    memcpy(&bits, &moved, sizeof bits);
    bits = (bits + 1023U) << 52;
    memcpy(&result, &bits, sizeof bits);
    return result;
}
""",
    "exponent": """/* e of x = m 2^e with m in [0.5, 1) */
static double exponent(double x)
{
    uint64_t bits;
    double joined;
    memcpy(&bits, &x, sizeof bits);
    bits = (bits >> 52) | UINT64_C(0x4330000000000000);
    memcpy(&joined, &bits, sizeof bits);
    return joined - 4503599627371518.0;
}
""",
    "mantissa": """/* m of x = m 2^e */
static double mantissa(double x)
{
    uint64_t bits;
    double result;
    memcpy(&bits, &x, sizeof bits);
    bits = (bits & UINT64_C(0x000FFFFFFFFFFFFF)) | UINT64_C(0x3FE0000000000000);
    memcpy(&result, &bits, sizeof bits);
    return result;
}
""",
}
NEEDS = {"table_surface": ("table_curve",)}


def c_functions_for(text: str) -> str:
    """The functions that a text calls."""
    wanted = {name for name in C_FUNCTIONS if f"{name}(" in text}
    wanted.update(other for name in tuple(wanted) for other in NEEDS.get(name, ()))
    return "\n".join(C_FUNCTIONS[name] for name in C_FUNCTIONS if name in wanted)
