"""The search for the fastest line: its optimiser on a published problem, its derivatives, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from jounce.errors import ModelError
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.fastest_line.shooting import Shooting
from jounce.studies.fastest_line.trust_region import LocalModel, descend_in_trust_region

BEND = jounce.parts.paths.clothoid_path([6.0, 10.0], [0.0, 0.0, 0.02])


def test_the_published_optimum_of_rosen_and_suzuki_is_found_from_three_starts():
    """f = -44 at (0, 1, 2, -1), with two of three limits active [Hock, Schittkowski 1981, problem 43].

    The curvature of the Lagrangian is exact here, so the search is Newton's method and ends to rounding.
    """
    own = np.diag([2.0, 2.0, 4.0, 2.0])
    bent = [np.diag(d) for d in ((2.0, 2.0, 2.0, 2.0), (2.0, 4.0, 2.0, 4.0), (4.0, 2.0, 2.0, 0.0))]
    leaning = [np.array(b) for b in ((1.0, -1.0, 1.0, -1.0), (-1.0, 0.0, 0.0, -1.0), (2.0, -1.0, 0.0, -1.0))]
    linear = np.array([-5.0, -5.0, -21.0, 7.0])

    def at(x):
        pairs = list(zip(bent, leaning, (8.0, 10.0, 5.0), strict=True))
        return LocalModel(
            cost=float(0.5 * x @ own @ x + linear @ x),
            slopes=own @ x + linear,
            limits=np.array([c - 0.5 * x @ B @ x - b @ x for B, b, c in pairs]),
            limit_slopes=np.array([-B @ x - b for B, b, _ in pairs]),
            region=np.eye(4),
        )

    def curvature(here, multipliers):
        return own + sum(m * B for m, B in zip(multipliers, bent, strict=True))

    wide = np.full(4, 10.0)
    for start in (np.zeros(4), np.full(4, 2.0), np.array([3.0, -2.0, 0.0, 4.0])):  # the last two break limits
        found = descend_in_trust_region(at, curvature, start, -wide, wide, tolerance=1e-12)
        assert found.converged, found.reason
        np.testing.assert_allclose(found.point, [0.0, 1.0, 2.0, -1.0], atol=1e-5)
        assert at(found.point).cost == pytest.approx(-44.0, abs=1e-9)


def test_slopes_of_time_and_limits_are_those_of_differences():
    """All unknowns at once along a drawn direction, by central differences.

    A difference of 1e-4 of a scale errs by 1e-8 of the third derivative, and by rounding over 1e-4.
    """
    car = jounce.load("golf1").car_model()
    knots = np.linspace(0.0, 1.6, 5)
    track = jounce.studies.Track(middle=BEND, width=4.0)
    about = {"places": track.station_places(), "acceleration": 4.0, "knots": knots, "step": 4e-3}
    shooting = Shooting(
        car=car, start=start_straight(car, 12.0), track=track, torque_scale=200.0, lasted=[1.6], **about
    )
    chance = np.random.default_rng(7)
    z = 0.3 * chance.normal(size=9)
    direction, d = chance.normal(size=9), 1e-4
    here, ahead, back = (shooting.local_model(z + by * direction) for by in (0.0, d, -d))
    assert here.slopes @ direction == pytest.approx((ahead.cost - back.cost) / (2 * d), rel=1e-5)
    by_differences = (ahead.limits - back.limits) / (2 * d)
    np.testing.assert_allclose(here.limit_slopes @ direction, by_differences, atol=1e-5 * np.abs(by_differences).max())


def test_all_that_is_wrong_is_told_before_anything_runs():
    aside = jounce.parts.paths.clothoid_path([10.0], [0.0, 0.0], y=1.0)
    with pytest.raises(ModelError, match="width"):
        jounce.studies.Track(middle=aside, width=0.0)
    with pytest.raises(ModelError) as refused:
        jounce.fastest_line(
            jounce.load("sedan"),
            jounce.studies.Track(middle=aside, width=4.0),
            speed="15 kg",
            acceleration=-1.0,
            starts=[(3.0, 0.0)],
        )
    told = {problem.where for problem in refused.value.problems}
    assert told == {"track.middle", "speed", "acceleration", "starts.0", "car"}


def test_a_start_that_leaves_the_track_says_which():
    """108 km/h into a bend of 10 m."""
    tight = jounce.studies.Track(
        middle=jounce.parts.paths.clothoid_path([10.0, 0.1, 15.0], [0.0, 0.0, 0.1, 0.1]), width=2.0
    )
    with pytest.raises(jounce.NumericalError, match="start at 0 m and 30 m/s: "):
        jounce.fastest_line(jounce.load("golf1"), tight, speed=30.0, acceleration=4.0, starts=[(0.0, 30.0)], step=4e-3)
