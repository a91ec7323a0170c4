"""Keys, hardpoints and seats of a vehicle file as tables, from the records and templates that read it."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

from field_rows import default, holds, remark, sentence, unit

from jounce.model.assemblies.registry import RECORDS
from jounce.model.axle_data import AXLE_FLAGS, ELEMENTS, AlignmentData, Axle, BushingData, MassData, TyreData
from jounce.model.fields import Field, fields_of
from jounce.model.functional_car import FunctionalData
from jounce.model.model import Source
from jounce.model.templates import TEMPLATES, Template
from jounce.model.templates.anti_roll_bar import HARDPOINTS as BAR_HARDPOINTS
from jounce.model.templates.anti_roll_bar import ROLES as BAR_ROLES
from jounce.model.templates.corner import COMMON
from jounce.model.templates.damper_bodies import ROLES as DAMPER_ROLES
from jounce.model.templates.rocker import HARDPOINTS as ROCKER_HARDPOINTS
from jounce.model.templates.rocker import ROLES as ROCKER_ROLES
from jounce.model.templates.struts import LINES
from jounce.parts.citation import cited_works_of
from jounce.parts.sensors import SENSORS

HOWTO = "../howto/write_a_model_file.md"
HEAD = ("| key | holds | unit | default | meaning |", "|---|---|---|---|---|")
RULES = {"positive": ", positive", "not negative": ", not negative"}
# tables of an axle by their headings
OF_AXLE = {
    "bodies.ROLE": MassData,
    "tyre": TyreData,
    "alignment": AlignmentData,
    "bushings.MOUNT": BushingData,
    **ELEMENTS,
}


def tables_of_vehicle_file() -> str:
    """Every table of the file, then the templates."""
    lines = ["## The short form", "", *_record("functional", FunctionalData)]
    lines += ["It takes the place of `[body]` and the axles: [functional cars](../howto/functional_cars.md).", ""]
    lines += ["## The car", ""]
    for word, kind in RECORDS.items():
        lines += _record(word, kind)
        if word == "body":
            lines += ["A car that drives needs `centre` and `inertia` as well.", ""]
    lines += _record("sensors.NAME", SENSORS[None])
    others = ", ".join(f'`type = "{word}"`' for word in SENSORS if word)
    lines += [f"Other kinds: {others}, with keys as in a [mechanism]({HOWTO}#sensorsname).", ""]
    lines += ["### `[forces.NAME]`, `[inputs.NAME]`, `[controllers.NAME]`", ""]
    lines += [
        "Force elements between bodies of the whole car, inputs besides those of steering, drive and brakes, and "
        f"controllers, with keys as in a [mechanism]({HOWTO}#forcesname). Bodies are called by their names in "
        "`jounce info`. An axle on its rig does not have them.",
        "",
    ]
    lines += _record('sources."PATH"', Source)
    lines += ["## An axle", "", *_axle_keys()]
    for word, kind in OF_AXLE.items():
        lines += _record(f"axles.NAME.{word}", kind)
    lines += ["## Points of every layout", "", *_points(COMMON), "", *_lines()]
    lines += ["## Layouts", ""]
    for name, template in TEMPLATES.items():
        lines += _template(name, template)
    return "\n".join(lines)


def _record(heading: str, kind: type) -> list[str]:
    rows = [_row(kind, field) for field in fields_of(kind) if field.name != "name"]
    return [f"### `[{heading}]`", "", sentence(kind), "", *HEAD, *rows, ""]


def _row(kind: type, field: Field) -> str:
    number = field.form == "number" and field.quantity.rule == "count"
    held = "a whole number" if number else holds(field, HOWTO) + RULES.get(field.quantity.rule, "")
    usual = "needed" if field.required else default(kind, field) or "none"
    return f"| `{field.name}` | {held} | {unit(kind, field)} | {usual} | {remark(kind, field.name)} |"


def _axle_keys() -> Iterator[str]:
    yield from ("### `[axles.NAME]`", "", f"{sentence(Axle)} Axles stand in the file from front to rear.", "", *HEAD)
    words = ", ".join(f"`{name}`" for name in TEMPLATES)
    yield f"| `template` | one of {words} |  | needed | {remark(Axle, 'template')}: [below](#layouts) |"
    for flag, usual in AXLE_FLAGS.items():
        yield f"| `{flag}` | true or false |  | {str(usual).lower()} | {remark(Axle, flag)} |"
    left, right = "of the left side, design position", "of the right side, where they differ from the mirror image"
    yield f"| `hardpoints` | `[axles.NAME.hardpoints]`: points by name | m | needed | {left} |"
    yield f"| `right` | `[axles.NAME.right.hardpoints]`: points by name | m | none | {right} |"
    yield ""


def _points(points: dict[str, str], needed: str = "") -> list[str]:
    """Hardpoints with their meanings."""
    rows = [f"| `{name}` | {needed or _needed_by(name)} | {meaning} |" for name, meaning in points.items()]
    return ["| hardpoint | needed | meaning |", "|---|---|---|", *rows]


def _needed_by(name: str) -> str:
    if name in BAR_HARDPOINTS:
        return "by an anti-roll bar"
    if name in ROCKER_HARDPOINTS:
        return "by a rocker"
    if name == "third_spring_end":
        return "by a third spring"
    line = name.rpartition("_")[0]
    return f"by a {line} with ends of its own" if line in LINES else "no"


def _lines() -> list[str]:
    """Which points springs, dampers and stops act between."""
    rows = [
        f"| `{word}` | {', else '.join(f'`{line}_top` and `{line}_bottom`' for line in lines)} |"
        for word, lines in LINES.items()
    ]
    return ["| element | acts between, as far as the file has them |", "|---|---|", *rows, ""]


def _about(template: Template) -> str:
    """The sentence of the layout, or the first one of the module that builds it."""
    if template.about:
        return template.about
    made: Any = template.corner or template.axle
    return inspect.getmodule(made).__doc__.strip().partition("\n")[0]  # type: ignore[union-attr]


def _template(name: str, template: Template) -> list[str]:
    about = _about(template)
    source = f" [{cited_works_of(template.source)}]" if cited_works_of(template.source) else ""
    optional = [row for row in _points(dict(template.optional), "no")[2:]]
    steered = "can be steered" if "tie_rod_inner" in template.hardpoints else "cannot be steered: there is no tie rod"
    if template.has_kingpin:
        steered = "can be steered by a table, on king-pins"
    roles = ", ".join(f"`{role}`" for role in (*template.roles, "wheel", *template.steering_roles))
    extra = f"with a bar as a linkage {_listed(BAR_ROLES)}; with a damper on ends of its own {_listed(DAMPER_ROLES)}"
    extra += f"; with a rocker {_listed(ROCKER_ROLES)}"
    mounts = _listed(template.mounts) or "none"
    seats = [f"| `{word}` | `{role}` | {_listed(template.roles)} |" for word, role in template.seats.items()]
    return [
        f"### `{name}`",
        "",
        f"{about} It {steered}.{source}",
        "",
        *_points(dict(template.hardpoints), "yes"),
        *optional,
        "",
        f"Bodies (`ROLE`): {roles}; {extra}. Points where a bushing may stand (`MOUNT`): {mounts}.",
        "",
        "| element | its lower end stands on, by default | or, by its key `body`, on |",
        "|---|---|---|",
        *seats,
        "",
    ]


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)
