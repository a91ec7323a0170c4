"""Relative Cartesian coordinates, basic constraints, effective inertia of subsystems. [Kim, eq. 1-31]"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from route_formulas import WrittenPiece

import jounce
from jounce.equations.relative_cartesian.carried_bodies import write_carried_bodies
from jounce.equations.relative_cartesian.effective_inertia import (
    effective_by_independent,
    effective_by_multipliers,
    split_subsystem_blocks,
)
from jounce.equations.route import coordinate_changes
from jounce.graph.derivative import tangent
from jounce.mechanism import OUTSIDE, connect_mechanism
from jounce.parts import GROUND
from jounce.parts.joints import Cylindrical, Distance, Prismatic, Revolute, Spherical, Universal
from jounce_benchmarks.wishbone_car import CAR_START_RATES, wishbone_car

sys.path.append(str(Path(__file__).parents[1] / "agreement"))
from random_trees import random_tree
from route_states import state_in_route, write_by_route

from jounce.studies.numerics.corner_costs import (
    chain_blocks,
    measure_corner_costs,
    measure_link_costs,
    quarter_car_blocks,
    solve_corners_at_once,
    synthesise_corners,
)

AT = {"name": "joint", "parent": GROUND, "child": "body", "point": (0.1, 0.2, 0.3)}


def test_absolute_accelerations_are_those_of_E_G_and_h():
    """Y' = E Y_0' + G y' + h over whole chains [eq. 5-6], against the rate of Y with every coordinate changing."""
    rng = np.random.default_rng(31)
    kept = ("revolute", "sequence", "spherical", "free", "gimbal", "planar")  # some float, some are carried
    piece = WrittenPiece(random_tree(rng, 6, kept), "relative_cartesian").at_random(rng)
    sub = piece.sub
    given = {(k, c): float(rng.normal()) for k in sub.own.links for c in range(len(sub.s[k]))}
    changes = coordinate_changes(sub) | {sub.s[k][c]: a for (k, c), a in given.items()}
    for k, body in write_carried_bodies(sub).items():
        if k == OUTSIDE:
            continue
        expected = piece.numbers(tangent([*body.w, *body.v], changes))
        found = piece.numbers([*body.h_w, *body.h_v])
        for column, (w, v) in body.columns.items():
            found = found + given[column] * piece.numbers([*w, *v])
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * (1.0 + np.abs(expected).max()))


@pytest.mark.parametrize(
    ("joint", "freedoms"),
    [
        (Revolute(**AT, axis=(1.0, 2.0, 0.0)), 1),
        (Universal(**AT, axis=(1.0, 0.0, 0.0), child_axis=(0.0, 1.0, 0.0)), 2),
        (Cylindrical(**AT, axis=(1.0, 2.0, 0.0)), 2),
        (Prismatic(**AT, axis=(0.0, 1.0, 0.5)), 1),
        (Spherical(**AT), 3),
        (Distance(**AT, child_point=(0.5, 0.5, 0.5)), 5),
    ],
    ids=lambda value: type(value).__name__,
)
def test_joints_made_of_basic_constraints_leave_their_freedoms(joint, freedoms):
    """Points that coincide, right angles, distances [eq. 7-9]: 6 less the number of scalar equations."""
    rows = sum(len(row.labels(0)) for row in joint.rows())
    assert 6 - rows == freedoms


@pytest.fixture(scope="module")
def car():
    """A car of four double-wishbone corners in relative coordinates, while it moves: matrices, rates, what is where."""
    model = wishbone_car()
    ready = jounce.prepare(model, start_rates=CAR_START_RATES)
    end = jounce.simulate(ready, 0.2, output_step=0.2, integrator="rk4").end
    ours, theirs = write_by_route(model, "recursive"), write_by_route(model, "relative_cartesian")
    state = state_in_route(ours, end.state, theirs)
    n, m = len(theirs.layout.speeds), theirs.layout.sizes["rows"]
    out, at, matrices = theirs.run("matrices", state[None])[0], 0, {}
    for name, shape in {"M": (n, n), "rhs": (n,), "J": (m, n), "gamma": (m,), "g": (m,), "gd": (m,)}.items():
        size = int(np.prod(shape))
        matrices[name] = out[at : at + size].reshape(shape)
        at += size
    return theirs, state, matrices


