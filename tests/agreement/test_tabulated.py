"""A corner led by tables moves as the linkage it was made from."""

from __future__ import annotations

import numpy as np
import pytest
from tabulated_cars import corner_tables, quarter_car

import jounce
from jounce.depths.tables.running_corner import running_corner
from jounce.errors import ModelError
from jounce.simulation.prepare import prepare
from jounce_benchmarks import tabulated_corner
from jounce_benchmarks.bench import run_benchmark

ROUNDING = 1e-10  # m: two RK4 runs of 5 s at 0.1 ms that differ only in rounding and formulation


@pytest.fixture(scope="module")
def car():
    return jounce.load("double_wishbone")


@pytest.fixture(scope="module")
def coarse(car):
    """Few nodes, so that the table's error is well above the integrator's."""
    return corner_tables(car, "front", "left", [(-0.08, 0.08)], nodes=(5,))


def test_the_tabulated_quarter_car_stays_within_ten_times_its_error_bound(car, coarse, measured):
    """Over 5 s and a bump at 0.1 ms: spring and tyre hold the error of the tables, they do not add it up."""
    assert 1e-9 < coarse.error_bound < 1e-5
    with_links, with_tables = (
        jounce.simulate(quarter_car(car, "front", tables), 5.0, step=1e-4) for tables in (None, coarse)
    )
    difference = np.abs(with_links["heave.displacement"] - with_tables["heave.displacement"]).max()
    assert np.ptp(with_links["heave.displacement"]) > 5e-3
    assert difference < 10 * coarse.error_bound
    measured("tables.quarter car", difference, 10 * coarse.error_bound)


def test_fine_tables_leave_only_rounding_and_keep_the_energy_balance(car):
    tables = corner_tables(car, "front", "left", [(-0.1, 0.1)], nodes=(33,))
    with_links, with_tables = (jounce.simulate(quarter_car(car, "front", t), 1.0, step=1e-4) for t in (None, tables))
    for name in ("heave.displacement", "front_left.spring.length"):
        np.testing.assert_allclose(with_tables[name], with_links[name], rtol=0, atol=ROUNDING)
    largest = with_links["energy.kinetic"].max()
    for run in (with_links, with_tables):
        assert run.metadata["energy_balance"] < 1e-8 * largest


def test_the_steered_corner_follows_travel_and_rack(car):
    """Tables of two parameters, bicubic inertia: the rack moves 20 mm to and fro over the bump."""
    tables = corner_tables(car, "front", "left", [(-0.08, 0.08), (-0.025, 0.025)], nodes=(21, 13))
    with_links, with_tables = (
        jounce.simulate(quarter_car(car, "front", t, steered=True), 0.8, step=2e-4) for t in (None, tables)
    )
    for name in ("heave.displacement", "front_left.spring.length"):
        np.testing.assert_allclose(with_tables[name], with_links[name], rtol=0, atol=1e-7)
    rack_force = with_links["hands.effort"]
    np.testing.assert_allclose(with_tables["hands.effort"], rack_force, rtol=0, atol=2e-3 * np.abs(rack_force).max())
    assert with_tables.metadata["energy_balance"] < 1e-6 * with_links["energy.kinetic"].max()


def test_reactions_on_the_chassis_are_those_of_the_linkage(car, coarse):
    """The slider that guides the chassis bears the same side force and moments."""
    with_links, with_tables = (
        jounce.simulate(quarter_car(car, "front", tables), 0.6, step=2e-4) for tables in (None, coarse)
    )
    for channel in ("heave.Fx", "heave.Fy", "heave.Mx", "heave.My", "heave.Mz"):
        size = max(np.abs(with_links[channel]).max(), 1.0)
        np.testing.assert_allclose(with_tables[channel], with_links[channel], rtol=0, atol=1e-4 * size)


