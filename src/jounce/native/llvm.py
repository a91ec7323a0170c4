"""Write a program as LLVM IR text, for any number of lanes.

The tape is already in single-assignment form and optimised, so no IR passes run, only the back end. No
operation carries fast-math flags: the same numbers come out for every number of lanes and from the
interpreter. Identifiers are made here; a user's name never gets into the text.
"""

from __future__ import annotations

import struct

from jounce.graph import Expression
from jounce.native.functions import FUNCTIONS, function_arguments
from jounce.native.fusion import Fused
from jounce.native.lookup import emit_lookup
from jounce.native.program import ARRAYS, Piece, Place, Program
from jounce.native.road import emit_road

EMITTER_VERSION = "4"
ARGUMENTS = ", ".join(f"ptr noalias %{name}" for name in ARRAYS)
PASSED = ", ".join(f"ptr %{name}" for name in ARRAYS)
BINARY = {"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv"}
KEPT = 50  # operations for which a value that stands in memory is kept in a register
SEARCHES = ("lookup", "lookup2", "road")  # done once for equal arguments
MAGIC = 6755399441055744.0  # 1.5 * 2**52: adding it leaves a whole number in the low bits


def write_llvm_ir(program: Program, contract: bool = False) -> str:
    """A module with two functions, `setup` and `run`, that call the pieces in order.

    With `contract` a product and a sum may become one rounding: faster, but no longer the interpreter's numbers.
    """
    lines = ['source_filename = "kernel"', ""]
    declared: set[str] = set()
    for group, pieces in (("setup", program.setup), ("run", program.run)):
        for k, piece in enumerate(pieces):
            lines += _Writer(f"{group}{k}", piece, declared, contract).lines()
        calls = [f"  call void @{group}{k}({PASSED})" for k in range(len(pieces))]
        lines += [f"define void @{group}({ARGUMENTS}) #0 {{", *calls, "  ret void", "}", ""]
    lines += sorted(declared)
    lines.append('attributes #0 = { nounwind "prefer-vector-width"="512" "min-legal-vector-width"="0" }')
    return "\n".join(lines) + "\n"


