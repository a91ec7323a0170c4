"""`small_car` in MuJoCo as its users would write it: Euler or RK4 at 1 ms, everything by its own means.

Its loops, couplings and shaft joints are soft constraints, springs and dampers tendons with constant rates, wheels
ellipsoids on a plane: it has no tables, no tyre and no constant-velocity joint, whose place a gear takes.
"""

from __future__ import annotations

import time
from typing import Any

import mujoco
import numpy as np

from jounce.mechanism import Mechanism, connect_mechanism
from jounce.parts import GROUND, Prescribed
from jounce.parts.forces import Damper, Spring, TorsionDamper
from jounce.parts.forces.torsion_bar import TorsionBar
from jounce.parts.joints import Coupling, ShaftJoint, Spherical
from jounce.parts.tyres.tyre import Tyre
from jounce_benchmarks.peers import PeerCost
from jounce_peers.mujoco_tree import mjcf, set_state, text
from jounce_peers.plain_car import TYRE, rate_of, straight_ahead

STEP, DURATION = 1e-3, 2.0  # s
SOFTER = 0.25  # of half shafts and column: Euler's method does not carry them at this step
STEPS_PER_BLOCK = 10  # between two looks at the gap, which are not timed
LOOP = f'solref="{2 * STEP} 1" solimp="0.9999 0.9999 0.001"'  # as stiff as the step allows
CONTACT = 'friction="0.9 0 0" condim="3" solref="0.03 0.5"'


def measure(integrator: str) -> PeerCost:
    start = straight_ahead()
    mechanism = connect_mechanism(start.car.model)
    model = mujoco.MjModel.from_xml_string(xml(mechanism, integrator))
    data = mujoco.MjData(model)
    set_state(mechanism, model, data, start.ready.layout, start.ready.state)
    loops = sum(isinstance(closure, Spherical) for closure in mechanism.closures)
    cpu, gap = 0.0, 0.0
    steps = round(DURATION / STEP)
    for _ in range(0, steps, STEPS_PER_BLOCK):
        began = time.process_time()
        for _ in range(STEPS_PER_BLOCK):
            mujoco.mj_step(model, data)
        cpu += time.process_time() - began
        rows = data.efc_pos[: 3 * loops].reshape(-1, 3)  # equality rows come first, as they stand in the file
        gap = max(gap, float(np.linalg.norm(rows, axis=1).max()))
    if not np.isfinite(data.qpos).all():
        raise ArithmeticError("MuJoCo's car is no longer finite")
    return PeerCost(cpu / steps, gap)


def xml(mechanism: Mechanism, integrator: str = "Euler") -> str:
    inside: dict[str, str] = {GROUND: f'<geom type="plane" size="500 500 1" {CONTACT}/>'}
    loops: list[str] = []
    tendons: list[str] = []
    for closure in mechanism.closures:
        if isinstance(closure, Spherical):
            ends = f'body1="{closure.parent}" body2="{closure.child}"'
            loops.append(f'<connect {ends} anchor="{text(closure.point)}"/>')  # type: ignore[arg-type]
    for closure in mechanism.closures:
        if isinstance(closure, Coupling):
            tendons.append(_fixed(closure, 0.0, 0.0))
            loops.append(f'<tendon tendon1="{closure.name}"/>')
        elif isinstance(closure, Prescribed):
            loops.append(f'<joint joint1="{_joint(closure.coordinate)}"/>')
        elif isinstance(closure, ShaftJoint):
            pair = (_hinge_of(mechanism, body) for body in (closure.child, closure.parent))
            loops.append('<joint joint1="{}" joint2="{}" polycoef="0 1 0 0 0"/>'.format(*pair))
    for part in mechanism.model.forces:
        if isinstance(part, Spring | Damper):
            for body, point, end in ((part.parent, part.point, "a"), (part.child, part.child_point, "b")):
                site = f'<site name="{part.name}.{end}" pos="{text(point)}"/>'  # type: ignore[arg-type]
                inside[body] = inside.get(body, "") + site
            tendons.append(_line(part))
        elif isinstance(part, TorsionBar):
            tendons.append(_fixed(part, SOFTER * part.stiffness, part.damping))
        elif isinstance(part, TorsionDamper):
            joint = f'<joint joint="{_joint(part.coordinate)}" coef="1"/>'
            tendons.append(f'<fixed damping="{rate_of(part.law)!r}">{joint}</fixed>')
        elif isinstance(part, Tyre):
            size = f'size="{TYRE.radius!r} 0.08 {TYRE.radius!r}" pos="{text(part.point)}"'  # type: ignore[arg-type]
            inside[part.body] = inside.get(part.body, "") + f'<geom type="ellipsoid" {size} mass="0" {CONTACT}/>'
    options = f'timestep="{STEP}" integrator="{integrator}"'
    after = f"<equality>{''.join(loops)}</equality><tendon>{''.join(tendons)}</tendon>"
    return mjcf(mechanism, options, inside, f"<default><equality {LOOP}/></default>{after}")


def _line(part: Any) -> str:
    rate = rate_of(part.law)
    spring = f'stiffness="{rate!r}" springlength="{part.free_length!r}"' if isinstance(part, Spring) else ""
    own = spring or f'damping="{rate!r}"'
    return f'<spatial {own}><site site="{part.name}.a"/><site site="{part.name}.b"/></spatial>'


def _fixed(part: Any, stiffness: Any, damping: Any) -> str:
    own = f'name="{part.name}" stiffness="{stiffness!r}" damping="{damping!r}" springlength="0"'
    pairs = zip(part.coordinates, part.factors, strict=True)
    return f"<fixed {own}>" + "".join(f'<joint joint="{_joint(c)}" coef="{f!r}"/>' for c, f in pairs) + "</fixed>"


def _joint(coordinate: str) -> str:
    """Only hinges and sliders are coupled here, and those have one motion."""
    return f"{coordinate.rsplit('.', 1)[0]}.0"


def _hinge_of(mechanism: Mechanism, body: str) -> str:
    return f"{mechanism.links[mechanism.index(body)].joint.name}.0"
