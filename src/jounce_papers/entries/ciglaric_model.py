"""Entries of [Ciglaric], Figs 1 to 5: topology and joints, the car and its functional corners, the virtual tyre."""

from __future__ import annotations

from functools import cache
from math import pi, sqrt
from typing import Any

import numpy as np

from jounce.equations.poincare.joint_maps import joint_map
from jounce.mechanism import connect_mechanism
from jounce.model import Model, load
from jounce.model.axle_data import CarcassData
from jounce.model.templates.corner import Corner
from jounce.model.templates.virtual_tyre import virtual_tyre
from jounce.parts import GROUND, Body
from jounce.parts.joints import Cylindrical, Fixed, Gimbal, Planar, Prismatic, Revolute, Universal
from jounce.parts.joints.joint_rows import joint_rows
from jounce.parts.laws import Bilinear, Tanh
from jounce.simulation.linear.linearise import linearise
from jounce.simulation.prepare import prepare
from jounce.spatial.relative_motion import STILL, RelativeMotion
from jounce_papers.entry import paper_entry
from jounce_papers.experiments import Experiment, SharedExperiments, by_route
from jounce_papers.shown import (
    Finding,
    Shown,
    ShownCurve,
    ShownModel,
    ShownPlot,
    ShownTable,
    largest_shown_difference,
    shown_histories,
    shown_panel,
)

PAPER = "ciglaric"
PIN: dict[str, Any] = {"parent": GROUND, "child": "body", "point": (0.1, -0.2, 0.3)}
ALONG, ACROSS = (0.0, 0.6, 0.8), (1.0, 0.0, 0.0)
JOINTS: tuple[Any, ...] = (  # simple ones and sequences of them
    Revolute(name="revolute", axis=ALONG, **PIN),
    Prismatic(name="prismatic", axis=ALONG, **PIN),
    Cylindrical(name="cylindrical", axis=ALONG, **PIN),
    Universal(name="universal", axis=ALONG, child_axis=ACROSS, **PIN),
    Planar(name="planar", normal=ALONG, axis=ACROSS, **PIN),
    Gimbal(name="gimbal", axis=ALONG, child_axis=ACROSS, **PIN),
)
FOUR_BAR = Experiment(model="four_bar", settings={"duration": "5 s"})
SWING_ARM = Experiment(model="swing_arm", study="wheel-travel", settings={"axle": "front"})
LUMPED_MASS = Experiment(model="lumped_mass", study="wheel-travel", settings={"axle": "front"})
TYRE = Experiment(model="tyre_155_r13", study="tyre-rig")
CARCASS_RUN = Experiment(model="golf1_carcass", study="sine-steer")


@paper_entry(
    PAPER,
    "Fig. 1",
    "A multibody system and its graph",
    shows="Bodies, joints and force elements, numbered from the inertial body outwards.",
    states="Every column of the incidence matrix has one +1 and one -1, eq. 8. H spans what A leaves: A H = 0, eq. "
    "6-7. Compound joints are sequences of simple ones. M p' + C p + F = Q_p, eq. 13.",
    differs="The system drawn is ours, a four-bar. In eq. 15 the half term has the wrong sign and the last factor is "
    "the inverse transpose of V (E-18); eq. 7 means p = H q' (E-19). With these, the route by quasi-velocities moves "
    "as the recursive one.",
    rows=(13, 14, 15, 16),
    experiments=(FOUR_BAR, by_route(FOUR_BAR, "poincare")),
    commands=("jounce info four_bar --json",),
)
def multibody_system(runs: SharedExperiments) -> Shown:
    one, other = runs(FOUR_BAR), runs(by_route(FOUR_BAR, "poincare"))
    mechanism = connect_mechanism(load("four_bar"))  # type: ignore[arg-type]
    S = mechanism.incidence()
    good = int(np.sum((S == 1).sum(axis=0) * (S == -1).sum(axis=0) == 1))
    bodies = [GROUND, *(link.body for link in mechanism.links)]
    rows = [(body, *(int(v) for v in S[k])) for k, body in enumerate(bodies)]
    maps = [_joint_map_check(joint) for joint in JOINTS]
    angles = [channel.name for channel in one.channels if channel.name.endswith("crank_pivot.angle")] or [
        _first_angle(one)
    ]
    return Shown(
        pictures=(
            ShownModel("four-bar linkage", one, azimuth=-90.0, elevation=8.0),
            shown_histories(
                "angle of a hinge", "deg", {"recursive": (one, angles[0]), "quasi-velocities": (other, angles[0])}
            ),
        ),
        findings=(
            Finding("columns with one +1 and one -1", good, f"of {S.shape[1]}", "all", S.shape[1], S.shape[1]),
            Finding("largest entry of A H", max(residual for residual, _ in maps), "", "equal", most=1e-12),
            Finding(
                "joints whose H spans all that A leaves",
                sum(lacks == 0 for _, lacks in maps),
                f"of {len(JOINTS)}",
                "all",
                len(JOINTS),
                len(JOINTS),
            ),
            Finding(
                "motion by quasi-velocities and by the recursive route",
                largest_shown_difference(one, other, angles),
                "of the peak",
                "equal",
                most=1e-6,
            ),
        ),
        tables=(ShownTable("Incidence", ("body", *(j.name for j in mechanism.joined)), tuple(rows)),),
    )


