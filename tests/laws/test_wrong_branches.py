"""Right angles also hold back to front and with axes permuted: every way but the drawn one is refused by name."""

from __future__ import annotations

import re

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import jounce
from jounce.errors import ModelError
from jounce.parts.joints import JOINTS
from jounce.parts.joints.joint_rows import PerpendicularRow, UntwistedRow

P, X, Y, Z = (0.3, -0.2, 0.5), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
BENT = (0.2, 0.1, 1.0)  # near Z
SIX = ("tx", "ty", "tz", "rx", "ry", "rz")
ENDS = {"name": "closing", "parent": "ground", "child": "block", "point": P}
CLOSING = {
    "fixed": jounce.parts.Fixed(**ENDS, cut=True),
    "six rows": jounce.parts.Constraint(**ENDS, locked=SIX),
    "two turns": jounce.parts.Constraint(**ENDS, locked=("rx", "ry")),
    "one turn": jounce.parts.Constraint(**ENDS, locked=("rz",)),
    "revolute": jounce.parts.Revolute(**ENDS, axis=Z, cut=True),
    "cylindrical": jounce.parts.Cylindrical(**ENDS, axis=Z, cut=True),
    "prismatic": jounce.parts.Prismatic(**ENDS, axis=Z, cut=True),
    "planar": jounce.parts.Planar(**ENDS, normal=Z, axis=X, cut=True),
    "universal": jounce.parts.Universal(**ENDS, axis=X, child_axis=Y, cut=True),
    "constant velocity": jounce.parts.ShaftJoint(**ENDS, axis=Z, child_axis=Z),
    "constant velocity, bent": jounce.parts.ShaftJoint(**ENDS, axis=Z, child_axis=BENT),
    "cardan": jounce.parts.ShaftJoint(**ENDS, axis=Z, child_axis=Z, kind="universal"),
    "cardan, bent": jounce.parts.ShaftJoint(**ENDS, axis=Z, child_axis=BENT, kind="universal"),
}
ABOUT_X, ABOUT_Y, ABOUT_Z = (Rotation.from_euler(axis, 180, degrees=True) for axis in "xyz")
PERMUTED = Rotation.from_matrix([[0, 0, 1], [1, 0, 0], [0, 1, 0]])  # x on y, y on z, z on x
TILTED = Rotation.from_euler("x", 50, degrees=True)
WEDGED = Rotation.from_euler("x", 40, degrees=True) * Rotation.from_euler("z", -90, degrees=True)  # y' on x

HALF_BENT = np.array(BENT) / np.linalg.norm(BENT)  # the child's shaft turns half about its own axis

WRONG = [
    *((kind, turn) for kind in ("fixed", "six rows") for turn in (ABOUT_X, ABOUT_Y, ABOUT_Z)),
    *(("fixed", PERMUTED), ("six rows", PERMUTED.inv())),
    *(("prismatic", turn) for turn in (ABOUT_X, ABOUT_Y, ABOUT_Z)),
    *((kind, ABOUT_X) for kind in ("revolute", "cylindrical", "planar", "two turns")),
    ("two turns", WEDGED),
    *((kind, turn) for kind in ("constant velocity", "cardan") for turn in (ABOUT_Z, TILTED * ABOUT_Z)),
    *((kind, Rotation.from_rotvec(np.pi * HALF_BENT)) for kind in ("constant velocity, bent", "cardan, bent")),
]
TURNS_ABOUT_Z = ("revolute", "cylindrical", "planar", "two turns")
RIGHT = [
    *((kind, Rotation.from_euler("z", 130, degrees=True)) for kind in ("revolute", "cylindrical", "planar")),
    ("two turns", Rotation.from_euler("z", 130, degrees=True)),
    ("one turn", Rotation.from_euler("x", 130, degrees=True)),
    ("universal", Rotation.from_euler("x", 130, degrees=True) * Rotation.from_euler("y", 200, degrees=True)),
    *((kind, TILTED) for kind in ("constant velocity", "cardan")),
]


def start(turn: Rotation) -> dict[str, float]:
    angles = turn.as_euler("ZYX", suppress_warnings=True)  # in gimbal lock, any of the possible ones
    return dict(zip(("way.rz", "way.ry", "way.rx"), angles, strict=True))


def model_of(kind: str) -> jounce.Model:
    """A block with six freedoms that the joint in question closes to the ground."""
    return jounce.Model("block").add(
        jounce.parts.Body(name="block", mass=1.0, centre=P, inertia=(0.1, 0.1, 0.1)),
        jounce.parts.Free(name="way", parent="ground", child="block", point=P, angles="zyx"),
        CLOSING[kind],
    )


@pytest.mark.parametrize(("kind", "turn"), WRONG)
def test_a_start_on_another_branch_is_refused(kind, turn):
    """All rows hold there, so nothing else would say so."""
    with pytest.raises(ModelError) as refused:
        jounce.simulate(model_of(kind), 0.01, start=start(turn), integrator="rk4")
    (problem,) = refused.value.problems
    assert problem.where == "joints.closing"
    assert "the loop closes the wrong way round" in problem.what
    if "shafts" in problem.what:
        assert "by half a turn" in problem.what and type(CLOSING[kind]) is jounce.parts.ShaftJoint
    else:
        # what is free to turn about z does not count: the least angle over all such turns
        free = np.radians(np.arange(0.0, 360.0, 0.25)) if kind in TURNS_ABOUT_Z else [0.0]
        least = (turn * Rotation.from_rotvec(np.outer(free, Z))).magnitude().min()
        (told,) = re.findall(r"turned by (\d+) deg", problem.what)
        assert float(told) == pytest.approx(np.degrees(least), abs=0.6)


@pytest.mark.parametrize(("kind", "turn"), RIGHT)
def test_a_start_on_the_drawn_branch_is_taken(kind, turn):
    run = jounce.simulate(model_of(kind), 0.01, start=start(turn), integrator="rk4")
    assert run["way.rz"][0] == pytest.approx(start(turn)["way.rz"])


def test_every_kind_whose_rows_hold_in_several_ways_says_which_is_meant():
    """One row of right angles holds in one connected way; two and more, and an untwisted shaft, do not.

    A wheel that rolls has one way and says where it has none: lying flat, see tests/analytic/test_contacts.py.
    """
    several = {kind for kind in JOINTS.values() if hasattr(kind, "facing")} - {jounce.parts.RollingWheel}
    assert {type(joint) for joint in CLOSING.values()} >= several
    for joint in CLOSING.values():
        right_angles = sum(
            2 if isinstance(row, UntwistedRow) else isinstance(row, PerpendicularRow) for row in joint.rows()
        )
        assert right_angles < 2 or joint.facing()
