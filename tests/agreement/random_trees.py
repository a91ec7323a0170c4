"""Random mechanisms with every joint kind that can carry a body, and random states for them."""

from __future__ import annotations

from collections.abc import Sequence as Many

import numpy as np

from jounce.model.model import Model
from jounce.parts import GROUND, Body
from jounce.parts.joints import (
    Cylindrical,
    Fixed,
    Free,
    Gimbal,
    Planar,
    Prismatic,
    Revolute,
    Sequence,
    Spherical,
    Universal,
)
from jounce.parts.joints.motions import ELEMENTARY, Ball, Float

KINDS = (
    "revolute",
    "prismatic",
    "cylindrical",
    "universal",
    "planar",
    "spherical",
    "spherical zyx",
    "free",
    "free zyx",
    "fixed",
    "sequence",
    "gimbal",
)


def random_tree(rng: np.random.Generator, bodies: int, kinds: Many[str] = KINDS) -> Model:
    """A tree of `bodies` bodies; free joints hang on the ground only, the first body is never fixed."""
    model = Model("random tree", gravity=_floats(rng.normal(size=3) * 9.81))
    names = [GROUND]
    for number in range(bodies):
        name, parent = f"body_{number}", names[rng.integers(len(names))]
        allowed = [k for k in kinds if parent == GROUND or not k.startswith("free")]
        moving = [k for k in allowed if k != "fixed"]
        kind = str(rng.choice(moving if number == 0 else allowed))
        model.add(random_body(rng, name), random_joint(rng, kind, f"joint_{number}", parent, name))
        names.append(name)
    return model


def random_body(rng: np.random.Generator, name: str) -> Body:
    """Mass over three decades; inertia of eight random mass points, so that it is physically possible."""
    mass = float(10 ** rng.uniform(-1.0, 2.0))
    shares = rng.dirichlet(np.ones(8)) * mass
    points = rng.normal(size=(8, 3)) * 0.3
    centre = shares @ points / mass
    d = points - centre
    second = (shares[:, None] * d).T @ d  # integrals of x x dm ... z z dm
    inertia = np.trace(second) - np.diag(second)
    return Body(
        name=name,
        mass=mass,
        centre=_floats(centre + rng.normal(size=3) * 0.5),
        inertia=_floats(inertia),
        products=_floats((second[0, 1], second[1, 2], second[2, 0])),
    )


def random_joint(rng: np.random.Generator, kind: str, name: str, parent: str, child: str):
    """A joint of that kind with random point and axes; half of them find their child elsewhere."""
    point = _floats(rng.normal(size=3))
    apart = _floats(rng.normal(size=3)) if rng.random() < 0.5 else None
    where = dict(name=name, parent=parent, child=child, point=point, child_point=apart)
    a, b = rng.normal(size=3), rng.normal(size=3)
    axis, across = _floats(a), _floats(np.cross(a, b))
    match kind:
        case "revolute":
            return Revolute(**where, axis=axis)
        case "prismatic":
            return Prismatic(**where, axis=axis)
        case "cylindrical":
            return Cylindrical(**where, axis=axis)
        case "universal":
            return Universal(**where, axis=axis, child_axis=across)
        case "gimbal":
            return Gimbal(**where, axis=axis, child_axis=across)
        case "planar":
            return Planar(**where, normal=axis, axis=across)
        case "spherical":
            return Spherical(**where)
        case "spherical zyx":
            return Spherical(**where, angles="zyx")
        case "free":
            return Free(name=name, parent=parent, child=child)
        case "free zyx":
            return Free(**where, angles="zyx")
        case "fixed":
            return Fixed(**where)
        case "sequence":
            order = rng.permutation(list(ELEMENTARY))[: rng.integers(1, 7)]
            return Sequence(**where, order=tuple(str(step) for step in order))
    raise ValueError(kind)


def random_state(rng: np.random.Generator, tree_joints: Many) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates and speeds, joint by joint and motion by motion; quaternions of any length."""
    q, v = [], []
    for joint in tree_joints:
        for motion in joint.motions():
            match motion:
                case Ball():
                    q.append(rng.normal(size=4))
                    v.append(rng.normal(size=3))
                case Float():
                    q.append(rng.normal(size=7))
                    v.append(rng.normal(size=6))
                case _:
                    q.append(rng.uniform(-3.0, 3.0, size=1))
                    v.append(rng.normal(size=1))
    return np.concatenate(q), np.concatenate(v)


def _floats(values) -> tuple[float, float, float]:
    x, y, z = values
    return (float(x), float(y), float(z))
