"""Written equations as a page for a browser: MathML, no script, no network."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from jounce.equations.written.mathml import MathML

if TYPE_CHECKING:
    from jounce.equations.written.record import WrittenEquations

STYLE = """body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
math { font-size: 1.15em; } mi { font-style: italic; } mi.word { font-style: normal; }
.wide { overflow: auto hidden; margin: 0.4rem 0; padding: 0.3rem 0; }
table { border-collapse: collapse; } th, td { text-align: left; padding: 0.2rem 1rem 0.2rem 0; }
th { border-bottom: 1px solid; } @media (prefers-color-scheme: dark) { body { background: #111; color: #ddd; } }"""


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
