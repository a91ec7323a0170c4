"""Written equations as LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from jounce.equations.written.letters import GREEK, LetterName
from jounce.equations.written.tree import Function, Letter, Power, Product, Sum, Tree, as_product, tree_cost

if TYPE_CHECKING:
    from jounce.equations.written.record import WrittenEquation, WrittenEquations

WORDS = {"tan", "exp", "min", "max", "sin", "cos", "tanh"}
OTHERS = {"atan": r"\arctan", "asin": r"\arcsin", "acos": r"\arccos", "log": r"\ln"}
ROAD = ("z", "z_{x}", "z_{y}", r"\mu")  # height, slopes and friction of the road
LINE = 22  # letters on one line
SIMPLEST = 64  # largest denominator that is shown as a fraction
ESCAPES = {"\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
ESCAPES |= {c: f"\\{c}" for c in "_#&$%"}
PAGE = r"""\documentclass{{article}}
\usepackage[a4paper,margin=20mm]{{geometry}}
\usepackage{{amsmath,longtable}}
\begin{{document}}
\section*{{{title}}}
{body}
\section*{{Symbols}}
\begin{{longtable}}{{llll}}
symbol & meaning & unit & value \\ \hline
{symbols}
\end{{longtable}}
\end{{document}}
"""


def latex_page(written: WrittenEquations) -> str:
    """A document of its own."""
    latex = Latex(written)
    parts = []
    for heading, equations in written.groups.items():
        rows = " \\\\\n".join(latex.aligned(equation) for equation in equations)
        parts.append(f"\\paragraph{{{heading}}}\n\\begin{{align*}}\n{rows}\n\\end{{align*}}")
    if written.assumed:
        assumed = ", ".join(f"${latex(tree)} > 0$" for tree in written.assumed)
        parts.append(f"The forms hold while {assumed}.")
    symbols = [f"$T_{{{k}}}$ & table {latex_text(path)} & & \\\\" for k, path in enumerate(written.tables.values(), 1)]
    for name, note in written.symbols():
        value = "" if note.value is None else f"{note.value:.9g}"
        words = (latex_letter(name), latex_text(note.meaning), latex_text(note.unit), value)
        symbols.append(" & ".join((f"${words[0]}$", *words[1:])) + r" \\")
    return PAGE.format(title=latex_text(written.title), body="\n\n".join(parts), symbols="\n".join(symbols))


def latex_text(text: str) -> str:
    """A text of users: no character of it is a command."""
    return "".join(ESCAPES.get(c, c if c.isprintable() else "?") for c in text)


def latex_letter(name: LetterName) -> str:
    base = f"\\{name.base}" if name.base in GREEK else name.base
    if name.dots:
        base = f"\\{'d' * name.dots}ot{{{base}}}"
    return f"{base}_{{{name.index}}}" if len(name.index) > 1 else f"{base}_{name.index}" if name.index else base


def latex_number(number: Fraction) -> str:
    """Of a number that is not negative."""
    if number.denominator == 1:
        return str(number.numerator)
    if number.denominator <= SIMPLEST:
        return f"\\frac{{{number.numerator}}}{{{number.denominator}}}"
    text = repr(float(number))
    if "e" in text:
        digits, _, power = text.partition("e")
        return f"{digits} \\cdot 10^{{{int(power)}}}"
    return text


def sign_first(tree: Sum | Product) -> Sequence[Product]:
    """The terms of a sum, one with a plus first where there is one."""
    terms = tree.terms if isinstance(tree, Sum) else (tree,)
    return sorted(terms, key=lambda term: term.number < 0) if terms[0].number < 0 else terms


def chunks_of_terms(tree: Tree) -> list[list[Product]]:
    """The terms of a sum, as many together as one line holds."""
    chunks: list[list[Product]] = [[]]
    for term in sign_first(tree) if isinstance(tree, Sum) else (as_product(tree),):
        if chunks[-1] and sum(map(tree_cost, chunks[-1])) + tree_cost(term) > LINE:
            chunks.append([])
        chunks[-1].append(term)
    return chunks


def is_long_equation(equation: WrittenEquation) -> bool:
    """Whether its left side has a line of its own."""
    first = chunks_of_terms(equation.right)[0]
    return tree_cost(equation.left) + sum(map(tree_cost, first)) > 1.5 * LINE


class Latex:
    """Trees as LaTeX, with the letters of their equations."""

    def __init__(self, written: WrittenEquations):
        self.names = written.names
        self.tables = {offset: k for k, offset in enumerate(written.tables, 1)}

    def equation(self, equation: WrittenEquation) -> str:
        left, right = self(equation.left), self(equation.right)
        return f"{left} = {right}"

    def aligned(self, equation: WrittenEquation) -> str:
        """On several lines where it is long: the left side alone, then terms of the right side."""
        first, *more = (self.terms(chunk) for chunk in chunks_of_terms(equation.right))
        rest = "".join(f" \\\\\n&\\quad {text if text.startswith('-') else f'+ {text}'}" for text in more)
        if is_long_equation(equation):
            return f"& {self(equation.left)} \\\\\n&= {first}{rest}"
        return f"{self(equation.left)} &= {first}{rest}"

    def __call__(self, tree: Tree) -> str:
        if isinstance(tree, Letter):
            return latex_letter(self.names[tree.key])
        if isinstance(tree, Function):
            return self._function(tree)
        return self.terms(sign_first(tree))

    def terms(self, terms: Sequence[Product]) -> str:
        """A sum, with the signs of its terms."""
        text = ""
        for k, term in enumerate(terms):
            minus = term.number < 0
            sign = ("-" if minus else "") if k == 0 else (" - " if minus else " + ")
            text += sign + self._product(Product(abs(term.number), term.factors))
        return text

    def _product(self, product: Product) -> str:
        """Of a number that is not negative: its sign is written before."""
        above = [factor for factor in product.factors if factor.power > 0]
        below = [Power(factor.base, -factor.power) for factor in product.factors if factor.power < 0]
        number = product.number
        if below:
            top = self._factors(Fraction(number.numerator), above, alone=True)
            bottom = self._factors(Fraction(number.denominator), below, alone=True)
            return f"\\frac{{{top}}}{{{bottom}}}"
        return self._factors(number, above, alone=False)

    def _factors(self, number: Fraction, factors: list[Power], alone: bool) -> str:
        """`alone`: nothing stands beside it, so a single sum needs no brackets."""
        texts = [] if number == 1 and factors else [latex_number(number)]
        bare = alone and len(factors) == 1 and not texts
        texts += [self._power(factor, bare) for factor in factors]
        return " ".join(texts)

    def _power(self, factor: Power, bare: bool) -> str:
        base, power = factor.base, factor.power
        if isinstance(base, Function) and base.kind in ("sin", "cos") and power > 1:
            return self._function(base, f"^{power}")
        text = self(base)
        if isinstance(base, Letter) and power > 1:
            return f"{text}^{power}"
        needs = isinstance(base, Sum) or (isinstance(base, Product) and as_product(base).number < 0)
        if needs and not (bare and power == 1):
            text = f"\\left({text}\\right)"
        return f"{text}^{power}" if power > 1 else text

    def _function(self, tree: Function, power: str = "") -> str:
        args = [self(arg) for arg in tree.args]
        if tree.kind == "sqrt":
            return f"\\sqrt{{{args[0]}}}"
        if tree.kind == "abs":
            return f"\\left|{args[0]}\\right|"
        if tree.kind == "less":
            return f"\\left[{args[0]} < {args[1]}\\right]"
        if tree.kind == "select":
            return f"\\begin{{cases}} {args[1]} & {args[0]} \\\\ {args[2]} & \\text{{else}} \\end{{cases}}"
        if tree.kind in ("sin", "cos") and isinstance(tree.args[0], Letter):
            return f"\\{tree.kind}{power} {args[0]}"
        inside = f"\\left({', '.join(args)}\\right)"
        if tree.kind in WORDS:
            return f"\\{tree.kind}{power}{inside}"
        if tree.kind in ("lookup", "lookup2", "road"):
            return f"{self._read(tree.kind, tree.key)}{inside}"
        return f"{OTHERS.get(tree.kind, tree.kind)}{inside}"

    def _read(self, kind: str, key: Any) -> str:
        """A table with its derivative, or a component of the road."""
        if kind == "road":
            return ROAD[key[1]]
        offset, order = key
        orders = order if isinstance(order, tuple) else (order,)
        mark = "" if not any(orders) else f"^{{({','.join(map(str, orders))})}}"
        return f"T_{{{self.tables[offset]}}}{mark}"
