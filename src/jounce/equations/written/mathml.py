"""Written equations as MathML, which browsers show without a script and without a network."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from html import escape

from jounce.equations.written.latex import OTHERS, SIMPLEST, sign_first
from jounce.equations.written.letters import LetterName
from jounce.equations.written.tree import Function, Letter, Power, Product, Sum, Tree
from jounce.equations.written.write import WrittenEquation

CHARACTERS = {"varphi": "φ", "omega": "ω", "lambda": "λ", "delta": "δ", "xi": "ξ", "sigma": "σ", "ell": "ℓ"}
DOTS = {1: "˙", 2: "¨", 3: "⃛"}
TIMES = "<mo>&#x2062;</mo>"  # a product without a sign
OPEN, CLOSE = "<mo>(</mo>", "<mo>)</mo>"


def mathml_letter(name: LetterName) -> str:
    base = f"<mi>{CHARACTERS.get(name.base, name.base)}</mi>"
    if name.dots:
        base = f"<mover>{base}<mo>{DOTS[name.dots]}</mo></mover>"
    return f"<msub>{base}<mtext>{escape(name.index)}</mtext></msub>" if name.index else base


def mathml_number(number: Fraction) -> str:
    """Of a number that is not negative."""
    if number.denominator == 1 or number.denominator > SIMPLEST:
        return f"<mn>{number.numerator if number.denominator == 1 else repr(float(number))}</mn>"
    return f"<mfrac><mn>{number.numerator}</mn><mn>{number.denominator}</mn></mfrac>"


class MathML:
    """Trees as MathML, with these names of letters."""

    def __init__(self, names: Mapping[Hashable, LetterName]):
        self.names = names

    def equation(self, equation: WrittenEquation) -> str:
        inside = f"{self(equation.left)}<mo>=</mo>{self(equation.right)}"
        return f'<math display="block"><mrow>{inside}</mrow></math>'

    def inline(self, tree: Tree) -> str:
        return f"<math>{self(tree)}</math>"

    def letter(self, name: LetterName) -> str:
        return f"<math>{mathml_letter(name)}</math>"

    def __call__(self, tree: Tree) -> str:
        if isinstance(tree, Letter):
            return mathml_letter(self.names[tree.key])
        if isinstance(tree, Function):
            return self._function(tree)
        text = ""
        for k, term in enumerate(sign_first(tree)):
            minus = term.number < 0
            text += "<mo>-</mo>" if minus else "<mo>+</mo>" if k else ""
            text += self._product(Product(abs(term.number), term.factors))
        return f"<mrow>{text}</mrow>"

    def _product(self, product: Product) -> str:
        above = [factor for factor in product.factors if factor.power > 0]
        below = [Power(factor.base, -factor.power) for factor in product.factors if factor.power < 0]
        if below:
            top = self._factors(Fraction(product.number.numerator), above, alone=True)
            bottom = self._factors(Fraction(product.number.denominator), below, alone=True)
            return f"<mfrac>{top}{bottom}</mfrac>"
        return self._factors(product.number, above, alone=False)

    def _factors(self, number: Fraction, factors: list[Power], alone: bool) -> str:
        texts = [] if number == 1 and factors else [mathml_number(number)]
        bare = alone and len(factors) == 1 and not texts
        texts += [self._power(factor, bare) for factor in factors]
        return f"<mrow>{TIMES.join(texts)}</mrow>"

    def _power(self, factor: Power, bare: bool) -> str:
        base, power = factor.base, factor.power
        if isinstance(base, Function) and base.kind in ("sin", "cos") and power > 1:
            return self._function(base, power)
        text = self(base)
        if isinstance(base, Sum | Product) and not (bare and power == 1):
            text = f"<mrow>{OPEN}{text}{CLOSE}</mrow>"
        return f"<msup>{text}<mn>{power}</mn></msup>" if power > 1 else text

    def _function(self, tree: Function, power: int = 1) -> str:
        args = [self(arg) for arg in tree.args]
        if tree.kind == "sqrt":
            return f"<msqrt>{args[0]}</msqrt>"
        if tree.kind == "abs":
            return f"<mrow><mo>|</mo>{args[0]}<mo>|</mo></mrow>"
        if tree.kind == "less":
            return f"<mrow><mo>[</mo>{args[0]}<mo>&lt;</mo>{args[1]}<mo>]</mo></mrow>"
        if tree.kind == "select":
            rows = ((args[1], args[0]), (args[2], "<mtext>else</mtext>"))
            cells = "".join(f"<mtr><mtd>{a}</mtd><mtd>{b}</mtd></mtr>" for a, b in rows)
            return f"<mrow><mo>{{</mo><mtable>{cells}</mtable></mrow>"
        word = {"lookup": "T", "lookup2": "T", "road": "z"}.get(tree.kind, OTHERS.get(tree.kind, tree.kind).strip("\\"))
        name = f"<mi>{word}</mi>"
        if tree.kind in ("lookup", "lookup2", "road"):
            name = f"<msub>{name}<mtext>{escape(str(tree.key))}</mtext></msub>"
        if power > 1:
            name = f"<msup>{name}<mn>{power}</mn></msup>"
        if tree.kind in ("sin", "cos") and isinstance(tree.args[0], Letter):
            return f"<mrow>{name}<mo>&#x2061;</mo>{args[0]}</mrow>"
        return f"<mrow>{name}<mo>&#x2061;</mo>{OPEN}{'<mo>,</mo>'.join(args)}{CLOSE}</mrow>"