def _first_angle(run: object) -> str:
    return next(channel.name for channel in run.channels if channel.name.endswith(".angle"))  # type: ignore[attr-defined]


def _joint_map_check(joint: Any) -> tuple[float, int]:
    """Largest entry of A H, A being the wrenches of the joint's own rows; and what rank H lacks of 6 less rank A."""
    q = [[0.3 + 0.1 * k] for k in range(len(joint.motions()))]
    found = joint_map(joint.motions(), q)
    seat = tuple(float(p + r) for p, r in zip(joint.point, found.r, strict=True))
    child = RelativeMotion(found.R, seat, joint.point)  # type: ignore[arg-type]
    wrenches = [[np.array(part, float) for part in row.wrench] for row in joint_rows(joint, STILL, child)]
    A = np.array([[*(moment - np.cross(seat, force)), *force] for moment, force in wrenches])
    H = np.array([[*w, *v] for w, v in found.H], float).T
    return float(np.abs(A @ H).max()), int(6 - np.linalg.matrix_rank(A) - np.linalg.matrix_rank(H))


@cache
def freedoms_of(car: str) -> int:
    """Degrees of freedom of a car of the library, by rank."""
    return int(prepare(load(car), integrator=None).rank.mobility)  # type: ignore[arg-type]


@paper_entry(
    PAPER,
    "Fig. 2",
    "Mechanical model of the road vehicle",
    shows="The car: chassis, four suspensions, wheels.",
    states="The model has up to 26 degrees of freedom; the simplified one of section 3.2 has 18.",
    differs="Sprung and unsprung are swapped in the text (E-19). 26 = 6 + 4 + 4 + 12 and 18 = 6 + 4 + 4 + 4 (E-22). "
    "In the 18 of golf1 the tyre's upright freedom is the wheel on its spring.",
    rows=(112, 113, 114, 44),
    experiments=(CARCASS_RUN,),
    commands=("jounce info golf1_carcass", "jounce info golf1"),
)
def vehicle_model(runs: SharedExperiments) -> Shown:
    return Shown(
        pictures=(ShownModel("golf1_carcass, from the front left", runs(CARCASS_RUN), azimuth=-125.0, elevation=25.0),),
        findings=(
            Finding("degrees of freedom, full", freedoms_of("golf1_carcass"), "", "26", 26, 26),
            Finding("degrees of freedom, simplified", freedoms_of("golf1"), "", "18", 18, 18),
        ),
    )


@paper_entry(
    PAPER,
    "Fig. 3",
    "Virtual tyre",
    shows="The tyre on its rim: springs along, across and upright.",
    states="Each tyre has one vertical, one longitudinal and one axial freedom relative to the rim.",
    differs="Stiffnesses are not given. With the rim held, each freedom swings with sqrt(k/m).",
    rows=(71,),
)
def virtual_tyre_modes(_: SharedExperiments) -> Shown:
    mass, centre = 16.7, (0.0, 0.6, 0.3)
    rates = {"across": 1.5e5, "along": 4e5, "upright": 5e5}  # N/m, rising as the frequencies are sorted
    carcass = CarcassData(longitudinal=rates["along"], lateral=rates["across"], vertical=rates["upright"])
    given = Corner(
        prefix="w", mount=GROUND, tie_rod_mount=GROUND, points={"wheel_centre": centre}, masses={}, bushings={}
    )
    model = Model("rim held", gravity=(0.0, 0.0, 0.0))
    model.add(Body(name="w.wheel", mass=mass, inertia=(0.3, 0.5, 0.3), centre=centre))
    model.add(
        *virtual_tyre(given, GROUND, carcass), Fixed(name="held", parent="w.carcass", child="w.wheel", point=centre)
    )
    ready = prepare(model, integrator=None)
    found = sorted(mode.frequency for mode in linearise(ready, ready.state).modes)
    exact = [sqrt(k / mass) / (2 * pi) for k in rates.values()]
    rows = [(word, f"{k / 1e3:g} N/mm", f, e) for (word, k), f, e in zip(rates.items(), found, exact, strict=True)]
    off = max(abs(f / e - 1) for f, e in zip(found, exact, strict=True))
    return Shown(
        findings=(
            Finding("freedoms of a tyre on its rim", len(found), "", "3", 3, 3),
            Finding("frequencies less sqrt(k/m)/2 pi", off, "of it", "", most=1e-9),
        ),
        tables=(
            ShownTable(
                "Frequencies, rim held", ("direction", "stiffness", "found [Hz]", "sqrt(k/m) [Hz]"), tuple(rows)
            ),
        ),
    )