def test_an_anti_roll_bar_of_the_axle_is_not_in_the_tables_of_its_corner():
    """The corner alone has no bar, with links or with tables: its arms and drop links, 1 kg each, shake neither."""
    car = jounce.load("semi_trailing_arm")
    tables = corner_tables(car, "semi_trailing", "left", [(-0.08, 0.08)], nodes=(15,))
    with_links, with_tables = (
        jounce.simulate(quarter_car(car, "semi_trailing", t), 1.0, step=1e-4) for t in (None, tables)
    )
    difference = np.abs(with_links["heave.displacement"] - with_tables["heave.displacement"]).max()
    assert np.ptp(with_links["heave.displacement"]) > 5e-3
    assert difference < max(10 * tables.error_bound, ROUNDING)


def test_the_benchmark_prints_the_gain_and_what_it_costs(monkeypatch):
    """Times are not judged here, the difference is."""
    monkeypatch.setattr(tabulated_corner, "ROUNDS", 1)
    monkeypatch.setattr(tabulated_corner, "DURATION", 0.5)
    found = run_benchmark("tabulated-corner")
    for name in tabulated_corner.CORNERS:
        assert found["ratios"][f"links_of_{name}"] > 0.0
        assert found["ours"][f"difference_m_{name}"] < max(10 * found["ours"][f"error_bound_m_{name}"], ROUNDING)


def test_a_corner_that_leaves_its_tables_says_how_far_it_went(car):
    """The bump moves the wheel by more than 10 mm; the rack goes from 0 to 20 mm."""
    narrow = corner_tables(car, "front", "left", [(-0.01, 0.01), (-0.02, 0.015)], nodes=(5, 5))
    assert narrow.ranges == ((-0.01, 0.01), (-0.02, 0.015))
    run = jounce.simulate(quarter_car(car, "front", narrow, steered=True), 0.5, step=2e-4)
    travel, rack = (note for note in run.metadata["notes"] if "its tables hold" in note)
    reached = run["front_left.linkage.travel"]
    farthest = reached[np.abs(reached).argmax()]
    assert abs(farthest) > 0.01
    assert f"front_left.linkage.travel reached {1e3 * farthest:.1f} mm; its tables hold from -10.0 to 10.0 mm" in travel
    assert "front_left.linkage.rack reached 20.0 mm; its tables hold from -20.0 to 15.0 mm" in rack
    wide = corner_tables(car, "front", "left", [(-0.1, 0.1)], nodes=(5,))
    assert "notes" not in jounce.simulate(quarter_car(car, "front", wide), 0.5, step=2e-4).metadata


def test_lanes_of_tabulated_corners_run_as_one_kernel(car):
    """Both corners of a floating car share a kernel, each with its own tables."""
    model = jounce.Model("car")
    model.add(jounce.parts.Body(name="body", mass=700.0, centre=(0.0, 0.0, 0.5), inertia=(200.0, 800.0, 900.0)))
    for side in ("left", "right"):
        tables = corner_tables(car, "front", side, [(-0.08, 0.08)], nodes=(15,))
        _, parts = running_corner(car, "front", side, "body", tables=tables)
        model.add(*parts)
    ready = prepare(model)
    assert [len(group.members) for group in ready.mechanism.groups] == [2]
    run = jounce.simulate(ready, 0.2, integrator="rk4")
    left, right = run["front_left.linkage.travel"], run["front_right.linkage.travel"]
    np.testing.assert_allclose(left, right, rtol=0, atol=1e-9)
    assert np.ptp(left) > 1e-4


def test_a_model_with_tables_is_told_from_others_and_stays_out_of_files(car, coarse):
    """Size and degree of the tables decide the machine code; their numbers do not."""
    model = quarter_car(car, "front", coarse)
    other = corner_tables(car, "front", "left", [(-0.05, 0.05)], nodes=(5,))
    finer = corner_tables(car, "front", "left", [(-0.08, 0.08)], nodes=(6,))
    assert quarter_car(car, "front", other).structure() == model.structure()
    assert quarter_car(car, "front", finer).structure() != model.structure()
    with pytest.raises(ModelError, match="computed from a linkage") as refusal:
        model.to_toml()
    assert [problem.where for problem in refusal.value.problems] == [
        "joints.front_left.linkage", "forces.front_left.spring", "forces.front_left.damper",
        "forces.front_left.bump_stop",
    ]  # fmt: skip
