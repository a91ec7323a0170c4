"""A start on a dead point is refused by name, whatever moves beside it; a redundant row is not taken for one."""

from __future__ import annotations

import math

import pytest

import jounce
from jounce.errors import ModelError, NumericalError

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
INERTIA = (0.01, 0.01, 0.01)
SINGULAR = "the start position is singular"


def beside(model: jounce.Model, pendulums: int) -> jounce.Model:
    for k in range(pendulums):
        model.add(
            jounce.parts.Body(name=f"bob_{k}", mass=1.0, centre=(2.0 + k, 0.0, -0.3), inertia=INERTIA),
            jounce.parts.Revolute(
                name=f"pin_{k}", parent="ground", child=f"bob_{k}", point=(2.0 + k, 0.0, 0.0), axis=Y
            ),
        )
    return model


def slider(height: float, *more) -> jounce.Model:
    """A slider, and a rod to a point at some height above or below it; at none it stands across its way."""
    return jounce.Model("slider").add(
        jounce.parts.Body(name="slider", mass=1.0, inertia=INERTIA),
        jounce.parts.Prismatic(name="way", parent="ground", child="slider", point=(0.0, 0.0, 0.0), axis=Z),
        jounce.parts.Distance(
            name="rod", parent="ground", child="slider", point=(0.5, 0.0, height), child_point=(0.0, 0.0, 0.0)
        ),
        *more,
    )


def drive(signal) -> jounce.parts.Prescribed:
    return jounce.parts.Prescribed(name="drive", coordinate="way.displacement", signal=signal)


def stretched() -> jounce.Model:
    """Crank and rocker in line between fixed pivots: neither can move, and to first order both can."""
    model = jounce.Model("stretched")
    for name, at in (("crank", 0.0), ("rocker", 0.3)):
        model.add(jounce.parts.Body(name=name, mass=1.0, centre=(at + 0.1, 0.0, 0.0), inertia=INERTIA))
    return model.add(
        jounce.parts.Revolute(name="A", parent="ground", child="crank", point=(0.0, 0.0, 0.0), axis=Y),
        jounce.parts.Revolute(name="B", parent="crank", child="rocker", point=(0.3, 0.0, 0.0), axis=Y),
        jounce.parts.Spherical(name="D", parent="rocker", child="ground", point=(0.5, 0.0, 0.0), cut=True),
    )


def slider_crank() -> jounce.Model:
    """In line, driven by its slider, which cannot say where the crank goes from there."""
    model = jounce.Model("slider crank")
    for name, at in (("crank", 0.05), ("rod", 0.25), ("piston", 0.4)):
        model.add(jounce.parts.Body(name=name, mass=1.0, centre=(at, 0.0, 0.0), inertia=INERTIA))
    return model.add(
        jounce.parts.Revolute(name="A", parent="ground", child="crank", point=(0.0, 0.0, 0.0), axis=Y),
        jounce.parts.Revolute(name="B", parent="crank", child="rod", point=(0.1, 0.0, 0.0), axis=Y),
        jounce.parts.Prismatic(name="way", parent="ground", child="piston", point=(0.4, 0.0, 0.0), axis=X),
        jounce.parts.Spherical(name="C", parent="rod", child="piston", point=(0.4, 0.0, 0.0), cut=True),
        drive(jounce.parts.signals.SmoothStep(height=0.05, start=0.05, duration=0.2)),
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


@pytest.mark.parametrize(
    "signal", [jounce.parts.signals.Harmonic(amplitude=0.1, frequency=1.0), jounce.parts.signals.External(input="lift")]
)
def test_a_drive_that_would_tear_a_rod_across_it_is_refused(signal):
    """No freedom is left that could show it: the drive itself moves."""
    with pytest.raises(ModelError, match=SINGULAR):
        jounce.prepare(slider(0.0, drive(signal), jounce.parts.Input(name="lift", unit="m")))


@pytest.mark.parametrize("lead", [0.02, 0.005, 1e-3])
def test_a_dead_point_behind_a_screw_is_refused_however_slow_it_is(lead):
    """The screw turns far faster than the slider moves, in m and rad per second; the rod sees the slider alone."""
    screw = (
        jounce.parts.Body(name="screw", mass=1.0, inertia=INERTIA),
        jounce.parts.Revolute(name="bearing", parent="ground", child="screw", point=(0.0, 1.0, 0.0), axis=Z),
        jounce.parts.Coupling(
            name="thread",
            coordinates=("way.displacement", "bearing.angle"),
            factors=(1.0, -lead / (2.0 * math.pi)),
        ),
        jounce.parts.Prescribed(
            name="turn",
            coordinate="bearing.angle",
            signal=jounce.parts.signals.SmoothStep(height=9.0, start=0.1, duration=0.3),
        ),
    )
    with pytest.raises(ModelError, match=f"{SINGULAR}: rod"):
        jounce.prepare(slider(0.0, *screw))


def parallelogram(*heights: float) -> jounce.Model:
    """Two bars driven, a coupler on hinges between them."""
    model = jounce.Model("parallelogram").add(
        jounce.parts.Body(name="coupler", mass=1.0, centre=(0.3, 0.0, 0.2), inertia=INERTIA)
    )
    for k, height in enumerate(heights):
        foot, head = (0.6 * k, 0.0, 0.0), (0.6 * k, 0.0, 0.2)
        signal = jounce.parts.signals.SmoothStep(height=height, start=0.05, duration=0.2)
        model.add(
            jounce.parts.Body(name=f"bar_{k}", mass=1.0, centre=(0.6 * k, 0.0, 0.1), inertia=INERTIA),
            jounce.parts.Revolute(name=f"foot_{k}", parent="ground", child=f"bar_{k}", point=foot, axis=Y),
            jounce.parts.Revolute(name=f"head_{k}", parent=f"bar_{k}", child="coupler", point=head, axis=Y),
            jounce.parts.Prescribed(name=f"drive_{k}", coordinate=f"foot_{k}.angle", signal=signal),
        )
    return model


def test_two_drives_that_agree_are_redundant_and_move():
    run = jounce.simulate(parallelogram(0.3, 0.3), 0.4, integrator="rk4")
    assert run["foot_1.angle"][-1] == pytest.approx(0.3, abs=1e-12)
    assert run.metadata["constraint_gap"] < 1e-12


def test_a_run_that_tears_redundant_rows_ends_where_it_begins_to():
    """The drives agree at the start and not later: what was computed until then is kept, and the joints are named."""
    with pytest.raises(NumericalError, match="begin to open by more than") as failure:
        jounce.simulate(parallelogram(0.3, 0.4), 0.4, integrator="rk4")
    kept = failure.value.partial
    assert 0.05 < kept.time[-1] < 0.25
    assert kept.metadata["status"] == "redundant rows open"
    assert kept["constraints.gap"].max() < 1e-3


def test_a_drive_that_stands_still_tears_nothing():
    ready = jounce.prepare(slider(0.0, drive(jounce.parts.signals.Constant(value=0.0))))
    assert ready.rank.redundant == ("rod.length",) and ready.rank.mobility == 0
