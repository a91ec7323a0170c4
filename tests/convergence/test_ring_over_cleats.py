"""A rigid ring over a step and a cleat of 20 mm: its height by a construction of our own, its forces by the step."""

from __future__ import annotations

from itertools import pairwise
from math import pi

import numpy as np
import pytest

import jounce
from jounce.parts import Prescribed
from jounce.parts.roads import Plank, Road
from jounce.parts.signals import History
from ring_rig import BELT, LAW, LOAD, RADIUS, ring_rig

SPEED, HEIGHT, START = 10.0, 0.02, 1.0  # m/s, m, m
CONTACT, CAM = 0.12, {"cam_length": 1.1, "cam_height": 0.95, "cam_order": 1.6, "cam_shift": 0.75}
LENGTHS = {"cleat": 0.03, "step": 5.0}  # m


def passage(length, step, until=0.25, belt=BELT, **tyre):
    """The rim led over the obstacle at a height, rolling free; a row each step."""
    model = ring_rig(belt=belt, contact="enveloping", contact_length=CONTACT, **(CAM | tyre))
    for name, rate in (("way.tx", SPEED), ("way.tz", 0.0)):
        signal = History(time=(0.0, 1.0), value=(0.0, rate), interpolation="linear")
        model.add(Prescribed(name=f"lead {name}", coordinate=name, signal=signal))
    spin = SPEED / LAW.effective_radius(LOAD, 0.0)
    rates = {"way.tx": SPEED, "w.wheel_bearing.angle": spin} | ({"w.belt_bearing.angle": spin} if belt else {})
    return jounce.simulate(
        model,
        until,
        start={"w.belt.vertical": LOAD / belt.radial} if belt else {},
        start_rates=rates,
        integrator="rk4",
        step=step,
        output_step=step,
        road=Road(elements={"board": Plank(start=START, length=length, height=HEIGHT)}),
    )


def superellipse_over_board(x, length):
    """How high the lowest point of a cam at x is: moved up until its outline nowhere reaches into the board.

    The outline is drawn by its angle, (a c^(2/p), -b s^(2/p)); of a board from START on, the corners and all that lies
    between them under the cam count.
    """
    p, a, b = CAM["cam_order"], CAM["cam_length"] * RADIUS, CAM["cam_height"] * RADIUS
    inside = [at for at in (START, START + length) if abs(at - x) < a]
    if START <= x <= START + length:
        return HEIGHT
    if not inside:
        return 0.0
    lifted = []
    for at in inside:
        angle = np.arccos((abs(at - x) / a) ** (p / 2.0))
        lifted.append(HEIGHT - b * (1.0 - np.sin(angle) ** (2.0 / p)))
    return max(0.0, *lifted)


@pytest.mark.parametrize("name", LENGTHS)
def test_the_enveloped_height_is_that_of_two_cams_drawn_by_their_angle(name, measured):
    """The mean of both, half their distance ahead and behind where the belt stands; 1e-6 m, and no jump."""
    run, base = passage(LENGTHS[name], 5e-4), CAM["cam_shift"] * CONTACT
    places = run["tyre.x"]
    own = [
        0.5 * sum(superellipse_over_board(x + side * base / 2.0, LENGTHS[name]) for side in (-1.0, 1.0)) for x in places
    ]
    assert max(own) > 0.75 * HEIGHT
    measured("rigid ring: enveloped height over a step and a cleat, m", np.array(own) - run["tyre.road"], 1e-6)
    # the outline is steepest where it first touches the edge: dz/dx = (b/a) (d/a)^(p-1) (1-(d/a)^p)^(1/p-1)
    a, b, p = CAM["cam_length"] * RADIUS, CAM["cam_height"] * RADIUS, CAM["cam_order"]
    d = a * (1.0 - (1.0 - HEIGHT / b) ** p) ** (1.0 / p)
    steepest = b / a * (d / a) ** (p - 1.0) * (1.0 - (d / a) ** p) ** (1.0 / p - 1.0)
    assert np.abs(np.diff(run["tyre.road"])).max() <= 1.001 * steepest * np.abs(np.diff(places)).max()


def test_forces_of_a_ring_over_a_cleat_converge_with_the_step(measured):
    """Kinks where a cam meets an edge leave an error that falls with the step: halved, forces at the rim change by less
    than 1 % of their largest change, and less again."""
    runs = [passage(LENGTHS["cleat"], step) for step in (5e-4, 2.5e-4, 1.25e-4)]
    for channel in ("w.sidewall.Fx", "w.sidewall.Fz"):
        rows = [run[channel][:: 2**k] for k, run in enumerate(runs)]
        size = np.ptp(rows[-1])
        coarse, fine = (np.abs(a - b).max() / size for a, b in pairwise(rows))
        measured("rigid ring: forces over a cleat by half the step", fine, 0.01)
        assert fine < 0.7 * coarse


def test_a_ring_passes_on_less_of_a_cleat_than_a_point_and_rings_at_its_own_frequency():
    """Behind the cleat the belt swings up and down on sidewall and residual spring, about 91 Hz; a point does not."""
    ring, point = (passage(LENGTHS["cleat"], 2.5e-4, belt=belt) for belt in (BELT, None))
    behind = ring["way.tx"] > START + LENGTHS["cleat"] + 0.45
    z = ring["w.belt.vertical"][behind] - LOAD / BELT.radial
    crossings = ring.time[behind][1:][(z[1:] > 0.0) & (z[:-1] <= 0.0)]
    stiffness = LAW.stiffness * BELT.radial / (BELT.radial - LAW.stiffness) + BELT.radial
    expected = np.sqrt(stiffness / BELT.mass) / (2.0 * pi)
    assert 1.0 / np.diff(crossings[:4]).mean() == pytest.approx(expected, rel=0.05)
    assert np.ptp(point["tyre.Fz"][behind]) < 0.1 * np.ptp(ring["w.sidewall.Fz"][behind])
