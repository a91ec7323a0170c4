"""A start on a dead point is refused by name, whatever moves beside it; a redundant row is not taken for one."""

from __future__ import annotations

import pytest

import jounce
from jounce.errors import ModelError

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
INERTIA = (0.01, 0.01, 0.01)
SINGULAR = "the start position is singular"


def beside(model: jounce.Model, pendulums: int) -> jounce.Model:
    for k in range(pendulums):
        model.add(
            jounce.Body(name=f"bob_{k}", mass=1.0, centre=(2.0 + k, 0.0, -0.3), inertia=INERTIA),
            jounce.Revolute(name=f"pin_{k}", parent="ground", child=f"bob_{k}", point=(2.0 + k, 0.0, 0.0), axis=Y),
        )
    return model


def slider(height: float, *more) -> jounce.Model:
    """A slider, and a rod to a point at some height above or below it; at none it stands across its way."""
    return jounce.Model("slider").add(
        jounce.Body(name="slider", mass=1.0, inertia=INERTIA),
        jounce.Prismatic(name="way", parent="ground", child="slider", point=(0.0, 0.0, 0.0), axis=Z),
        jounce.Distance(
            name="rod", parent="ground", child="slider", point=(0.5, 0.0, height), child_point=(0.0, 0.0, 0.0)
        ),
        *more,
    )


def drive(signal) -> jounce.Prescribed:
    return jounce.Prescribed(name="drive", coordinate="way.displacement", signal=signal)


def stretched() -> jounce.Model:
    """Crank and rocker in line between fixed pivots: neither can move, and to first order both can."""
    model = jounce.Model("stretched")
    for name, at in (("crank", 0.0), ("rocker", 0.3)):
        model.add(jounce.Body(name=name, mass=1.0, centre=(at + 0.1, 0.0, 0.0), inertia=INERTIA))
    return model.add(
        jounce.Revolute(name="A", parent="ground", child="crank", point=(0.0, 0.0, 0.0), axis=Y),
        jounce.Revolute(name="B", parent="crank", child="rocker", point=(0.3, 0.0, 0.0), axis=Y),
        jounce.Spherical(name="D", parent="rocker", child="ground", point=(0.5, 0.0, 0.0), cut=True),
    )


def slider_crank() -> jounce.Model:
    """In line, driven by its slider, which cannot say where the crank goes from there."""
    model = jounce.Model("slider crank")
    for name, at in (("crank", 0.05), ("rod", 0.25), ("piston", 0.4)):
        model.add(jounce.Body(name=name, mass=1.0, centre=(at, 0.0, 0.0), inertia=INERTIA))
    return model.add(
        jounce.Revolute(name="A", parent="ground", child="crank", point=(0.0, 0.0, 0.0), axis=Y),
        jounce.Revolute(name="B", parent="crank", child="rod", point=(0.1, 0.0, 0.0), axis=Y),
        jounce.Prismatic(name="way", parent="ground", child="piston", point=(0.4, 0.0, 0.0), axis=X),
        jounce.Spherical(name="C", parent="rod", child="piston", point=(0.4, 0.0, 0.0), cut=True),
        drive(jounce.SmoothStep(height=0.05, start=0.05, duration=0.2)),
    )


@pytest.mark.parametrize("pendulums", [0, 1, 3, 8, 20])
@pytest.mark.parametrize("build", [lambda: slider(0.0), stretched, slider_crank], ids=["slider", "stretched", "crank"])
def test_a_dead_point_is_refused_whatever_moves_beside_it(build, pendulums):
    with pytest.raises(ModelError, match=SINGULAR):
        jounce.prepare(beside(build(), pendulums))


def test_a_value_that_leads_to_a_dead_point_is_refused():
    model = beside(slider(-0.2), 3)
    jounce.prepare(model)
    with pytest.raises(ModelError, match=SINGULAR):
        jounce.prepare(model.with_values({"joints.rod.point.z": 0.0}))


@pytest.mark.parametrize("signal", [jounce.Harmonic(amplitude=0.1, frequency=1.0), jounce.External(input="lift")])
def test_a_drive_that_would_tear_a_rod_across_it_is_refused(signal):
    """No freedom is left that could show it: the drive itself moves."""
    with pytest.raises(ModelError, match=SINGULAR):
        jounce.prepare(slider(0.0, drive(signal), jounce.Input(name="lift", unit="m")))


def test_a_drive_that_stands_still_tears_nothing():
    ready = jounce.prepare(slider(0.0, drive(jounce.Constant(value=0.0))))
    assert ready.rank.redundant == ("rod.length",) and ready.rank.mobility == 0
