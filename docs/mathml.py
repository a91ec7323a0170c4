"""A Sphinx extension: formulas become MathML while the site is built; pages need neither scripts nor network."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.errors import SphinxError

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

TAG = re.compile(r"\\tag\{(\d+)\}")

# what our pages write, in the words that the converter knows
SPELLINGS = {
    r"{aligned}": r"{align*}",
    r"\bigl\{": r"\{",
    r"\bigr\}": r"\}",
    r"\_": "_",
    r"\mathcal H": "ℋ",  # browsers know the letter, not the style
}

# browsers leave the spaces of TeX around bars and around names of functions to us
NAMES = "sin|cos|tan|arctan|arccos|exp|max|min"
SPACES = (
    (r'<mo(?: stretchy="false")?>&#x0007C;</mo>', '<mo stretchy="false" lspace="0" rspace="0">&#x0007C;</mo>'),
    (r"<mo>(max|min)</mo>(?=<m(?:o|i|row)\b)", r"<mi>\1</mi>"),
    (rf"(<mi>(?:{NAMES})</mi>)(?=<m(?:i|row|over)>)", r'\1<mspace width="0.17em"/>'),
    (rf"(</m(?:i|n|sub|sup|subsup|frac|sqrt)>)((?:<msup>)?<mi>(?:{NAMES})</mi>)", r'\1<mspace width="0.17em"/>\2'),
)


def mathml(formula: str, display: str) -> str:
    """A formula as MathML; what cannot be shown stops the build."""
    for ours, theirs in SPELLINGS.items():
        formula = formula.replace(ours, theirs)
    found = convert(formula, display=display)
    for pattern, better in SPACES:
        found = re.sub(pattern, better, found)
    try:
        ElementTree.fromstring(found)
    except ElementTree.ParseError as error:
        raise SphinxError(f"no MathML for {formula}: {error}") from None
    if "\\" in found:
        raise SphinxError(f"a word that the converter does not know in {formula}")
    return found


def inline(self: HTML5Translator, node: nodes.math) -> None:
    self.body.append(mathml(node.astext(), "inline"))
    raise nodes.SkipNode


def block(self: HTML5Translator, node: nodes.math_block) -> None:
    """The number of an equation stands at the right, and can be linked to."""
    text = node.astext()
    number = TAG.search(text)
    label = f'<span class="number" id="equation-{number[1]}">({number[1]})</span>' if number else ""
    self.body.append(f'<div class="equation">{mathml(TAG.sub("", text).strip(), "block")}{label}</div>\n')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_html_math_renderer("mathml", (inline, None), (block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
