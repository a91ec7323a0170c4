"""Summary of a vehicle: its axles, and of a car the tables of [Szczotka 2007], with their counts for their car."""

from __future__ import annotations

import re
from collections.abc import Callable

from jounce.errors import ModelError
from jounce.mechanism import Mechanism, tree_row_names
from jounce.mechanism.mobility import mobility_rows
from jounce.model import Vehicle
from jounce.model.assembly.car import weigh_unit
from jounce.model.assembly.names import TRAILER
from jounce.model.axle_data import Axle
from jounce.model.belt_data import belt_shares_lags
from jounce.model.hitches import HitchData
from jounce.model.provenance import provenance_estimated_share
from jounce.model.rules.vehicle import vehicle_warnings
from jounce.model.templates import TEMPLATES
from jounce.model.templates.belt import belt_of_axle
from jounce.model.templates.struts import strut_seat
from jounce.model.vehicle import DEPTHS
from jounce.parts.ends import has_phases
from jounce.simulation.prepare import Prepared, prepare
from jounce.simulation.summary import (
    listed_in_summary,
    summary_of_closures,
    summary_of_controllers,
    summary_of_elements,
    summary_of_tree,
)

SHAFT_ELEMENT = re.compile(r"(column|drive_shaft|.+\.shaft)_\d+")
GEARED = re.compile(r".+_differential")  # the cases: one coordinate of the papers, none of their 21 bodies
PRINTED_BODIES, PRINTED_COORDINATES = 21, 43
PRINTED_ROWS = "26 = 18 + 2 + 2 + 4 as printed; 24 independent while both frictions stick, 22 while both slide"
POLISH_COORDINATES = 34
POLISH_EQUATIONS = "equations 76 + n as printed, 70 + n without the six reactions that are counted twice"
STEERING, DRIVELINE = r"rack|.+\.tie_rod|steering_wheel|column_\d+", r"drive_shaft_\d+|.+\.shaft_\d+"
# subsystems of table 3: name, its bodies, its rows
SUBSYSTEMS: tuple[tuple[str, str, str], ...] = (
    ("steering column", r"steering_wheel|column_\d+", r"steering\.pinion"),
    ("drive shaft", r"drive_shaft_\d+", r"$"),
    ("differential", r".+_differential", r"drive\..*_(gear|lock)"),
    ("half shafts", r".+\.shaft_\d+", r".+\.outer_joint"),
)


def vehicle_summary(vehicle: Vehicle) -> str:
    """Returns axles and where numbers come from; of a car that can drive, what moves on what as well."""
    if vehicle.depth != DEPTHS[0]:
        return "\n".join([*_derived_lines(vehicle), "", *car_tables(prepare(vehicle, integrator=None))])
    axles = vehicle.all_axles()
    units = f"{len(vehicle.units)} units, " if len(vehicle.units) > 1 else ""
    lines = [f"{vehicle.name}: {units}{len(axles)} axle{'s' if len(axles) > 1 else ''}", ""]
    lines += [line for name in axles for line in _axle_lines(vehicle, name)]
    lines += [_hitch_line(name, hitch) for name, hitch in vehicle.hitches.items()]
    lines += _weight_lines(vehicle) if vehicle.unit.kind == TRAILER else []
    lines += [f"note: {note}" for note in vehicle_warnings(vehicle)]
    lines += ["", provenance_estimated_share(vehicle)]
    if counts := ", ".join(f"{path} {count:g}" for path, count in vehicle.counts().items()):
        lines.append(f"changing an element count rebuilds the equations: {counts}")
    try:
        ready = prepare(vehicle, integrator=None)
    except ModelError as error:
        if vehicle.unit.kind == TRAILER:
            return "\n".join([*lines, str(error.problems[0].what)])
        missing = ", ".join(problem.where for problem in error.problems[:6])
        return "\n".join([*lines, f"cannot drive as a whole: {missing} ({len(error.problems)} to be given)"])
    return "\n".join([*lines, "", *car_tables(ready)])


def _derived_lines(vehicle: Vehicle) -> list[str]:
    """Returns what was computed for a car that was derived from a richer one."""
    computed = vehicle.computed()
    width = max(len(name) for name in computed) + 2
    lines = [f"{vehicle.name} at depth '{vehicle.depth}', derived from its file. Computed:", ""]
    for name, each in computed.items():
        unit = "" if each.unit == "1" else each.unit
        lines.append(f"{name:{width}}{each.value:<12.6g} {unit:11} {each.definition}")
    return lines


