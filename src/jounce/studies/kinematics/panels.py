"""Panels and bars of an axle on its rig: which outputs stand together, in the order in which an engineer reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import hypot

from jounce.results import Channel, Metric
from jounce.results.panel import Bars, Panel
from jounce.studies.kinematics.compliance_outputs import RESPONSES

# heading and outputs that share a panel; a panel whose outputs are not there is left out
TRAVEL_PANELS = (
    ("Toe", ("toe",)),
    ("Camber", ("camber",)),
    ("Caster", ("caster",)),
    ("Kingpin inclination", ("kingpin",)),
    ("Trail and scrub radius", ("caster_trail", "scrub_radius")),
    ("Track change", ("track_change",)),
    ("Wheelbase change", ("wheelbase_change",)),
    ("Motion ratio", ("motion_ratio",)),
    ("Wheel rate", ("wheel_rate", "wheel_rate_geometric", "ride_rate")),
    ("Roll centre height", ("roll_centre_height", "roll_centre_height_2d", "roll_centre_height_force")),
    ("Support slope dx/dz", ("support_slope_outboard", "support_slope_inboard")),
    ("Anti values", ("anti_dive", "anti_squat", "anti_lift")),
)
# what is read over the rack instead
RACK_PANELS = (
    ("Steer angle", ("steer",)),
    ("Steer per rack travel", ("steer_per_rack",)),
    ("Ackermann error", ("ackermann_error",)),
    ("Steering ratio", ("steering_ratio",)),
    *(
        each
        for each in TRAVEL_PANELS
        if each[0] in ("Camber", "Caster", "Kingpin inclination", "Trail and scrub radius")
    ),
)
WORDS = {
    "roll_centre_height": "kinematic",
    "roll_centre_height_2d": "geometric, 2-D",
    "roll_centre_height_force": "force-based",
    "wheel_rate": "suspension",
    "wheel_rate_geometric": "geometric part",
    "ride_rate": "with tyre",
    "support_slope_outboard": "at contact, locked",
    "support_slope_inboard": "at wheel centre",
}
Rows = dict[str, dict[str, float]]  # label -> side -> value
LEAST = 1e-6  # N m: a ball joint carries no moment but for rounding


def sweep_panels(asked: Sequence[tuple[str, tuple[str, ...]]], channels: Sequence[Channel]) -> tuple[Panel, ...]:
    """The panels over the first channel; curves of several outputs are labelled, those of right wheels by dashes."""
    over, found = channels[0].name, []
    for heading, outputs in asked:
        own = [c for output in outputs for c in channels[1:] if c.name.rpartition(".")[2] == output]
        words = {c.name: c.owner.part.partition(".")[2] or WORDS.get(o := c.name.rpartition(".")[2], o) for c in own}
        several = len(set(words.values())) > 1
        labels = [words[c.name].replace("_", " ") if several and c.owner.side != "right" else "" for c in own]
        if own:
            found.append(Panel(heading, tuple(c.name for c in own), over, tuple(labels)))
    return tuple(found)


def compliance_panels(metrics: Mapping[str, Metric]) -> Iterator[Bars]:
    """Yields each response by the loads that cause it, then stiffnesses."""
    for response in RESPONSES:
        own = {name: m for name, m in metrics.items() if name.endswith(f".{response.name}")}
        for unit in dict.fromkeys(metric.shown_unit for metric in own.values()):
            rows = {name: m for name, m in own.items() if m.shown_unit == unit}
            heading = response.name.replace("_", " ").capitalize()
            yield Bars(heading, unit, _by_side(rows, lambda part, _: part.replace("_", " ")))
    rates = {name: m for name, m in metrics.items() if m.kind == "stiffness"}
    yield Bars("Stiffness", "N/mm", _by_side(rates, lambda _, end: end))


def load_panels(metrics: Mapping[str, Metric]) -> Iterator[Bars]:
    """Yields forces and moments of each joint, then what springs and links carry along themselves."""

    def six(end: str) -> Rows:
        own = {n: m for n, m in metrics.items() if m.owner.group == "reaction" and n.endswith(f".{end}")}
        return _by_side(own, lambda part, _: part)

    for end in ("Fx", "Fy", "Fz"):
        yield Bars(f"{end} on the outboard body", "kN", six(end))
    x, y, z = (six(end) for end in ("Mx", "My", "Mz"))
    moments = {j: {side: hypot(x[j][side], y[j][side], z[j][side]) for side in x[j]} for j in x}
    yield Bars("Moment in the joint", "N m", {j: row for j, row in moments.items() if max(row.values()) > LEAST})
    rows = _by_side({n: m for n, m in metrics.items() if m.owner.group == "force"}, lambda part, end: f"{part}.{end}")
    if "rack.force" in metrics:
        rows["rack.force, to the left"] = {"left": metrics["rack.force"].value}
    yield Bars("Force along springs and links, tension positive", "kN", rows)


def _by_side(rows: Mapping[str, Metric], label: Callable[[str, str], str]) -> Rows:
    """Returns values of left and right wheels by a label, made of the part's own name and the end of the metric's."""
    found: Rows = {}
    for name, metric in rows.items():
        if metric.owner.side:
            part, end = metric.owner.part.partition(".")[2], name.rpartition(".")[2]
            found.setdefault(label(part, end), {})[metric.owner.side] = metric.value
    return found