@paper_entry(
    PAPER,
    "Fig. 4",
    "Lumped-mass suspension",
    shows="The unsprung mass slides up and down at the wheel centre.",
    states="The mass is connected by a translational pair; camber does not change.",
    differs="The same axle on our rig, over 160 mm of travel.",
    rows=(44,),
    experiments=(LUMPED_MASS,),
)
def lumped_mass(runs: SharedExperiments) -> Shown:
    run = runs(LUMPED_MASS)
    return Shown(
        pictures=(
            ShownModel("lumped mass", run, azimuth=-150.0, elevation=15.0, sample=len(run.time) // 2),
            shown_panel(run, "Camber"),
        ),
        findings=(
            Finding(
                "change of camber over the travel",
                float(np.degrees(np.ptp(run["front_left.camber"]))),
                "deg",
                "0",
                most=1e-9,
            ),
        ),
    )


@paper_entry(
    PAPER,
    "Fig. 5",
    "Swing-arm suspension",
    shows="The unsprung mass swings about the instant centre of the linkage.",
    states="Its advantage over the lumped mass is that camber changes (printed: chamber, E-19).",
    differs="The same axle on our rig. To first order the slope of camber in bump is one over the length of the arm "
    "in the front view.",
    rows=(45,),
    experiments=(SWING_ARM,),
)
def swing_arm(runs: SharedExperiments) -> Shown:
    run = runs(SWING_ARM)
    points = load("swing_arm").axles["front"].hardpoints  # type: ignore[union-attr]
    arm = float(points["wheel_centre"][1] - points["instant_centre"][1])
    slope = abs(run.metrics["front_left.bump_camber"].value)
    return Shown(
        pictures=(
            ShownModel("swing arm", run, azimuth=-150.0, elevation=15.0, sample=len(run.time) // 2),
            shown_panel(run, "Camber"),
        ),
        findings=(
            Finding("slope of camber in bump", float(np.degrees(slope)) / 1e3, "deg/mm", "not 0"),
            Finding("slope times the length of the arm", slope * arm, "", "1", 0.999, 1.001),
        ),
    )


@paper_entry(
    PAPER,
    "Eq. 18 to 21",
    "Characteristics of springs, dampers and tyres",
    shows="No figure: two slopes, a hyperbolic tangent, and the Magic Formula with its shifts.",
    states="Eq. 18: slopes k1 and k2 on both sides of zero. Eq. 19: k1 tanh(k2 e + k3) - tanh(k3). Eq. 20-21: the "
    "Magic Formula for side force, aligning moment and longitudinal force.",
    differs="As bracketed, eq. 19 is not zero at zero; k1 times the whole difference is (E-20). The side force is "
    "called F_z (E-19). Our tyre is estimated for the class of the Golf I.",
    rows=(31, 32, 66),
    experiments=(TYRE,),
)
def characteristics(runs: SharedExperiments) -> Shown:
    k1, k2, k3, soft, stiff = 4e3, 8.0, 0.3, 12e3, 20e3
    bilinear, law, run = Bilinear(compression=stiff, extension=soft), Tanh(k1=k1, k2=k2, k3=k3), runs(TYRE)
    x, h, far = np.linspace(-0.3, 0.3, 121), 1e-6, 10.0
    two, bent = (np.array([_force(each, float(e)) for e in x]) for each in (bilinear, law))
    printed = k1 * np.tanh(k2 * x + k3) - np.tanh(k3)
    slopes = {"extension": _force(bilinear, h) / h, "compression": _force(bilinear, -h) / -h}
    curves = {"two slopes": (two, "-"), "hyperbolic tangent": (bent, "-"), "eq. 19 as printed": (printed, "--")}
    return Shown(
        pictures=(
            ShownPlot(
                "force [kN]",
                "deflection [mm]",
                tuple(ShownCurve(label, 1e3 * x, y / 1e3, style) for label, (y, style) in curves.items()),
            ),
            shown_panel(run, "Side force"),
            shown_panel(run, "Aligning moment"),
        ),
        findings=(
            *(Finding(f"slope in {word}", slopes[word] / 1e3, "N/mm") for word in slopes),
            Finding("tangent at zero", _force(law, 0.0), "N", "0", 0, 0),
            Finding("eq. 19 as printed, at zero", float(printed[60]), "N", "(k1 - 1) tanh k3"),
            Finding(
                "tangent far out, by k1 (1 - tanh k3)",
                _force(law, far) / (k1 * (1 - np.tanh(k3))),
                "",
                "1",
                0.999,
                1.001,
            ),
        ),
    )


def _force(law: Any, deflection: float) -> float:
    return float(law.value(deflection))