def _hitch_line(name: str, hitch: HitchData) -> str:
    x, y, z = hitch.point
    kind = f"{hitch.kind.replace('_', ' ')}, {hitch.child} on {hitch.parent}"
    return f"{name:12} {kind:28} x {x:+.3f} m, y {y:+.3f} m, z {z:.3f} m"


def _weight_lines(vehicle: Vehicle) -> list[str]:
    """Tells what a scale says of a unit that cannot drive."""
    if vehicle.body is None or vehicle.body.centre is None:
        return []
    mass, (x, _, z) = weigh_unit(vehicle)
    return [f"{'weight':12} {f'{mass:.4g} kg':28} centre of mass at x {x:+.3f} m, z {z:.3f} m"]


def _axle_lines(vehicle: Vehicle, name: str) -> list[str]:
    axle = vehicle.placed_axles()[name]
    x, y, z = axle.hardpoints["wheel_centre"]
    track = y - axle.points(-1)["wheel_centre"][1]
    kind = f"{axle.template}{', steered' if axle.steered else ''}"
    lines = [f"{name:12} {kind:28} x {x:+.3f} m, track {track:.3f} m, wheel centre at {z:.3f} m"]
    if seats := _seats(vehicle, name):
        lines.append(f"{'':12} {seats}")
    if belt := _belt_line(axle):
        lines.append(f"{'':12} {belt}")
    rig = vehicle.axle_model(name)
    left = next(iter(rig.corners.values())).prefix
    own = (f"bodies.{left}.", f"bodies.{name}.")
    assumed = [source for source in rig.model.sources if source.startswith(own)]
    if assumed:
        lines.append(f"{'':12} masses assumed: {', '.join(r.rpartition('.')[2] for r in assumed)}")
    return lines


def _belt_line(axle: Axle) -> str:
    """Says how a rigid ring shares the relaxation lengths of its tyre's law with the patch."""
    belt = belt_of_axle(axle)
    if belt is None:
        return ""
    load, *lags = belt_shares_lags(belt, axle.tyre)
    words = (
        f"{word} {1e3 * whole:.0f} mm of the law = {1e3 * own:.0f} of the belt + {1e3 * patch:.0f} of the patch"
        for word, whole, own, patch in zip(("along", "across"), *lags, strict=True)
    )
    return f"rigid ring: relaxation lengths under {load:.0f} N {', '.join(words)}"


def _seats(vehicle: Vehicle, name: str) -> str:
    """Which body carries the lower end of each element, and whether the file says so."""
    axle, rig = vehicle.all_axles()[name], vehicle.axle_model(name)
    left = f"{next(iter(rig.corners.values())).prefix}."
    parts = [part for part in rig.model.forces if part.name.startswith(left)]
    roles = {part.name.removeprefix(left): part.child.rpartition(".")[2] for part in parts if hasattr(part, "child")}
    if "anti_roll_bar" in axle.elements:
        roles["anti_roll_bar"] = strut_seat("anti_roll_bar", TEMPLATES[axle.template], axle.elements)
    return ", ".join(
        f"{word.replace('_', ' ')} on {role}{'' if getattr(axle.elements[word], 'body', '') else ' (by default)'}"
        for word, role in roles.items()
        if word in axle.elements
    )


def car_tables(ready: Prepared) -> list[str]:
    """Returns tables 1 to 3 and the counts of [Szczotka 2007, eq. 44]."""
    mechanism, rank = ready.mechanism, ready.rank
    bodies = [row.body for row in mobility_rows(mechanism)]
    elements = [name for name in bodies if SHAFT_ELEMENT.fullmatch(name)]
    rigid = [name for name in bodies if name not in elements and not GEARED.fullmatch(name)]
    freedoms = len(mechanism.speeds)
    own = (len(rigid), freedoms - len(elements))
    papers = own == (PRINTED_BODIES, PRINTED_COORDINATES)  # a car of their structure: theirs are printed beside its own
    return [
        "Table 1: bodies, what carries them, relative degrees of freedom and their sum",
        *summary_of_tree(mechanism),
        "",
        "Table 2: joints that close loops, and couplings",
        *summary_of_closures(mechanism),
        "",
        "Table 3: additional subsystems",
        *_subsystems(mechanism),
        "",
        "Table 4: force elements and what carries them",
        *summary_of_elements(ready.model),
        "",
        f"rigid bodies         {own[0]}{f' (papers: {PRINTED_BODIES})' if papers else ''}",
        f"coordinates          {freedoms} = {own[1]} + {len(elements)} rigid finite elements"
        f"{f' (papers: {PRINTED_COORDINATES} + n)' if papers else ''}",
        f"constraint rows      {_row_count(mechanism)}",
        *([f"papers               {PRINTED_ROWS}", *_polish_counts(mechanism)] if papers else []),
        f"mobility             {rank.mobility_text} by rank, {rank.mobility_by_count} by count",
        *_functional_freedoms(ready),
        f"redundant rows       {', '.join(rank.redundant) or 'none'}",
        f"idle motions         {len(rank.idle)}: {', '.join(name.partition(':')[0] for name in rank.idle) or 'none'}",
        f"subsystems           {listed_in_summary(mechanism)}",
        f"inputs               {', '.join(f'{p.name} [{p.unit}]' for p in ready.model.inputs) or 'none'}",
        *summary_of_controllers(ready.model),
    ]


