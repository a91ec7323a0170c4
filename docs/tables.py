"""Write the tables of docs/howto/write_a_model_file.md from the parts themselves: python docs/tables.py"""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from jounce.model.fields import FORM, Field, fields_of
from jounce.model.options import OPTIONS
from jounce.parts import LAWS, SECTIONS, SIGNALS, Input

PAGE = Path(__file__).parent / "howto" / "write_a_model_file.md"
BEGIN, END = "<!-- written by docs/tables.py -->", "<!-- end -->"
UNITS = {"1": "", "bushing stiffness": "N/m and N m/rad", "bushing damping": "N s/m and N m s/rad"}
GROUPS = {**{f"[{section}.NAME]": kinds for section, kinds in SECTIONS.items()}, "Laws": LAWS, "Signals": SIGNALS}


def tables() -> str:
    """Every section and kind, its keys, what they hold and in which unit."""
    lines: list[str] = []
    for title, kinds in GROUPS.items():
        lines += [f"### {title}", ""]
        for word, kind in kinds.items():
            sentence = (inspect.getdoc(kind) or "").split("\n\n")[0].replace("\n", " ")
            lines += [f'**`type = "{word}"`**: {sentence}' if word else sentence, ""]
            rows = [_row(kind, field) for field in fields_of(kind) if field.name != "name"]
            lines += ["| key | holds | unit | |", "|---|---|---|---|", *rows, ""] if rows else []
    return "\n".join(lines)


def _row(kind: type, field: Field) -> str:
    options = OPTIONS.get((kind, field.name))
    holds, unit = FORM[field.form], UNITS.get(field.quantity.unit, field.quantity.unit)
    if options:
        holds = f"{'some' if field.form == 'words' else 'one'} of {', '.join(f'`{word}`' for word in options)}"
    elif field.form == "choice":
        group = "law" if dict(field.kinds) == LAWS else "signal"
        holds, unit = f"a [{group}](#{group}s)", f"x in {field.axes.x}, y in {field.axes.y}"
    elif kind is Input and field.form == "number":
        unit = "as `unit` says"
    key = f"`{field.name}`" if field.required else f"`{field.name}` (optional)"
    return f"| {key} | {holds} | {unit} | {'' if options else _remark(kind, field.name)} |"


def _remark(kind: type, name: str) -> str:
    """The comment beside the field in its source."""
    found = re.search(rf"^    {name}: [^#\n]*#\s*(.*)$", inspect.getsource(kind), re.MULTILINE)
    return found[1] if found else ""


def page_with_tables(text: str) -> str:
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n\n{tables()}\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    PAGE.write_text(page_with_tables(PAGE.read_text("utf-8")), "utf-8")
