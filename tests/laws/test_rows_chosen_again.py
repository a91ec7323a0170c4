"""Redundant rows take turns: the one that is on vanishes on the way, and the motion is regular all the same."""

from __future__ import annotations

import numpy as np
import pytest
from closed_loops import bennett

import jounce

Y = (0.0, 1.0, 0.0)
PIVOTS = ((0.0, 0.0, 0.0), (0.4, 0.0, 0.0), (0.2, 0.0, 0.35))  # not in line: some row is strong at every angle
LEG = (0.06, 0.0, 0.2)
METHODS = {"dormand-prince": {"integrator": "dormand-prince", "rtol": 1e-10}, "rk4": {"step": 2e-4}}


def moved(point) -> tuple[float, ...]:
    return tuple(float(p + d) for p, d in zip(point, LEG, strict=True))


def table(floating: bool, interface: bool, hinged: bool) -> jounce.Model:
    """A table on three equal legs, or on a leg and two rods; it turns in a circle and keeps its direction."""
    base = "frame" if floating else "ground"
    inertia = (0.1, 0.1, 0.1)
    model = jounce.Model("table").add(
        jounce.parts.Body(name="table", mass=2.0, centre=(0.2, 0.0, 0.3), inertia=inertia, interface=interface)
    )
    if floating:
        model.add(jounce.parts.Body(name="frame", mass=30.0, inertia=(3.0, 3.0, 3.0), interface=interface))
    for k, foot in enumerate(PIVOTS):
        top = moved(foot)
        if k and not hinged:
            model.add(jounce.parts.Distance(name=f"rod_{k}", parent=base, child="table", point=foot, child_point=top))
            continue
        centre = tuple(0.5 * (a + b) for a, b in zip(foot, top, strict=True))
        model.add(
            jounce.parts.Body(name=f"leg_{k}", mass=1.0, centre=centre, inertia=(0.02, 0.02, 0.02)),
            jounce.parts.Revolute(name=f"foot_{k}", parent=base, child=f"leg_{k}", point=foot, axis=Y),
            jounce.parts.Revolute(name=f"top_{k}", parent=f"leg_{k}", child="table", point=top, axis=Y),
        )
    return model


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("hinged", [False, True], ids=["rods", "legs"])
@pytest.mark.parametrize("floating, interface", [(False, False), (False, True), (True, True)])
def test_a_table_on_redundant_legs_turns_for_ever(floating, interface, hinged, method):
    """With one rod on alone it would lose its hold twice in a turn; bounds as for any conservative loop."""
    model = table(floating, interface, hinged)
    run = jounce.simulate(model, 10.0, start_rates={"foot_0.angle": 14.0}, **METHODS[method])
    assert run["foot_0.angle"][-1] > 10 * 2 * np.pi
    assert run.metadata["redundant_rows"]
    assert run.metadata["constraint_gap"] < 1e-10
    assert run.metadata["velocity_gap"] < 1e-9
    assert run.metadata["energy_change"] < 1e-8


@pytest.mark.parametrize("method", METHODS)
def test_bennett_s_linkage_swings_for_a_minute(method):
    """Let go, three of its five rows redundant: the two that are on are exchanged all the time.

    Dormand-Prince may lose its tolerance in every step, of speeds, and so twice that of energy.
    """

    def closing(name, parent, child, point, axis):
        return jounce.parts.Revolute(name=name, parent=parent, child=child, point=point, axis=axis)

    run = jounce.simulate(bennett(closing), 60.0, **METHODS[method])
    assert len(run.metadata["redundant_rows"]) == 3
    assert run.metadata["constraint_gap"] < 1e-10
    assert run.metadata["velocity_gap"] < 1e-9
    print(f"Bennett, {method}: energy {run.metadata['energy_change']:.1e}")
    assert run.metadata["energy_change"] < (1e-8 if method == "rk4" else 2 * 1e-10 * run.metadata["steps"])
