"""Write the tables that follow from the source: parts, outputs, roads, names, commands.  python docs/tables.py"""

from __future__ import annotations

import dataclasses
import inspect
import re
from pathlib import Path

from channel_names import tables_of_channels
from command_line import tables_of_commands
from python_names import tables_of_names
from study_tables import tables_of_studies

from jounce.model.fields import FORM, Field, fields_of
from jounce.parts import LAWS, RATE_LAWS, SECTIONS, SIGNALS, Input
from jounce.parts.citation import cited
from jounce.parts.roads import ELEMENTS
from jounce.parts.tyres.laws import CURVES, TYRE_LAWS
from jounce.studies.kinematics.outputs import kc_outputs

HOWTO, REFERENCE = (Path(__file__).parent / folder for folder in ("howto", "reference"))
BEGIN, END = "<!-- written by docs/tables.py -->", "<!-- end -->"
UNITS = {"1": "", "bushing stiffness": "N/m and N m/rad", "bushing damping": "N s/m and N m s/rad"}
LETTERED = ("magic_formula_52", "magic_formula_61")  # some hundred keys, those of a .tir file: the page says so
GROUPS = {
    **{f"[{section}.NAME]": kinds for section, kinds in SECTIONS.items()},
    "Laws": LAWS,
    "Laws of deflection and rate": RATE_LAWS,
    "Signals": SIGNALS,
    "Tyre laws": {word: kind for word, kind in TYRE_LAWS.items() if word not in LETTERED},
    "Curves of 1987": CURVES,
}
# what a choice is called, and where its kinds stand
CHOICES = (
    (LAWS, "a [law](#laws)"),
    (RATE_LAWS, "a [law of both](#laws-of-deflection-and-rate)"),
    (SIGNALS, "a [signal](#signals)"),
    (TYRE_LAWS, "a [tyre law](#tyre-laws)"),
    (CURVES, "a [curve](#curves-of-1987)"),
)


OUTPUTS = {
    "Each wheel": kc_outputs.CORNER,
    "Each wheel of the front axle": kc_outputs.FRONT,
    "Each wheel of another axle": kc_outputs.REAR,
    "Each spring, damper and stop": (kc_outputs.MOTION_RATIO,),
    "The axle": kc_outputs.AXLE,
}


def tables_of_parts() -> str:
    """Every section and kind, its keys, what they hold and in which unit."""
    return _tables(GROUPS)


def tables_of_roads() -> str:
    """Every element of a road."""
    return _tables({"[elements.NAME]": ELEMENTS})


def _tables(groups: dict[str, dict]) -> str:
    lines: list[str] = []
    for title, kinds in groups.items():
        lines += [f"### {title}", ""]
        for word, kind in kinds.items():
            sentence = (inspect.getdoc(kind) or "").split("\n\n")[0].replace("\n", " ")
            source = f" [{cited(kind.source)}]" if cited(kind.source) else ""
            lines += [f'**`type = "{word}"`**: {sentence}{source}' if word else f"{sentence}{source}", ""]
            rows = [_row(kind, field) for field in fields_of(kind) if field.name != "name"]
            lines += ["| key | holds | unit | |", "|---|---|---|---|", *rows, ""] if rows else []
    return "\n".join(lines)


def _row(kind: type, field: Field) -> str:
    holds, unit = FORM[field.form], UNITS.get(field.quantity.unit, field.quantity.unit)
    if field.words:
        holds = f"{'some' if field.form == 'words' else 'one'} of {', '.join(f'`{word}`' for word in field.words)}"
    elif field.form == "choice":
        holds = next(words for known, words in CHOICES if dict(field.kinds) == known)
        rate = f", v in {field.axes.v}" if field.axes.v else ""
        known = dict(field.kinds) in (LAWS, RATE_LAWS, SIGNALS)
        unit = f"x in {field.axes.x}{rate}, y in {field.axes.y}" if known else ""
    elif kind is Input and field.form == "number":
        unit = "as `unit` says"
    key = f"`{field.name}`" if field.required else f"`{field.name}` ({_default(kind, field)})"
    return f"| {key} | {holds} | {unit} | {'' if field.words else _remark(kind, field.name)} |"


def _default(kind: type, field: Field) -> str:
    """What holds where the key is left out, if it can be said in a word."""
    value = next(f.default for f in dataclasses.fields(kind) if f.name == field.name)
    if isinstance(value, bool):
        return f"optional, {str(value).lower()}"
    if isinstance(value, int | float):
        return f"optional, {value:g}"
    return f'optional, "{value}"' if isinstance(value, str) and value else "optional"


def _remark(kind: type, name: str) -> str:
    """The comment beside the field in its source."""
    found = re.search(rf"^    {name}: [^#\n]*#\s*(.*)$", inspect.getsource(kind), re.MULTILINE)
    return found[1] if found else ""


def tables_of_outputs() -> str:
    """Every output of the wheel-travel study, its unit and its definition."""
    lines: list[str] = []
    for title, outputs in OUTPUTS.items():
        lines += [f"### {title}", "", "| output | unit | definition |", "|---|---|---|"]
        for output in outputs:
            unit = "" if output.shown == "1" else output.shown
            meaning = output.definition.replace("|", "\\|").replace("*", "\\*")
            lines.append(f"| `{output.name}` | {unit} | {meaning} |")
        lines.append("")
    return "\n".join(lines)


# page -> what stands between its marks
PAGES = {
    HOWTO / "write_a_model_file.md": tables_of_parts,
    HOWTO / "kc.md": tables_of_outputs,
    HOWTO / "roads.md": tables_of_roads,
    REFERENCE / "python.md": tables_of_names,
    REFERENCE / "command_line.md": tables_of_commands,
    REFERENCE / "channels.md": tables_of_channels,
    REFERENCE / "studies.md": tables_of_studies,
}


def page_with_tables(page: Path) -> str:
    before, rest = page.read_text("utf-8").split(BEGIN)
    return f"{before}{BEGIN}\n\n{PAGES[page]()}\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(page_with_tables(page), "utf-8")
