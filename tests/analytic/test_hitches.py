"""Hitches by statics and by momentum: what a fifth wheel bears at each articulation, and what a free pair keeps."""

from __future__ import annotations

import math

import pytest

import jounce
from jounce.parts import GROUND, AppliedTorque, Body, Input, Prescribed, Spring
from jounce.parts.joints import Hitch
from jounce.parts.laws import Linear
from jounce.parts.signals import Constant, External
from jounce.spatial.vector import X

LENGTH, HALF_TRACK, RATE = 7.0, 0.9, 4e5  # m, m, N/m: from kingpin to axle; springs to the ground under it
MOMENT = 10.0  # N m about the trailer's own longitudinal axis: angles stay so small that statics is linear


def semitrailer(articulation: float) -> jounce.Model:
    """A semitrailer without weight on a tractor that stands still, pushed to roll at a given articulation."""
    c, s = math.cos(articulation), math.sin(articulation)
    model = jounce.Model("semitrailer", gravity=(0.0, 0.0, 0.0))
    model.add(Body(name="trailer", mass=1e3, centre=(-4.0, 0.0, 1.0), inertia=(1e3, 1e4, 1e4)))
    model.add(Hitch(name="hitch", parent=GROUND, child="trailer", point=(0.0, 0.0, 1.0), turns=("pitch", "yaw")))
    model.add(Input(name="articulation", unit="rad", default=articulation))
    model.add(Prescribed(name="held", coordinate="hitch.yaw", signal=External(input="articulation")))
    push = Constant(value=MOMENT)
    model.add(AppliedTorque(name="push", body="trailer", direction=X, signal=push, axes="body"))
    for name, y in (("left", HALF_TRACK), ("right", -HALF_TRACK)):
        foot = (-c * LENGTH - s * y, -s * LENGTH + c * y, -10.0)  # under the wheel
        wheel = (-LENGTH, y, 1.0)
        ends = {"parent": GROUND, "child": "trailer", "point": foot, "child_point": wheel}
        model.add(Spring(name=name, **ends, law=Linear(slope=RATE), free_length=11.0))
    return model


@pytest.mark.parametrize("degrees", [0.0, 45.0, 90.0])
def test_a_fifth_wheel_holds_roll_straight_ahead_and_lets_it_go_at_right_angles(degrees):
    """The trailer can turn about the tractor's lateral axis alone, by M s/(2 k (s^2 h^2 + c^2 L^2)) of an articulation
    with the sine s and the cosine c; of that turn the share s is roll. The moment of the hitch has neither a part about
    that axis nor one about the kingpin, and follows from that of the springs: M c L^2/(s^2 h^2 + c^2 L^2).
    """
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    ready = jounce.prepare(semitrailer(math.radians(degrees)), integrator=None)
    rest = jounce.standing(ready)
    seen = ready.workspace(rest.inputs).observe(rest.state)
    both = (s * HALF_TRACK) ** 2 + (c * LENGTH) ** 2
    assert rest.named["hitch.pitch"] == pytest.approx(MOMENT * s / (2.0 * RATE * both), rel=1e-5, abs=1e-12)
    moment = [seen[f"hitch.M{axis}"] for axis in "xyz"]
    print(moment)
    assert moment == pytest.approx([-MOMENT * c * LENGTH**2 / both, 0.0, 0.0], abs=1e-5 * MOMENT)
