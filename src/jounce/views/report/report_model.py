"""The model in a report: what moves on what, counts, masses, axles."""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.mechanism.mobility import mobility_text
from jounce.results import Result
from jounce.results.drawn.outline import Outline
from jounce.views.report.markup import Html, html_element, html_pairs, join_html, table


def report_of_model(result: Result) -> Html:
    """Axles of a vehicle, counts, and the tables of bodies and loops, from the outline that the result carries."""
    outline, parts = result.outline, [_axles(result)]
    if outline is not None and result.drawn is not None:
        numbers = result.drawn.numbers
        parts += [_counts(result, outline, numbers), _bodies(outline, numbers), _loops(outline)]
    parts.append(_controllers(result))
    return join_html(part for part in parts if part)


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
    """Returns what set inputs at a rate."""
    told: Any = result.metadata.get("controllers", [])
    if not told:
        return Html()
    rows = [
        (one["name"], one["kind"], f"{one['rate']:g}", ", ".join(one["reads"]), ", ".join(one["sets"]), one["form"])
        for one in told
    ]
    return table(("controller", "kind", "rate [Hz]", "reads", "sets", "runs in"), rows, numbers=(2,))


def _counts(result: Result, outline: Outline, numbers: np.ndarray) -> Html:
    about = result.metadata
    rows, speeds = sum(loop.rows for loop in outline.loops), sum(body.freedoms for body in outline.bodies)
    redundant: Any = about.get("redundant_rows", [])
    free = speeds - rows + len(redundant)
    rolling = sum(row not in redundant for loop in outline.loops for row in loop.rows_of_speeds)
    idle: Any = about.get("idle_freedoms", [])
    masses = numbers[[body.mass for body in outline.bodies]]
    centre = masses @ numbers[[body.centre for body in outline.bodies]] / masses.sum()
    return html_pairs(
        [
            ("bodies", len(outline.bodies)),
            ("coordinates", sum(len(body.coordinates) for body in outline.bodies)),
            ("speeds", speeds),
            ("constraint rows", f"{rows}, {len(redundant)} of them redundant"),
            ("mobility", mobility_text(free, free + rolling)),
            ("redundant rows", ", ".join(redundant) or "none"),
            ("idle freedoms", ", ".join(str(name).partition(":")[0] for name in idle) or "none"),
            ("mass of all bodies", f"{masses.sum():.5g} kg"),
            ("their centre, design position", f"{', '.join(f'{x:.3f}' for x in centre)} m"),
        ]
    )


def _bodies(outline: Outline, numbers: np.ndarray) -> Html:
    rows = [
        (b.name, f"{numbers[b.mass]:.4g}", b.carried_by, b.joint, b.kind, ", ".join(b.coordinates), b.freedoms)
        for b in sorted(outline.bodies, key=lambda body: body.order)
    ]
    head = ("body", "mass [kg]", "carried by", "joint", "kind", "coordinates", "freedoms")
    return join_html([html_element("h3", "Bodies"), table(head, rows, numbers=(1, 6))])


def _loops(outline: Outline) -> Html:
    if not outline.loops:
        return Html()
    rows = [(loop.name, loop.kind, loop.between, loop.rows) for loop in outline.loops]
    head = ("closed by", "kind", "between", "rows")
    return join_html([html_element("h3", "Loops and couplings"), table(head, rows, numbers=(3,))])
