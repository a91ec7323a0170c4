"""Tables of every suspension of the library, their exact motion taken from the sweep of the axle on its rig."""

from functools import cache

import numpy as np
import pytest
from exact_motions import LINKS, WHEEL_CENTRE, wishbone_motion
from test_interpolation import product_error, slope, table_of

import jounce
from jounce.depths.tables.carrier_motion import carrier_motion
from jounce.depths.tables.tabulate import tabulate, verified_table_error
from jounce.errors import ModelError
from jounce.model.axle_data import AlignmentData, Axle, TyreData
from jounce.model.vehicle import Vehicle
from jounce.simulation.prepare import prepare
from jounce.spatial.pose_table import DIRECTIONS

TRAVEL, RACK = (-0.06, 0.06), (-0.03, 0.03)
STEERED = (TRAVEL, RACK)
# library car and axle; the motion of the first three is spatial, that of the others a turn about one fixed axis
SPATIAL = [("double_wishbone", "front"), ("macpherson", "front"), ("five_link", "front")]
SINGLE_AXIS = [("semi_trailing_arm", "semi_trailing"), ("semi_trailing_arm", "trailing"), ("swing_arm", "rear")]


@cache
def motion_of(car, axle):
    return _motion(jounce.load(car), axle)


def _motion(vehicle, axle):
    rig = vehicle.axle_model(axle)
    return carrier_motion(prepare(rig.model), rig, "left")


@cache
def hmmwv():
    names = ("lower_arm_front", "lower_arm_rear", "upper_arm_front", "upper_arm_rear", "tie_rod_inner")
    outer = {"lower_ball_joint": 0, "upper_ball_joint": 2, "tie_rod_outer": 4}
    points = {name: tuple(LINKS[k, 0]) for k, name in enumerate(names)}
    points |= {name: tuple(LINKS[k, 1]) for name, k in outer.items()}
    axle = Axle(
        template="double_wishbone",
        steered=True,
        hardpoints={**points, "wheel_centre": tuple(WHEEL_CENTRE)},
        right_hardpoints={},
        bodies={},
        tyre=TyreData(radius=0.47),
        alignment=AlignmentData(),
        elements={},
    )
    return _motion(Vehicle(name="HMMWV", axles={"front": axle}), "front")


def errors(exact, ranges, intervals, degree):
    found = [verified_table_error(table_of(exact, ranges, n + 1, degree), exact).largest() for n in intervals]
    return np.array([[e.position for e in found], [e.rotation for e in found]])


@pytest.mark.parametrize("ranges", [(TRAVEL,), STEERED], ids=["travel", "travel and rack"])
def test_the_sweep_has_the_motion_of_an_independent_linkage_solver(ranges):
    """Pose and both derivatives, along every direction; loops are closed to 1e-12 m, arms are 0.1 m long and more."""
    values = [np.linspace(*ends, 5) for ends in ranges]
    directions = DIRECTIONS[len(ranges)]
    for found, wanted in zip(hmmwv()(values, directions), wishbone_motion(values, directions), strict=True):
        for part, part_wanted in zip(found, wanted, strict=True):
            np.testing.assert_allclose(part, part_wanted, atol=1e-9 * max(1.0, np.abs(part_wanted).max()))


@pytest.mark.parametrize(("degree", "wanted", "margin"), [(3, 4.0, 0.3), (5, 6.0, 0.5)])
@pytest.mark.parametrize("ranges", [(TRAVEL,), STEERED], ids=["travel", "travel and rack"])
@pytest.mark.parametrize("case", SPATIAL, ids=lambda case: case[0])
def test_error_of_a_spatial_linkage_falls_with_the_order_of_its_table(case, ranges, degree, wanted, margin):
    intervals = np.array([8, 12, 16])
    position, rotation = errors(motion_of(*case), ranges, intervals, degree)
    assert slope(intervals, position) == pytest.approx(wanted, abs=margin)
    assert slope(intervals, rotation) == pytest.approx(wanted, abs=margin)


@pytest.mark.parametrize("case", SPATIAL, ids=lambda case: case[0])
def test_the_product_of_three_rotations_is_of_third_order_on_a_spatial_linkage(case):
    intervals = np.array([16, 32, 64])
    assert 3.0 <= slope(intervals, [product_error(motion_of(*case), TRAVEL, n) for n in intervals]) <= 3.4


@pytest.mark.parametrize("case", SINGLE_AXIS, ids=lambda case: " ".join(case))
def test_about_a_single_axis_both_forms_of_the_rotation_are_of_fourth_order(case):
    intervals, exact = np.array([4, 8, 12]), motion_of(*case)
    assert slope(intervals, errors(exact, (TRAVEL,), intervals, 3)[1]) == pytest.approx(4.0, abs=0.3)
    assert slope(intervals, [product_error(exact, TRAVEL, n) for n in intervals]) == pytest.approx(4.0, abs=0.3)


def test_a_lumped_mass_is_exact_with_two_nodes():
    """It moves on a straight line, which every table contains: 4 units in the last place of 1 m."""
    assert errors(motion_of("lumped_mass", "front"), (TRAVEL,), [1], 3).max() < 1e-15


@pytest.mark.parametrize("degree", [3, 5])
def test_the_papers_headline_is_met_over_travel_and_rack(degree, capsys):
    table = tabulate(hmmwv(), STEERED, degree=degree, position_error=4e-6, rotation_error=np.radians(0.03))
    with capsys.disabled():
        count = " x ".join(str(len(knots)) for knots in table.knots)
        errors = f"{1e3 * table.position_error:.2g} mm, {np.degrees(table.rotation_error):.2g} deg"
        print(f"\nHMMWV front, travel and rack, degree {degree}: {count} nodes, {errors}")
    assert table.position_error <= 4e-6
    assert table.rotation_error <= np.radians(0.03)


def test_a_range_beyond_lock_up_is_refused_with_the_place():
    with pytest.raises(ModelError, match=r"front_left\.travel"):
        tabulate(hmmwv(), [(-0.06, 0.9)], position_error=1e-5, rotation_error=1e-4)
