"""Summary of a model in one screen: bodies, joints, loops, mobility by count and by rank."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.mechanism import Mechanism, tree_row_names
from jounce.mechanism.mobility import BodyRow, mobility_by_count, mobility_rows
from jounce.model import Model
from jounce.model.fields import TYPE_OF
from jounce.parts.ends import bodies_of_ends, coordinates_of
from jounce.simulation.prepare import Prepared, prepared_of


def summary(model: Model | Prepared) -> str:
    """Returns what moves on what, and how freely, at the start position."""
    ready = prepared_of(model)
    mechanism, rank = ready.mechanism, ready.rank
    rows = mobility_rows(mechanism)
    lines = [
        f"{ready.model.name}: {len(rows)} {'body' if len(rows) == 1 else 'bodies'}, "
        f"{len(mechanism.coordinates)} coordinates, {len(mechanism.speeds)} speeds, "
        f"{len(mechanism.rows)} constraint rows",
        "",
        *summary_of_tree(mechanism),
        "",
    ]
    if mechanism.closures:
        lines += [*summary_of_closures(mechanism), ""]
    if ready.model.forces:
        lines += [*summary_of_elements(ready.model), ""]
    lines += [
        f"mobility by count   {mobility_by_count(mechanism)}",
        f"mobility by rank    {rank.mobility_text}",
        f"redundant rows      {', '.join(rank.redundant) or 'none'}",
        f"idle freedoms       {', '.join(rank.idle) or 'none'}",
        f"subsystems          {listed_in_summary(mechanism)}",
        f"inputs              {', '.join(f'{p.name} [{p.unit}]' for p in ready.model.inputs) or 'none'}",
        *summary_of_controllers(ready.model),
    ]
    return "\n".join(lines)


def summary_of_tree(mechanism: Mechanism) -> list[str]:
    """Returns the bodies with parents, relative freedoms and running totals."""
    head = ["body", "carried by", "joint", "kind", "coordinates", "freedoms", "total"]
    return _table(head, [_cells(row) for row in mobility_rows(mechanism)])


def summary_of_closures(mechanism: Mechanism) -> list[str]:
    """Returns what closes loops or ties coordinates."""
    closing = [[c.name, type(c).__name__.lower(), _between(c), str(len(tree_row_names(c)))] for c in mechanism.closures]
    return _table(["closed by", "kind", "between", "rows"], closing)


@dataclass(frozen=True, slots=True)
class ElementRow:
    """A force element in the table of what acts where."""

    element: str
    kind: str
    bodies: tuple[str, ...]  # that it acts on
    coordinates: tuple[str, ...]  # that it acts along


def summary_rows_of_elements(model: Model) -> list[ElementRow]:
    """Says every force element with the bodies that carry it, or the coordinates it acts along."""
    return [ElementRow(p.name, TYPE_OF[type(p)] or "", bodies_of_ends(p), coordinates_of(p)) for p in model.forces]


def summary_of_elements(model: Model) -> list[str]:
    """Returns the force elements and the bodies that carry them."""
    rows = [
        [r.element, r.kind, " - ".join(r.bodies) or ", ".join(r.coordinates)] for r in summary_rows_of_elements(model)
    ]
    return _table(["force element", "kind", "carried by"], rows)


def summary_of_controllers(model: Model) -> list[str]:
    """Returns what sets inputs at a rate, if anything does."""
    found = [f"{one.name} ({TYPE_OF[type(one)]}, {float(one.rate):g} Hz)" for one in model.controllers]
    return [f"controllers         {', '.join(found)}"] if found else []


def _cells(row: BodyRow) -> list[str]:
    coordinates = ", ".join(row.coordinates) or "-"
    return [row.body, row.parent, row.joint, row.kind, coordinates, str(row.freedoms), str(row.total)]


def _between(closure: object) -> str:
    if hasattr(closure, "parent"):
        return f"{closure.parent} - {closure.child}"  # type: ignore[attr-defined]
    return ", ".join(getattr(closure, "coordinates", None) or [closure.coordinate])  # type: ignore[attr-defined]


def listed_in_summary(mechanism: Mechanism) -> str:
    """Returns groups of equal subsystems, and the bodies they meet on."""
    groups = [f"{len(g.members)} x {len(g.members[0].links)} bodies" for g in mechanism.groups]
    interface = [mechanism.links[k].body for k in mechanism.interface.links]
    return f"{', '.join(groups) or 'none'}; interface: {', '.join(interface) or 'none'}"


def _table(head: list[str], rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    padded = [[cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in [head, *rows]]
    return ["  ".join(row).rstrip() for row in padded]
