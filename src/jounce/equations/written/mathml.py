"""Written equations as MathML, and as a page of it, which browsers show without a script and without a network."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from jounce.equations.written.latex import OTHERS, SIMPLEST, chunks_of_terms, is_long_equation, sign_first
from jounce.equations.written.letters import LetterName
from jounce.equations.written.tree import Function, Letter, Power, Product, Sum, Tree

if TYPE_CHECKING:
    from jounce.equations.written.record import WrittenEquation, WrittenEquations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jounce.equations.written.record import WrittenEquations

CHARACTERS = {"varphi": "φ", "omega": "ω", "lambda": "λ", "delta": "δ", "xi": "ξ", "sigma": "σ", "ell": "ℓ"}
DOTS = {1: "˙", 2: "¨", 3: "⃛"}
TIMES = '<mo>&#x2062;</mo><mspace width="0.16em"/>'  # a product without a sign
OF = '<mo>&#x2061;</mo><mspace width="0.16em"/>'  # a function of what follows
MINUS, INDENT = "<mo>-</mo>", '<mspace width="2em"/>'
OPEN, CLOSE = "<mo>(</mo>", "<mo>)</mo>"
STYLE = """body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
math { font-size: 1.15em; } mi { font-style: italic; } mi.word { font-style: normal; }
.wide { overflow: auto hidden; margin: 0.4rem 0; padding: 0.3rem 0; }
table { border-collapse: collapse; } th, td { text-align: left; padding: 0.2rem 1rem 0.2rem 0; }
th { border-bottom: 1px solid; } @media (prefers-color-scheme: dark) { body { background: #111; color: #ddd; } }"""


def mathml_letter(name: LetterName) -> str:
    base = f'<mi mathvariant="normal">{CHARACTERS.get(name.base, name.base)}</mi>'  # slanted by the style of the page
    if name.dots:
        base = f"<mover>{base}<mo>{DOTS[name.dots]}</mo></mover>"
    if not name.index:
        return base
    # without a font for mathematics browsers lower an index by the depth of its letter alone
    return f'<msub><mpadded depth="0.22em">{base}</mpadded><mtext>{escape(name.index)}</mtext></msub>'


def mathml_number(number: Fraction) -> str:
    """Of a number that is not negative."""
    if number.denominator == 1 or number.denominator > SIMPLEST:
        return f"<mn>{number.numerator if number.denominator == 1 else repr(float(number))}</mn>"
    return f"<mfrac><mn>{number.numerator}</mn><mn>{number.denominator}</mn></mfrac>"


class MathML:
    """Trees as MathML, with the letters of their equations."""

    def __init__(self, written: WrittenEquations):
        self.names = written.names
        self.tables = {offset: k for k, offset in enumerate(written.tables, 1)}

    def equation(self, equation: WrittenEquation) -> str:
        """On several lines where it is long: the left side alone, then terms of the right side."""
        first, *more = (self.terms(chunk) for chunk in chunks_of_terms(equation.right))
        left, equals = self(equation.left), "<mo>=</mo>"
        rows = [f"{left}{equals}{first}"]
        if is_long_equation(equation):
            rows = [left, f"{equals}{first}"]
        rows += [text if text.startswith(MINUS) else f"<mo>+</mo>{text}" for text in more]
        if len(rows) == 1:
            return f'<math display="block"><mrow>{rows[0]}</mrow></math>'
        style = 'style="text-align: left"'
        cells = "".join(
            f"<mtr><mtd {style}><mrow>{'' if k == 0 else INDENT}{row}</mrow></mtd></mtr>" for k, row in enumerate(rows)
        )
        return f'<math display="block"><mtable displaystyle="true">{cells}</mtable></math>'

    def inline(self, tree: Tree) -> str:
        return f"<math>{self(tree)}</math>"

    def letter(self, name: LetterName) -> str:
        return f"<math>{mathml_letter(name)}</math>"

    def __call__(self, tree: Tree) -> str:
        if isinstance(tree, Letter):
            return mathml_letter(self.names[tree.key])
        if isinstance(tree, Function):
            return self._function(tree)
        return f"<mrow>{self.terms(sign_first(tree))}</mrow>"

    def terms(self, terms: Sequence[Product]) -> str:
        """A sum, with the signs of its terms."""
        text = ""
        for k, term in enumerate(terms):
            text += MINUS if term.number < 0 else "<mo>+</mo>" if k else ""
            text += self._product(Product(abs(term.number), term.factors))
        return text

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
        word = OTHERS.get(tree.kind, tree.kind).strip("\\")
        name = (
            self._read(tree.kind, tree.key)
            if tree.kind in ("lookup", "lookup2", "road")
            else f'<mi mathvariant="normal" class="word">{word}</mi>'
        )
        if power > 1:
            name = f"<msup>{name}<mn>{power}</mn></msup>"
        if tree.kind in ("sin", "cos") and isinstance(tree.args[0], Letter):
            return f"<mrow>{name}{OF}{args[0]}</mrow>"
        return f"<mrow>{name}<mo>&#x2061;</mo>{OPEN}{'<mo>,</mo>'.join(args)}{CLOSE}</mrow>"

    def _read(self, kind: str, key: Any) -> str:
        """A table with its derivative, or a component of the road."""
        if kind == "road":
            return (
                "<mi>z</mi>",
                "<msub><mi>z</mi><mi>x</mi></msub>",
                "<msub><mi>z</mi><mi>y</mi></msub>",
                "<mi>μ</mi>",
            )[key[1]]
        offset, order = key
        orders = order if isinstance(order, tuple) else (order,)
        name, index = "<mi>T</mi>", f"<mn>{self.tables[offset]}</mn>"
        if not any(orders):
            return f"<msub>{name}{index}</msub>"
        return f"<msubsup>{name}{index}<mtext>({','.join(map(str, orders))})</mtext></msubsup>"


def html_page(written: WrittenEquations) -> str:
    """A document of its own."""
    title = escape(written.title)
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}<style>{STYLE}</style></head>\n'
        f"<body>\n<h1>{title}</h1>\n{html_body(written)}\n</body></html>\n"
    )


def html_body(written: WrittenEquations) -> str:
    """Equations under their headings, then every symbol."""
    math = MathML(written)
    parts = []
    for heading, equations in written.groups.items():
        parts.append(f"<h2>{escape(heading)}</h2>")
        parts += [f'<div class="wide">{math.equation(equation)}</div>' for equation in equations]
    if written.assumed:
        signs = ", ".join(f"<math><mrow>{math(tree)}<mo>&gt;</mo><mn>0</mn></mrow></math>" for tree in written.assumed)
        parts.append(f"<p>The forms hold while {signs}.</p>")
    rows = []
    for k, path in enumerate(written.tables.values(), 1):
        letter = f"<math><msub><mi>T</mi><mn>{k}</mn></msub></math>"
        rows.append(f"<tr><td>{letter}</td><td>table {escape(path)}</td><td></td><td></td></tr>")
    for name, note in written.symbols():
        value = "" if note.value is None else f"{note.value:.9g}"
        cells = (math.letter(name), escape(note.meaning), escape(note.unit), value)
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    head = "<tr><th>symbol</th><th>meaning</th><th>unit</th><th>value</th></tr>"
    return "\n".join([*parts, "<h2>Symbols</h2>", "<table>", head, *rows, "</table>"])
