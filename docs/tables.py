"""Write the tables that follow from the source, such as parts, names, commands, modules.  python docs/tables.py"""

from __future__ import annotations

from pathlib import Path

from channel_names import tables_of_channels
from code_map import tables_of_code
from command_line import tables_of_commands
from field_rows import default, holds, remark, sentence, unit
from job_tables import tables_of_job_file
from paper_tables import pages_of_papers
from part_signatures import write_part_signatures
from python_names import tables_of_names
from signatures import write_signatures
from study_tables import tables_of_studies
from vehicle_tables import tables_of_vehicle_file

from jounce.model.fields import Field, fields_of
from jounce.parts import LAWS, RATE_LAWS, SECTIONS, SIGNALS
from jounce.parts.citation import cited_works_of
from jounce.parts.roads import ELEMENTS
from jounce.parts.tyres.laws import CURVES, TYRE_LAWS
from jounce.studies.kinematics.outputs import kc_outputs

HOWTO, REFERENCE = (Path(__file__).parent / folder for folder in ("howto", "reference"))
BEGIN, END = "<!-- written by docs/tables.py -->", "<!-- end -->"
LETTERED = ("magic_formula_52", "magic_formula_61")  # some hundred keys, those of a .tir file: the page says so
GROUPS = {
    **{f"[{section}.NAME]": kinds for section, kinds in SECTIONS.items()},
    "Laws": LAWS,
    "Laws of deflection and rate": RATE_LAWS,
    "Signals": SIGNALS,
    "Tyre laws": {word: kind for word, kind in TYRE_LAWS.items() if word not in LETTERED},
    "Curves of 1987": CURVES,
}
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
            source = f" [{cited_works_of(kind.source)}]" if cited_works_of(kind.source) else ""
            about = f"{sentence(kind)}{source}"
            lines += [f'**`type = "{word}"`**: {about}' if word else about, ""]
            rows = [_row(kind, field) for field in fields_of(kind) if field.name != "name"]
            lines += ["| key | holds | unit | |", "|---|---|---|---|", *rows, ""] if rows else []
    return "\n".join(lines)


def _row(kind: type, field: Field) -> str:
    optional = ", ".join(filter(None, ("optional", default(kind, field))))
    key = f"`{field.name}`" if field.required else f"`{field.name}` ({optional})"
    return f"| {key} | {holds(field)} | {unit(kind, field)} | {remark(kind, field.name)} |"


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
    REFERENCE / "vehicle_file.md": tables_of_vehicle_file,
    REFERENCE / "job_file.md": tables_of_job_file,
    REFERENCE / "python.md": tables_of_names,
    REFERENCE / "command_line.md": tables_of_commands,
    REFERENCE / "channels.md": tables_of_channels,
    REFERENCE / "studies.md": tables_of_studies,
    REFERENCE / "code_map.md": tables_of_code,
    **pages_of_papers(),
}


def page_with_tables(page: Path) -> str:
    before, rest = page.read_text("utf-8").split(BEGIN)
    return f"{before}{BEGIN}\n\n{PAGES[page]()}\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    write_signatures()
    write_part_signatures()
    for page in PAGES:
        page.write_text(page_with_tables(page), "utf-8")