def _polish_counts(mechanism: Mechanism) -> list[str]:
    """Compares the counts of [Szczotka 2004, eq. 2.12, 2.18.2, 2.22] for a car of that structure with its own."""
    of_body = {row.body: row.freedoms for row in mobility_rows(mechanism)}
    steered = sum(n for body, n in of_body.items() if re.fullmatch(STEERING, body))
    elements = sum(n for body, n in of_body.items() if re.fullmatch(r"column_\d+", body))  # n_W
    drive = sum(n for body, n in of_body.items() if GEARED.fullmatch(body) or re.fullmatch(DRIVELINE, body))
    own, freedoms = sum(of_body.values()) - steered - drive, len(mechanism.speeds)
    rows = sum(len(tree_row_names(c)) for c in mechanism.closures if c.name != "steering.driver")
    frictions = sum(part.name.endswith("_friction") for part in mechanism.model.forces if has_phases(part))
    return [
        f"papers, in Polish    n_S = {POLISH_COORDINATES}, here {own}; n_V = n_S + n_W + 8 = "
        f"{POLISH_COORDINATES + elements + 8}, here {own + steered}",
        f"                     {POLISH_EQUATIONS}; here {freedoms} + {rows} + {frictions} of friction that sticks",
    ]


def _functional_freedoms(ready: Prepared) -> list[str]:
    """Says what the freedoms of a car of functional corners are. [Ciglaric, sections 3.1 and 3.2]"""
    joints = [link.joint.name for link in ready.mechanism.links]
    guides = [name for name in joints if name.endswith((".slider", ".swing"))]
    spins = [name for name in joints if name.endswith(".wheel_bearing")]
    if not spins or len(guides) != len(spins):
        return []
    carcass = [n.name for link in ready.mechanism.links if link.joint.name.endswith(".rim") for n in link.coordinates]
    words = {"tz": "upright", "tx": "along", "ty": "across"}
    found = {"car body": 6, "suspensions": len(guides), "wheel spins": len(spins)}
    for motion, word in words.items():
        if count := sum(name.endswith(f".{motion}") for name in carcass):
            found[f"tyres on their rims, {word}"] = count
    if rest := ready.rank.mobility - sum(found.values()):
        found["steering and driveline"] = rest
    return [f"freedoms             {sum(found.values())} = {' + '.join(f'{n} ({word})' for word, n in found.items())}"]


def _subsystems(mechanism: Mechanism) -> list[str]:
    lines = []
    for name, bodies, rows in SUBSYSTEMS:
        turning = [row for row in mobility_rows(mechanism) if re.fullmatch(bodies, row.body)]
        tied = [closure for closure in mechanism.closures if re.fullmatch(rows, closure.name)]
        if turning:
            freedoms = f"{len(turning):2} degree{'' if len(turning) == 1 else 's'} of freedom"
            lines.append(f"{name:20} {freedoms}, rows {sum(len(tree_row_names(c)) for c in tied)}")
    return lines


def _row_count(mechanism: Mechanism) -> str:
    """Returns rows by what they are, the driver's apart: the papers have his torque as an input."""
    kinds: dict[str, Callable[[str], object]] = {
        "wheel joints": re.compile(r".+\.outer_joint").fullmatch,
        "differentials": re.compile(r"drive\..+").fullmatch,
        "pinion": re.compile(r"steering\.pinion").fullmatch,
        "driver": re.compile(r"steering\.driver").fullmatch,
        "steering tables": re.compile(r"steering\..+").fullmatch,
    }
    counts = dict.fromkeys(("ball joints", *kinds), 0)
    for closure in mechanism.closures:
        kind = next((word for word, belongs in kinds.items() if belongs(closure.name)), "ball joints")
        counts[kind] += len(tree_row_names(closure))
    driver = counts.pop("driver")
    shown = ", ".join(f"{word} {count}" for word, count in counts.items() if count)
    return f"{sum(counts.values())}: {shown}{f'; and {driver} of the driver' if driver else ''}"
