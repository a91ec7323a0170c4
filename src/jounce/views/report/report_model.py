"""The model in a report: what moves on what, counts, masses, axles."""

from __future__ import annotations

from typing import Any

from jounce.errors import JounceError
from jounce.mechanism import Mechanism, connect_mechanism, tree_row_names
from jounce.mechanism.mobility import mobility_rows, mobility_text
from jounce.model.outline import read_outline
from jounce.results import Result
from jounce.views.report.markup import Html, html_element, html_pairs, join_html, table


def report_of_model(result: Result) -> Html:
    """Axles of a vehicle, counts, and the tables of bodies and loops, from the outline that the result carries."""
    mechanism = _mechanism(result)
    parts = [_axles(result)]
    if mechanism is not None:
        parts += [_counts(result, mechanism), _bodies(mechanism), _loops(mechanism)]
    parts.append(_controllers(result))
    return join_html(part for part in parts if part)


def _mechanism(result: Result) -> Mechanism | None:
    text = str(result.metadata.get("outline", ""))
    try:
        return connect_mechanism(read_outline(text)) if text else None
    except JounceError:  # an outline of others, or of another version: the rest of the report still holds
        return None


def _axles(result: Result) -> Html:
    axles: Any = result.metadata.get("axles", [])
    if not axles:
        return Html()
    places = [axle["x"] for axle in axles]
    wheelbase = [f"Wheelbase {max(places) - min(places):.3f} m."] if len(places) > 1 else []
    rows = [
        (
            axle["name"],
            str(axle["kind"]).replace("_", " ") + (", steered" if axle["steered"] else ""),
            *(f"{axle[key]:.3f}" for key in ("x", "track", "wheel_centre")),
        )
        for axle in axles
    ]
    head = ("axle", "kind", "x [m]", "track [m]", "wheel centre height [m]")
    return join_html([table(head, rows, numbers=(2, 3, 4)), *(html_element("p", line) for line in wheelbase)])


def _controllers(result: Result) -> Html:
    """What set inputs at a rate."""
    told: Any = result.metadata.get("controllers", [])
    if not told:
        return Html()
    rows = [
        (one["name"], one["kind"], f"{one['rate']:g}", ", ".join(one["reads"]), ", ".join(one["sets"]), one["form"])
        for one in told
    ]
    return table(("controller", "kind", "rate [Hz]", "reads", "sets", "runs in"), rows, numbers=(2,))


def _counts(result: Result, mechanism: Mechanism) -> Html:
    about = result.metadata
    rows = len(mechanism.rows)
    redundant: Any = about.get("redundant_rows", [])
    free = len(mechanism.speeds) - rows + len(redundant)
    rolling = sum(row.speeds_only and row.name not in redundant for row in mechanism.rows)
    idle: Any = about.get("idle_freedoms", [])
    masses = [float(body.mass) for body in mechanism.model.bodies]  # type: ignore[arg-type]
    mass = sum(masses)
    places = [[float(x) for x in body.centre] for body in mechanism.model.bodies]  # type: ignore[arg-type]
    centre = [sum(m * place[k] for m, place in zip(masses, places, strict=True)) / mass for k in range(3)]
    return html_pairs(
        [
            ("bodies", len(mechanism.links)),
            ("coordinates", len(mechanism.coordinates)),
            ("speeds", len(mechanism.speeds)),
            ("constraint rows", f"{rows}, {len(redundant)} of them redundant"),
            ("mobility", mobility_text(free, free + rolling)),
            ("redundant rows", ", ".join(redundant) or "none"),
            ("idle freedoms", ", ".join(str(name).partition(":")[0] for name in idle) or "none"),
            ("mass of all bodies", f"{mass:.5g} kg"),
            ("their centre, design position", f"{', '.join(f'{x:.3f}' for x in centre)} m"),
        ]
    )


def _bodies(mechanism: Mechanism) -> Html:
    masses = {body.name: f"{float(body.mass):.4g}" for body in mechanism.model.bodies}  # type: ignore[arg-type]
    rows = [
        (row.body, masses.get(row.body, ""), row.parent, row.joint, row.kind, ", ".join(row.coordinates), row.freedoms)
        for row in mobility_rows(mechanism)
    ]
    head = ("body", "mass [kg]", "carried by", "joint", "kind", "coordinates", "freedoms")
    return join_html([html_element("h3", "Bodies"), table(head, rows, numbers=(1, 6))])


def _loops(mechanism: Mechanism) -> Html:
    rows = [
        (closure.name, type(closure).__name__.lower(), _joined_by(closure), len(tree_row_names(closure)))
        for closure in mechanism.closures
    ]
    if not rows:
        return Html()
    head = ("closed by", "kind", "between", "rows")
    return join_html([html_element("h3", "Loops and couplings"), table(head, rows, numbers=(3,))])


def _joined_by(closure: Any) -> str:
    if hasattr(closure, "parent"):
        return f"{closure.parent} – {closure.child}"
    return ", ".join(getattr(closure, "coordinates", None) or [closure.coordinate])
