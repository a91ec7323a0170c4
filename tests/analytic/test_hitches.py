"""Hitches by statics and by momentum: what a fifth wheel bears at each articulation, and what a free pair keeps."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import jounce
from jounce.parts import GROUND, AppliedTorque, Body, BodyMotion, Input, Prescribed, Spring
from jounce.parts.forces import TorsionSpring
from jounce.parts.joints import Free, Hitch
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


MASSES = {
    "tractor": (7600.0, (-2.0, 0.1, 1.0)),
    "dolly": (1500.0, (-7.0, 0.0, 0.8)),
    "trailer": (9000.0, (-11.0, -0.2, 1.6)),
}
INERTIA = (6e3, 2e4, 2.5e4)


def free_road_train() -> jounce.Model:
    """A tractor, a dolly on a drawbar and a trailer on its fifth wheel, far from any road."""
    model = jounce.Model("road train", gravity=(0.0, 0.0, 0.0))
    for name, (mass, centre) in MASSES.items():
        model.add(Body(name=name, mass=mass, centre=centre, inertia=INERTIA))
        model.add(BodyMotion(name=f"{name}.motion", body=name, point=centre))
    model.add(Free(name="tractor", parent=GROUND, child="tractor", point=(0.0, 0.0, 0.0)))
    model.add(Hitch(name="eye", parent="tractor", child="dolly", point=(-5.0, 0.0, 0.8)))
    turns = ("pitch", "yaw")
    model.add(Hitch(name="plate", parent="dolly", child="trailer", point=(-7.5, 0.0, 1.2), turns=turns))
    for coordinate in ("eye.roll", "plate.yaw"):
        law = Linear(slope=5e4)
        model.add(TorsionSpring(name=f"{coordinate}_spring", coordinate=coordinate, law=law, free=0.2))
    return model


def test_a_free_road_train_keeps_its_momentum_while_its_hitches_turn():
    """Both momenta about the origin; no force of a hitch is one from outside. RK of order 5 at a tolerance of 1e-12."""
    rates = {"tractor.vx": 3.0, "tractor.wz": 0.4, "tractor.wx": 0.2, "eye.yaw_rate": -0.7, "plate.pitch_rate": 0.3}
    run = jounce.simulate(free_road_train(), 3.0, start_rates=rates, integrator="dormand-prince", rtol=1e-12)
    linear, angular = np.zeros((len(run.time), 3)), np.zeros((len(run.time), 3))
    for name, (mass, _) in MASSES.items():
        r, v, w = (np.stack([run[f"{name}.motion.{p}{axis}"] for axis in "xyz"], axis=1) for p in ("", "v", "w"))
        angles = [run[f"{name}.motion.{word}"] for word in ("yaw", "pitch", "roll")]
        turned = Rotation.from_euler("ZYX", np.stack(angles, axis=1))
        linear += mass * v
        angular += np.cross(r, mass * v) + turned.apply(np.array(INERTIA) * turned.inv().apply(w))
    assert np.ptp(run["plate.yaw"]) > 0.05 and np.ptp(run["eye.yaw"]) > 0.5  # it moves
    for momentum in (linear, angular):
        change = np.abs(momentum - momentum[0]).max() / np.abs(momentum).max()
        assert change < 1e-10
