"""The wishbone car, or its quarter, in MuJoCo: Euler or RK4 at 1 ms, loops as stiff `connect` constraints.

MuJoCo's loops are soft, so their gap is part of the result. Wheels are ellipsoids on a plane: it
has no tyre. The quarter only heaves, and its wheel does not rub.
"""

from __future__ import annotations

import time
from math import pi, sin

import mujoco
import numpy as np

from jounce_benchmarks import wishbone_car_data as data
from jounce_benchmarks.peers import PeerCost
from jounce_benchmarks.wishbone_car_data import BodyData, WishboneCorner

STEP, DURATION = 1e-3, 5.0  # s
STEPS_PER_BLOCK = 10  # between two looks at the gap, which are not timed
LOOP = f'solref="{2 * STEP} 1" solimp="0.9999 0.9999 0.001"'  # as stiff as the step allows
CONTACT = 'friction="0.9 0 0" condim="3" solref="0.03 0.5"'
SMOOTH = 'condim="1" solref="0.03 0.5"'
HEAVE = '<joint name="heave" type="slide" axis="0 0 1"/>'


def measure(integrator: str, which: str = "car") -> PeerCost:
    quarter = which == "quarter"
    model = mujoco.MjModel.from_xml_string(xml(integrator, quarter))
    state = mujoco.MjData(model)
    if not quarter:
        state.qvel[:3] = data.CAR_VELOCITY
    for corner in _corners(quarter):
        state.joint(f"wheel{corner.suffix}").qvel = data.WHEEL_SPIN
    car = model.body("car_body").id
    steps = round(DURATION / STEP)
    push = 0.0 if quarter else data.WIND_FORCE
    wind = [push * sin(2 * pi * data.WIND_FREQUENCY * i * STEP) for i in range(steps)]
    cpu, gap = 0.0, 0.0
    for block in range(0, steps, STEPS_PER_BLOCK):
        start = time.process_time()
        for force in wind[block : block + STEPS_PER_BLOCK]:
            state.xfrc_applied[car, 1] = force
            mujoco.mj_step(model, state)
        cpu += time.process_time() - start
        rows = state.efc_pos[: state.ne].reshape(-1, 3)  # equality rows come first, in threes
        gap = max(gap, float(np.linalg.norm(rows, axis=1).max()))
    return PeerCost(cpu / steps, gap)


def xml(integrator: str = "Euler", quarter: bool = False) -> str:
    """The car as MJCF; every body's frame is at its centre of mass."""
    body, joint = (data.QUARTER_BODY, HEAVE) if quarter else (data.CAR_BODY, "<freejoint/>")
    parts = [_corner(corner, np.array(body.centre), quarter) for corner in _corners(quarter)]
    bodies, loops, struts = ("".join(texts) for texts in zip(*parts, strict=True))
    return f"""<mujoco><compiler angle="radian"/>
      <option timestep="{STEP}" integrator="{integrator}" gravity="0 0 {-data.GRAVITY}"/>
      <default><equality {LOOP}/></default>
      <worldbody><geom type="plane" size="500 500 1" {SMOOTH if quarter else CONTACT}/>
        <body name="car_body" pos="{_text(body.centre)}">{joint}{_inertial(body)}
        {bodies}</body></worldbody>
      <equality>{loops}</equality><tendon>{struts}</tendon></mujoco>"""


def _corners(quarter: bool) -> tuple[WishboneCorner, ...]:
    return (data.QUARTER_CORNER,) if quarter else tuple(data.CORNERS)


def _corner(corner: WishboneCorner, car: np.ndarray, quarter: bool) -> tuple[str, str, str]:
    end = corner.suffix
    p = {name: np.array(corner.at(point)) for name, point in data.HARDPOINTS.items()}
    c = {name: np.array(corner.at(body.centre)) for name, body in data.CORNER_BODIES.items()}
    inertial = {name: _inertial(body) for name, body in data.CORNER_BODIES.items()}
    along = p["tie_rod_outer"] - p["tie_rod_inner"]
    along /= np.linalg.norm(along)
    across = np.cross(along, [0.0, 0.0, 1.0])
    across /= np.linalg.norm(across)

    def hinge(name: str, body: str, point: str, axis: np.ndarray) -> str:
        pos = _text(p[point] - c[body])
        return f'<joint name="{name}{end}" type="hinge" pos="{pos}" axis="{_text(axis)}"/>'

    def body(name: str, parent_centre: np.ndarray, joints: str, inside: str = "") -> str:
        pos = _text(c[name] - parent_centre)
        return f'<body name="{name}{end}" pos="{pos}">{inertial[name]}{joints}{inside}</body>'

    def site(name: str, frame_origin: np.ndarray) -> str:
        return f'<site name="{name}{end}" pos="{_text(p[name] - frame_origin)}"/>'

    r = data.TYRE_RADIUS
    disc = f'<geom type="ellipsoid" size="{r!r} 0.1 {r!r}" mass="0" {SMOOTH if quarter else CONTACT}/>'
    wheel = body("wheel", c["knuckle"], hinge("wheel", "wheel", "wheel_centre", np.array([0, 1, 0])), disc)
    ball_at = _text(p["lower_ball_joint"] - c["knuckle"])
    knuckle = body("knuckle", c["lower_arm"], f'<joint type="ball" pos="{ball_at}"/>', wheel)
    lower_axis = p["lower_arm_rear"] - p["lower_arm_front"]
    upper_axis = p["upper_arm_rear"] - p["upper_arm_front"]
    tie_joints = hinge("tie_1", "tie_rod", "tie_rod_inner", across)
    tie_joints += hinge("tie_2", "tie_rod", "tie_rod_inner", np.cross(along, across))
    bodies = (
        body(
            "lower_arm",
            car,
            hinge("lower", "lower_arm", "lower_arm_front", lower_axis),
            site("strut_bottom", c["lower_arm"]) + knuckle,
        )
        + body("upper_arm", car, hinge("upper", "upper_arm", "upper_arm_front", upper_axis))
        + body("tie_rod", car, tie_joints)
        + site("strut_top", car)
    )
    loops = "".join(
        f'<connect body1="{link}{end}" body2="knuckle{end}" anchor="{_text(p[point] - c[link])}"/>'
        for link, point in (("upper_arm", "upper_ball_joint"), ("tie_rod", "tie_rod_outer"))
    )
    strut = (
        f'<spatial stiffness="{data.SPRING_STIFFNESS}" damping="{data.DAMPER_RATE}" '
        f'springlength="{data.STRUT_FREE_LENGTH!r}">'
        f'<site site="strut_top{end}"/><site site="strut_bottom{end}"/></spatial>'
    )
    return bodies, loops, strut


def _inertial(body: BodyData) -> str:
    return f'<inertial pos="0 0 0" mass="{body.mass}" diaginertia="{_text(body.inertia)}"/>'


def _text(values) -> str:
    return " ".join(repr(float(value)) for value in values)
