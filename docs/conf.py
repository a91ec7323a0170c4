"""Settings of the documentation site; `make docs` builds it into docs/_build/html."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent))

import lessons
from pygments.lexers.special import TextLexer

from jounce import __version__

project = "jounce"
author = copyright = "the jounce contributors"
release = version = __version__

extensions = ["myst_parser", "mathml"]
exclude_patterns = ["_build"]
html_math_renderer = "mathml"
html_theme = "furo"
html_title = f"jounce {release}"
html_static_path = ["style"]
html_css_files = ["site.css"]
html_copy_source = html_show_sourcelink = html_show_copyright = html_show_sphinx = False
html_show_search_summary = False  # a browser does not fetch it for pages that lie on the disk

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4
myst_dmath_double_inline = True
smartquotes = False  # a quoted setting is copied as it stands

EXAMPLE = re.compile(r"\]\([./]*examples/(\w+)\.py\)")


def lead_inside(app: Sphinx, name: str, source: list[str]) -> None:
    """A link to a program of examples/ becomes one to its lesson."""
    source[0] = EXAMPLE.sub(r"](/tutorials/\1.md)", source[0])


def setup(app: Sphinx) -> None:
    app.add_lexer("csv", TextLexer)  # tables of measured files: text without colours
    lessons.write_pages()
    app.connect("source-read", lead_inside)
