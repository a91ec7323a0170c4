"""A flexible anti-roll bar against its closed form, against frame elements, and in a car."""

from dataclasses import replace

import numpy as np
import pytest

import jounce
from jounce.elastic.frame_elements import Frame, FrameSection
from jounce.model.axle_data import AntiRollBarData
from jounce.model.templates.flexible_bar import bent_pieces, link_direction, wire_of_bar
from jounce.parts import Attached, Elastic
from jounce.spatial.vector import dot

BAR = AntiRollBarData(form="flexible", diameter=0.02)
# a bar of 20 mm: bearings at +-0.35 m, shoulders at +-0.45 m, ends 0.2 m ahead of them at +-0.5 m, links upright
POINTS = {"bar_bearing": (0.0, 0.35, 0.0), "bar_shoulder": (0.0, 0.45, 0.0), "bar_end": (0.2, 0.5, 0.0)}
POINTS |= {"bar_link": (0.2, 0.5, -0.1)}
# one that lies askew: arms rise, links lean
ASKEW = {"bar_bearing": (0.1, 0.35, 0.2), "bar_shoulder": (0.13, 0.44, 0.19), "bar_end": (0.3, 0.51, 0.26)}
ASKEW |= {"bar_link": (0.33, 0.53, 0.11)}


def bend(points):
    """Shift and turn of the left end under a unit force along its link, the opposite at the right."""
    return [np.array(x) for x in [*bent_pieces(wire_of_bar(BAR), points)][-1].bent(1.0)]


def test_its_rate_is_that_of_the_closed_form():
    """delta / P = (y_e/b - 1)^2 b^3 / 3EI + ((y_e-b)^3 - (y_e-s)^3) / 3EI + a^2 s / GJ + L^3 / 3EI: 53,878.83 N/m per
    end, of which torsion alone would be 28 % more. Thin straight pieces, no shear."""
    shift, _ = bend(POINTS)
    pliancy = dot(tuple(shift), link_direction(POINTS))
    assert 1.0 / pliancy == pytest.approx(53878.83080491989, rel=1e-12)
    assert pliancy / (0.2**2 * 0.45 / wire_of_bar(BAR).torsion) == pytest.approx(1.0 / 0.7792501928714111, rel=1e-12)


@pytest.mark.parametrize("points", [POINTS, ASKEW])
def test_its_ends_move_as_those_of_frame_elements(points):
    """A second formulation: twelve pieces in space, held at the bearings alone, with forces at both ends."""
    names = ["bar_end", "bar_shoulder", "bar_bearing"]
    left = [np.array(points[name]) for name in names]
    nodes = np.array([*left, *(x * (1, -1, 1) for x in reversed(left))])
    steel = FrameSection.round_bar(0.02, 206e9, 0.3, 7850.0)
    stiff = replace(steel, area=1e4 * steel.area, density=1e-4 * steel.density)  # a thin wire does not stretch
    frame = Frame(nodes=nodes, pieces=[(k, k + 1) for k in range(5)], sections=[stiff] * 5)
    M, K = (matrix.toarray() for matrix in frame.matrices())
    # bearings hold x and z; y of one bearing and the turn of the bar about its axis are held, where nothing acts
    held = [12, 14, 18, 20, 13, 16]
    free = [k for k in range(36) if k not in held]
    load, force = np.zeros(36), np.array(link_direction(points))
    load[:3], load[30:33] = force, -force * (1, -1, 1)
    moved = np.zeros(36)
    moved[free] = np.linalg.solve(K[np.ix_(free, free)], load[free])
    # the bar's turn about its bearings and its shift along y are free, and held otherwise here: they are taken off
    shift, turn = bend(points)
    size = np.abs(shift).max()
    motions = np.zeros((36, 2))
    motions[1::6, 0] = 1.0
    motions[4::6, 1] = 1.0
    for k, r in enumerate(nodes - nodes[2]):
        motions[6 * k : 6 * k + 3, 1] = np.cross((0.0, 1.0, 0.0), r)
    ours = np.concatenate([shift, turn, shift * (-1, 1, -1), turn * (1, -1, 1)])
    ends = [*range(6), *range(30, 36)]
    off = np.linalg.lstsq(motions[ends], ours - moved[ends], rcond=None)[0]
    assert moved[ends] + motions[ends] @ off == pytest.approx(ours, abs=2e-7 * size)  # 5e-8 of stretch are left
    whole = (
        wire_of_bar(BAR).mass_per_length * 2.0 * sum(piece.length for piece in bent_pieces(wire_of_bar(BAR), points))
    )
    assert motions[:, 0] @ M @ motions[:, 0] == pytest.approx(whole, rel=1e-12)


@pytest.fixture(scope="module")
def car():
    """The small car with its bar of 19 mm bent of wire."""
    text = (jounce.model.library.library_path("small_car")).read_text("utf-8")
    text = text.replace('stiffness = "1334.98 N m/rad"\nform = "torsion bar"', 'diameter = "19 mm"\nform = "flexible"')
    return jounce.load(text.replace('"axles.front.anti_roll_bar" =', '"axles.front.anti_roll_bar.diameter" ='))


def test_a_car_with_it_keeps_its_lanes_and_rolls_more_than_with_rigid_arms(car):
    """On a rig the rate that the wheels feel when they roll is the bar's, through the links."""
    ready = jounce.prepare(car, integrator=None)
    assert [len(group.members) for group in ready.workspace().mechanism.groups] == [2, 2]
    bends = next(part for part in car.car_model().model.joints if isinstance(part, Elastic))
    frames = [part for part in car.car_model().model.joints if isinstance(part, Attached)]
    assert bends.amplitudes == ("roll",) and len(frames) == 2
    run = jounce.run(car, "step-steer")
    assert run.metrics["steady_roll"].value == pytest.approx(np.radians(3.19), rel=0.02)  # 3.19 deg by four modes


def test_its_diameter_has_a_gradient(car):
    """Formulas of points, wire and material: the derivative of a metric against differences of two cars."""
    path = "axles.front.anti_roll_bar.diameter"
    found = jounce.gradient(car, "step-steer", [path], metrics=["steady_roll"])
    step = 1e-5
    low, high = (
        jounce.run(car.with_values({path: 0.019 + sign * step}), "step-steer").metrics["steady_roll"].value
        for sign in (-1, 1)
    )
    assert found.of("steady_roll", path) == pytest.approx((high - low) / (2 * step), rel=1e-3)
