"""Runs that end where a channel passes a level, and runs that go on from there, against closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest

import jounce
from jounce import Until

K, M, G = 4000.0, 20.0, 9.81


def hung_mass():
    """x = (m g / k)(1 - cos w t), w = sqrt(k/m)."""
    line = {"parent": "ground", "child": "mass", "point": (0, 0, 0), "child_point": (0, 0, -0.5)}
    return jounce.Model("hung mass", gravity=(0, 0, -G)).add(
        jounce.parts.Body(name="mass", mass=M, centre=(0, 0, -0.5), inertia=(1, 1, 1)),
        jounce.parts.Prismatic(name="guide", parent="ground", child="mass", point=(0, 0, -0.5), axis=(0, 0, -1)),
        jounce.parts.Spring(name="spring", free_length=0.5, law=K, **line),
    )


W, DROP = math.sqrt(K / M), M * G / K
FINE = {"integrator": "dormand-prince", "rtol": 1e-10}


@pytest.mark.parametrize("share", [0.3, 1.0, 1.9])
@pytest.mark.parametrize("method", [FINE, {"integrator": "rk4", "step": 1e-3}])
def test_a_run_ends_where_the_closed_form_says(share, method):
    """w t = acos(1 - share), with share = x / (m g / k); RK4 errs by (w h)^5 / 120 a step, 5e-9 of the phase."""
    run = jounce.simulate(
        hung_mass(),
        5.0,
        until=[Until(channel="guide.displacement", above=share * DROP)],
        **{"integrator": "rk4", **method},
    )
    off = abs(run.time[-1] - math.acos(1.0 - share) / W)
    assert off < 1.5e-6  # the instant is located to a microsecond, and the run errs by less than half of one
    assert run.metadata["ended_by"].startswith("guide.displacement above")
    assert (np.diff(run.time) > 0).all()


def test_the_first_of_several_conditions_ends_the_run():
    conditions = [
        Until(channel="guide.displacement", above="70 mm"),
        Until(channel="guide.displacement_rate", above="0.3 m/s"),
    ]
    run = jounce.simulate(hung_mass(), 5.0, until=conditions, **FINE)
    assert run.metadata["ended_by"] == "guide.displacement_rate above 0.3 m/s"
    assert run["guide.displacement_rate"][-1] == pytest.approx(0.3, abs=1e-5)


def test_a_condition_that_holds_at_the_start_ends_the_run_there():
    run = jounce.simulate(hung_mass(), 5.0, until=[Until(channel="guide.displacement", below="1 mm")], integrator="rk4")
    assert run.time.tolist() == [0.0]


def test_a_condition_that_is_never_met_lets_the_run_end_by_its_time():
    run = jounce.simulate(hung_mass(), 0.5, until=[Until(channel="guide.displacement", above="1 m")], integrator="rk4")
    assert run.time[-1] == 0.5 and "ended_by" not in run.metadata


def test_a_run_goes_on_from_the_end_of_another():
    whole = jounce.simulate(hung_mass(), 1.0, **FINE)
    first = jounce.simulate(hung_mass(), 0.37, **FINE)
    second = jounce.simulate(first.end, 0.63, **FINE)
    np.testing.assert_allclose(second["guide.displacement"][-1], whole["guide.displacement"][-1], atol=1e-9)
    assert second["energy.balance"][0] == pytest.approx(first["energy.balance"][-1], abs=1e-12)


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (Until(channel="guide.displacment", above=1.0), "Did you mean 'guide.displacement'"),
        (Until(channel="guide.displacement", above="3 kg"), "is not in m"),
        (Until(channel="guide.displacement"), "has no level"),
    ],
)
def test_a_condition_that_makes_no_sense_is_refused(condition, words):
    with pytest.raises(jounce.ModelError, match=words):
        jounce.simulate(hung_mass(), 0.1, until=[condition], integrator="rk4")