class _Writer:
    """Writes one piece as one function."""

    def __init__(self, name: str, piece: Piece, declared: set[str], contract: bool):
        self.name, self.piece, self.declared = name, piece, declared
        self.flag = " contract" if contract else ""
        self.W = piece.lanes
        self.real = "double" if self.W == 1 else f"<{self.W} x double>"
        self.integer = "i64" if self.W == 1 else f"<{self.W} x i64>"
        self.bit = "i1" if self.W == 1 else f"<{self.W} x i1>"
        self.suffix = "f64" if self.W == 1 else f"v{self.W}f64"
        self.text: list[str] = []
        self.stores: dict[Expression, list[Place]] = {}
        for node, place in piece.stores:
            self.stores.setdefault(node, []).append(place)
        self.places = dict(piece.loads)  # of values that stand in memory, so that they can be loaded again
        self.sought = {arg for node in piece.nodes if node.op in SEARCHES for arg in node.args}  # found by their names
        self.value: dict[Expression, str] = {}
        self.condition: dict[Expression, str] = {}
        self.lanes: dict[tuple[str, int], str] = {}  # scalars taken out of vectors, for tables
        self.located: dict[tuple[int, int, str], tuple[str, str]] = {}  # places found in tables
        self.coefficients: dict[tuple[object, ...], dict[int, str]] = {}  # of pieces of tables, fetched there
        self.across: dict[tuple[object, ...], list[str]] = {}  # polynomials in y that a surface is at a place in x
        self.blocks: dict[tuple[object, ...], str] = {}  # columns of tables that stand side by side, at a place
        self.gathered: dict[tuple[str, ...], str] = {}  # vectors of a scalar for each lane
        self.roads: dict[tuple[str, ...], list[str]] = {}  # what each call of the road gave
        self.count = 0

    def lines(self) -> list[str]:
        for k, node in enumerate(self.piece.nodes):
            if k % KEPT == 0:
                self.forget()
            self.operation(node)
            self.write(node)
        for node in [*self.stores]:  # made elsewhere, only written here
            self.write(node)
        head = f"define internal void @{self.name}({ARGUMENTS}) #0 {{"
        return [head, *self.text, "  ret void", "}", ""]

    def write(self, node: Expression) -> None:
        """Store it at once where it belongs: until the end of the function it would need a place on the stack."""
        for place in self.stores.pop(node, ()):
            self.store(self.of(node), place)
            if place.array == "work" and self.is_row(place):
                self.places[node] = place

    def forget(self) -> None:
        """Load anew what stands in memory: registers are few, and a spilled value is stored a second time."""
        for node in (self.places.keys() & self.value.keys()) - self.sought:
            del self.value[node]

    def line(self, right: str) -> str:
        """One assignment; gives the new identifier."""
        self.count += 1
        name = f"%v{self.count}"
        self.text.append(f"  {name} = {right}")
        return name

    def of(self, node: Expression) -> str:
        if node.op == "const":
            return self.number(node.data[0])
        if node not in self.value:  # loaded where it is first used, so that few values are alive at once
            self.value[node] = self.load(self.places[node])
        return self.value[node]

    def number(self, value: float) -> str:
        text = f"0x{struct.unpack('>Q', struct.pack('>d', value))[0]:016X}"
        return text if self.W == 1 else "<" + ", ".join(f"double {text}" for _ in range(self.W)) + ">"

    def whole(self, value: int) -> str:
        return str(value) if self.W == 1 else "<" + ", ".join(f"i64 {value}" for _ in range(self.W)) + ">"

    def address(self, array: str, offset: int) -> str:
        return self.line(f"getelementptr double, ptr %{array}, i64 {offset}") if offset else f"%{array}"

    def is_row(self, place: Place) -> bool:
        """Whether the lanes stand side by side."""
        first = place.offsets[0]
        return self.W == 1 or place.offsets == tuple(range(first, first + self.W))

    def load(self, place: Place) -> str:
        first = place.offsets[0]
        if self.is_row(place):
            return self.line(f"load {self.real}, ptr {self.address(place.array, first)}, align 8")
        if len(set(place.offsets)) == 1:
            scalar = self.line(f"load double, ptr {self.address(place.array, first)}, align 8")
            one = self.line(f"insertelement {self.real} poison, double {scalar}, i32 0")
            zeros = f"<{self.W} x i32> zeroinitializer"
            return self.line(f"shufflevector {self.real} {one}, {self.real} poison, {zeros}")
        vector = "poison"
        for lane, offset in enumerate(place.offsets):
            scalar = self.line(f"load double, ptr {self.address(place.array, offset)}, align 8")
            vector = self.line(f"insertelement {self.real} {vector}, double {scalar}, i32 {lane}")
        return vector

    def store(self, value: str, place: Place) -> None:
        if self.is_row(place):
            pointer = self.address(place.array, place.offsets[0])
            self.text.append(f"  store {self.real} {value}, ptr {pointer}, align 8")
            return
        for lane, offset in enumerate(place.offsets):
            scalar = self.line(f"extractelement {self.real} {value}, i32 {lane}")
            pointer = self.address(place.array, offset)
            self.text.append(f"  store double {scalar}, ptr {pointer}, align 8")

    def intrinsic(self, name: str, argument: str) -> str:
        self.declared.add(f"declare {self.real} @llvm.{name}.{self.suffix}({self.real})")
        return self.line(f"call {self.real} @llvm.{name}.{self.suffix}({self.real} {argument})")

    def multiply_add(self, whole: Fused) -> str:
        a, b, c = (self.of(arg) for arg in whole[:3])
        if whole.sign < 0:
            a = self.line(f"fneg {self.real} {a}")
        if whole.addend_sign < 0:
            c = self.line(f"fneg {self.real} {c}")
        self.declared.add(f"declare {self.real} @llvm.fma.{self.suffix}({', '.join([self.real] * 3)})")
        arguments = ", ".join(f"{self.real} {x}" for x in (a, b, c))
        return self.line(f"call {self.real} @llvm.fma.{self.suffix}({arguments})")

    def compare(self, kind: str, a: str, b: str) -> str:
        return self.line(f"fcmp {kind} {self.real} {a}, {b}")

    def choose(self, condition: str, a: str, b: str) -> str:
        return self.line(f"select {self.bit} {condition}, {self.real} {a}, {self.real} {b}")

    def operation(self, node: Expression) -> None:
        op = node.op
        if node in self.piece.fused:
            self.value[node] = self.multiply_add(self.piece.fused[node])
            return
        a = [self.of(arg) for arg in function_arguments(node)]
        if op in BINARY:
            result = self.line(f"{BINARY[op]}{self.flag} {self.real} {a[0]}, {a[1]}")
        elif op == "neg":
            result = self.line(f"fneg {self.real} {a[0]}")
        elif op == "sqrt":
            result = self.intrinsic("sqrt", a[0])
        elif op == "abs":
            result = self.intrinsic("fabs", a[0])
        elif op == "round":
            result = self.intrinsic("rint", a[0])
        elif op == "min":
            result = self.choose(self.compare("olt", a[0], a[1]), a[0], a[1])
        elif op == "max":
            result = self.choose(self.compare("ogt", a[0], a[1]), a[0], a[1])
        elif op == "less":
            self.condition[node] = self.compare("olt", a[0], a[1])
            result = self.choose(self.condition[node], self.number(1.0), self.number(0.0))
        elif op == "select":
            condition = self.condition.get(node.args[0]) or self.compare("une", a[0], self.number(0.0))
            result = self.choose(condition, a[1], a[2])
        elif op == "power_of_two":
            result = self.power_of_two(a[0])
        elif op == "exponent":
            result = self.exponent(a[0])
        elif op == "mantissa":
            bits = self.to_bits(a[0])
            kept = self.line(f"and {self.integer} {bits}, {self.whole(0x000FFFFFFFFFFFFF)}")
            result = self.from_bits(self.line(f"or {self.integer} {kept}, {self.whole(0x3FE0000000000000)}"))
        elif op in ("lookup", "lookup2"):
            result = emit_lookup(self, node, a)
        elif op == "road":
            result = emit_road(self, node, a)
        elif op in FUNCTIONS:
            (result,) = a
        else:
            raise ValueError(f"operation '{op}' has no emission")
        self.value[node] = result

    def to_bits(self, value: str) -> str:
        return self.line(f"bitcast {self.real} {value} to {self.integer}")

    def from_bits(self, value: str) -> str:
        return self.line(f"bitcast {self.integer} {value} to {self.real}")

    def power_of_two(self, k: str) -> str:
        """2**k by writing k + 1023 into the exponent bits."""
        moved = self.line(f"fadd {self.real} {k}, {self.number(MAGIC)}")
        biased = self.line(f"add {self.integer} {self.to_bits(moved)}, {self.whole(1023)}")
        return self.from_bits(self.line(f"shl {self.integer} {biased}, {self.whole(52)}"))

    def exponent(self, x: str) -> str:
        """e of x = m 2**e with m in [0.5, 1): the exponent bits as the low bits of 2**52, less the bias."""
        shifted = self.line(f"lshr {self.integer} {self.to_bits(x)}, {self.whole(52)}")
        joined = self.line(f"or {self.integer} {shifted}, {self.whole(0x4330000000000000)}")
        return self.line(f"fsub {self.real} {self.from_bits(joined)}, {self.number(2.0**52 + 1022)}")