def test_rows_of_cut_joints_have_the_slopes_of_their_residuals(car):
    """J s against differences of the residuals along the coordinate rates, 1e-6 s apart: to 1e-8."""
    theirs, state, matrices = car
    speeds, h = list(theirs.layout.speeds.values()), 1e-6
    rng = np.random.default_rng(2)
    moved = state.copy()
    moved[speeds] = rng.normal(size=len(speeds))
    rates = theirs.run("rhs", moved[None])[0]
    places = list(theirs.layout.coordinates.values())
    n, m = len(speeds), len(matrices["g"])
    both = np.repeat(moved[None], 2, axis=0)
    both[0, places] += h * rates[places]
    both[1, places] -= h * rates[places]
    g = theirs.run("matrices", both)[:, n * n + n + m * n + m :][:, :m]
    np.testing.assert_allclose((g[0] - g[1]) / (2 * h), matrices["J"] @ moved[speeds], atol=1e-8)


def test_four_subsystems_add_up_to_the_car_in_one_piece(car, measured):
    """The car body's acceleration by synthesis, by both eliminations, against the equations of the whole."""
    theirs, state, matrices = car
    mechanism, first = theirs.mechanism, min(theirs.layout.speeds.values())
    split = connect_mechanism(mechanism.model, subsystems=True, from_ground=True)
    place = {name: offset - first for name, offset in theirs.layout.speeds.items()}

    def speeds_of(links):
        return [place[speed.name] for k in links for speed in split.links[k].speeds]

    outer = speeds_of([k for k, link in enumerate(split.links) if link.body == "car_body"])
    inner = [speeds_of(component.links) for component in split.components]
    assert len(inner) == 4 and len(outer) == 6
    M_EE, g_E, blocks = split_subsystem_blocks(matrices, inner, outer)
    rates = theirs.run("rhs", state[None])[0][list(theirs.layout.speeds.values())]
    for effective in (effective_by_multipliers, effective_by_independent):
        inertia, force = M_EE.copy(), g_E.copy()
        for block in blocks:
            more_inertia, more_force = effective(block)
            inertia += more_inertia
            force += more_force
        y0_rate = np.linalg.solve(inertia, force)
        measured("routes.synthesis", (y0_rate - rates[outer]) / np.abs(rates[outer]).max(), 1e-8)
        for block, own in zip(blocks, inner, strict=True):
            found = block.accelerations(y0_rate)
            measured("routes.synthesis", (found - rates[own]) / np.abs(rates).max(), 1e-8)


def test_many_corners_are_solved_alike_one_by_one_and_at_once():
    """Seven corners pushed at random on a body that carries them all; and their costs can be measured."""
    M, g, corner = quarter_car_blocks()
    rng = np.random.default_rng(4)
    corners = [replace(corner, g_G=corner.g_G + 100.0 * rng.normal(size=len(corner.g_G))) for _ in range(7)]
    at_once = solve_corners_at_once(7.0 * M, g, corners)
    for effective in (effective_by_multipliers, effective_by_independent):
        one_by_one = synthesise_corners(7.0 * M, g, corners, effective)
        np.testing.assert_allclose(one_by_one, at_once, rtol=0, atol=1e-10 * np.abs(at_once).max())
    assert all(seconds > 0 for times in measure_corner_costs((2, 3), rounds=1).values() for seconds in times)


def test_chains_of_links_are_solved_alike_one_by_one_and_at_once():
    """Four chains of three hinged links that fall with their body: none of them turns."""
    M, g, chain = chain_blocks(3)
    at_once = solve_corners_at_once(M, g, [chain] * 4)
    for effective in (effective_by_multipliers, effective_by_independent):
        one_by_one = synthesise_corners(M, g, [chain] * 4, effective)
        np.testing.assert_allclose(one_by_one, at_once, rtol=0, atol=1e-9 * np.abs(at_once).max())
    assert np.abs(at_once).max() == pytest.approx(9.81, rel=1e-3)
    assert all(seconds > 0 for times in measure_link_costs((1, 2), rounds=1).values() for seconds in times)
