"""The tree of any of our models in MuJoCo: bodies, joints and their coordinates.

MuJoCo applies the joints of a body in sequence, each in the frame left by the one before, as our motions; bodies
keep our frames. It differs in the free joint alone: its linear velocity is in the ground's axes and comes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from jounce.mechanism import Mechanism
from jounce.model.rules.shapes import inertia_tensor_of_shape
from jounce.parts import GROUND
from jounce.parts.joints.motions import Float, Slide, Turn
from jounce.spatial.rotation import rotation_of_quaternion

THIN = 1e-12  # MuJoCo refuses a flat disc, whose moments add up exactly but for rounding
KINDS = {Turn: "hinge", Slide: "slide", Float: "free"}


def mjcf(mechanism: Mechanism, options: str = "", inside: dict[str, str] | None = None, after: str = "") -> str:
    """The tree as an MJCF document; `inside` adds elements to bodies by name, `after` to the end."""
    bodies = {body.name: body for body in mechanism.model.bodies}
    extra = inside or {}

    def branch(parent: str) -> str:
        return "".join(element(link) for link in mechanism.links if link.joint.parent == parent)

    def element(link: Any) -> str:
        joint, body = link.joint, bodies[link.body]
        if link.reverse or joint.child_point not in (None, joint.point):
            raise ValueError(f"joint '{joint.name}' is of a kind that is not written here")
        joints = ""
        for number, motion in enumerate(joint.motions()):
            where = "" if isinstance(motion, Float) else f' pos="{text(joint.point)}" axis="{text(motion.axis)}"'
            joints += f'<joint name="{joint.name}.{number}" type="{KINDS[type(motion)]}"{where}/>'
        I = inertia_tensor_of_shape(body)
        I += THIN * np.trace(I) * np.eye(3)
        full = text((I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2]))
        return (
            f'<body name="{body.name}">{joints}'
            f'<inertial pos="{text(body.centre)}" mass="{float(body.mass)!r}" fullinertia="{full}"/>'  # type: ignore[arg-type]
            f"{extra.get(body.name, '')}{branch(body.name)}</body>"
        )

    return (
        f'<mujoco><compiler angle="radian"/><option gravity="{text(mechanism.model.gravity)}" {options}/>'
        f"<worldbody>{extra.get(GROUND, '')}{branch(GROUND)}</worldbody>{after}</mujoco>"
    )


def text(values: Sequence[Any]) -> str:
    return " ".join(repr(float(value)) for value in values)


def coordinate_places(mechanism: Mechanism, model: Any) -> dict[str, tuple[int, int]]:
    """For each of our joint coordinates its place in MuJoCo's positions and in its velocities."""
    places: dict[str, tuple[int, int]] = {}
    for link in mechanism.links:
        if not any(isinstance(motion, Float) for motion in link.motions):
            for number, named in enumerate(link.coordinates):
                joint = model.joint(f"{link.joint.name}.{number}")
                places[named.name] = (joint.qposadr[0], joint.dofadr[0])
    return places


def set_state(mechanism: Mechanism, model: Any, data: Any, layout: Any, state: np.ndarray) -> None:
    """Write one of our states into MuJoCo's."""
    places = coordinate_places(mechanism, model)
    for link in mechanism.links:
        q = [state[layout.coordinates[n.name]] for n in link.coordinates]
        s = [state[layout.speeds[n.name]] for n in link.speeds]
        if any(isinstance(motion, Float) for motion in link.motions):
            joint = model.joint(f"{link.joint.name}.0")
            at, first = joint.qposadr[0], joint.dofadr[0]
            R = np.array(rotation_of_quaternion(tuple(q[3:])), float)  # type: ignore[arg-type]
            data.qpos[at : at + 7] = q
            data.qvel[first : first + 3] = R @ s[3:]
            data.qvel[first + 3 : first + 6] = s[:3]
        else:
            for named, position, speed in zip(link.coordinates, q, s, strict=True):
                at, first = places[named.name]
                data.qpos[at], data.qvel[first] = position, speed
