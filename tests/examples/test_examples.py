"""The lessons run as they stand, and show what they say."""

from __future__ import annotations

import runpy
from math import dist, pi
from pathlib import Path

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def lesson(tmp_path, monkeypatch):
    """Run an example in an empty folder; what it computed comes back by name."""
    monkeypatch.chdir(tmp_path)
    return lambda name: runpy.run_path(str(EXAMPLES / name))


def test_every_lesson_is_tested():
    tested = {"01_pendulum.py", "02_four_bar.py", "03_quarter_car.py"}
    assert {path.name for path in EXAMPLES.glob("*.py")} == tested


def test_the_pendulum_swings_with_the_elliptic_period(lesson, tmp_path):
    """The period in print: K(sin^2 30 deg) = 1.685750354812596 [Abramowitz and Stegun 1964, table 17.1].

    Crossings are read off between samples of 1 ms; the rate changes by less than 1e-5 of itself in that
    time, which leaves an error of a few 1e-9 s.
    """
    seen = lesson("01_pendulum.py")
    assert seen["period"] == pytest.approx(4 * np.sqrt(1 / 9.81) * 1.685750354812596, abs=1e-7)
    assert (tmp_path / "pendulum.png").stat().st_size > 10_000


def test_the_four_bar_keeps_its_bars_and_its_energy(lesson):
    """Geometry from outside: B and C from the hinge angles by plane trigonometry; CD must keep its length.

    Energy: RK4 at 1 ms drifts by 1e-5 J; 1e-4 J of 3 J would still show a wrong inertia or spring.
    """
    seen = lesson("02_four_bar.py")
    run = seen["run"]
    to_B, to_C = complex(0, 0.10), complex(0.35, 0.15)  # x + i z; a positive angle about y turns clockwise
    crank = -run["A.angle"]
    coupler = crank - run["B.angle"]
    C = to_B * np.exp(1j * crank) + to_C * np.exp(1j * coupler)
    assert np.abs(C - 0.30) == pytest.approx(dist((0.35, 0.25), (0.30, 0.0)), abs=1e-9)
    assert np.ptp(run["A.angle"]) > pi / 2  # it does move
    assert np.ptp(seen["energy"]) < 1e-4
    assert run.metadata["redundant_rows"] == ["D.y", "D.turn3", "D.turn4"]


def test_the_quarter_car_stands_on_its_weight_after_the_bump(lesson):
    """Statics: at rest the tyre carries every mass of the corner.

    At 1.2 Hz the body's swing halves in less than half a second, so that of 170 N after the bump less
    than 0.1 N is left at 8 s.
    """
    seen = lesson("03_quarter_car.py")
    load = seen["runs"]["standard"]["tyre.Fz"]
    assert load[-1] == pytest.approx((350 + 6 + 3 + 14 + 1 + 22) * 9.81, abs=0.1)
    assert load.min() == 0.0  # the wheel flies
    assert load.max() > 2 * load[-1]
