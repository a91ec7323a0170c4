"""Keys of a record as rows of a table: what each holds, its unit, what holds where it is left out, and its meaning."""

from __future__ import annotations

import dataclasses
import inspect
import re
from typing import Any

from jounce.model.fields import FORM, Field
from jounce.parts import LAWS, RATE_LAWS, SIGNALS, Input
from jounce.parts.tyres.laws import CURVES, TYRE_LAWS

UNITS = {"1": "", "bushing stiffness": "N/m and N m/rad", "bushing damping": "N s/m and N m s/rad"}
# what a choice is called, and where its kinds stand
CHOICES = (
    (LAWS, "a [law]({}#laws)"),
    (RATE_LAWS, "a [law of both]({}#laws-of-deflection-and-rate)"),
    (SIGNALS, "a [signal]({}#signals)"),
    (TYRE_LAWS, "a [tyre law]({}#tyre-laws)"),
    (CURVES, "a [curve]({}#curves-of-1987)"),
)


def holds(field: Field, page: str = "") -> str:
    """What may stand at a key; laws and signals stand on `page`, this one where it is empty."""
    if field.words:
        return f"{'some' if field.form == 'words' else 'one'} of {', '.join(f'`{word}`' for word in field.words)}"
    if field.form == "choice":
        return next(words for known, words in CHOICES if dict(field.kinds) == known).format(page)
    return FORM[field.form]


def unit(kind: type, field: Field) -> str:
    if field.form == "choice":
        rate = f", v in {field.axes.v}" if field.axes.v else ""
        known = dict(field.kinds) in (LAWS, RATE_LAWS, SIGNALS)
        return f"x in {field.axes.x}{rate}, y in {field.axes.y}" if known else ""
    if kind is Input and field.form == "number":
        return "as `unit` says"
    return UNITS.get(field.quantity.unit, field.quantity.unit)


def default(kind: type, field: Field) -> str:
    """What holds where the key is left out, if it can be said in a word."""
    value: Any = next(f.default for f in dataclasses.fields(kind) if f.name == field.name)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"{value:g}"
    if isinstance(value, tuple) and value and all(isinstance(entry, int | float) for entry in value):
        return f"[{', '.join(f'{entry:.4g}' for entry in value)}]" if any(value) else "zeros"
    if isinstance(value, tuple) and value:
        return "[" + ", ".join(f'"{entry}"' for entry in value) + "]"
    return f'"{value}"' if isinstance(value, str) and value else ""


def remark(kind: type, name: str) -> str:
    """The comment beside the field in its source."""
    sources = "\n".join(inspect.getsource(base) for base in kind.__mro__[:-1])  # its own first, then what it inherits
    found = re.search(rf"^    {name}: [^#\n]*#\s*(.*)$", sources, re.MULTILINE)
    return found[1] if found else ""


def sentence(kind: Any) -> str:
    """The first paragraph of a docstring, in one line."""
    return (inspect.getdoc(kind) or "").split("\n\n")[0].replace("\n", " ")
