"""A car with its trailer is one vehicle: files, values, weight, modes, budgets, batches, gradients and drawing."""

from __future__ import annotations

import pytest

import jounce
from jounce.studies.driving.driving_start import start_parked
from jounce.studies.handling.mode_shares import SNAKING, modes_with_shares

G = 9.81  # m/s^2


@pytest.fixture(scope="module")
def combination() -> jounce.Vehicle:
    return jounce.load("car_with_caravan")


def test_a_combination_is_written_as_one_file_that_loads_to_the_same_vehicle(combination, tmp_path):
    again = jounce.load(combination.save(tmp_path / "whole.toml"))
    assert again.values() == combination.values()
    assert again.tables() == combination.tables()
    assert [unit.kind for unit in again.units.values()] == ["vehicle", "trailer"]
    assert not [unit for unit in again.tables()["units"].values() if "file" in unit]


def test_numbers_of_every_unit_have_one_path_each(combination):
    alone, caravan = jounce.load("sedan").values(), jounce.load("caravan").values()
    found = combination.values()
    assert {path: found[path] for path in alone} == alone
    trailing = {path: value for path, value in caravan.items() if not path.startswith("steering.")}
    assert {path: found[f"units.caravan.{path}"] for path in trailing} == trailing
    heavier = combination.with_values({"units.caravan.body.mass": "1300 kg", "hitches.ball.point": [-3.8, 0, 0.41]})
    assert heavier.values()["units.caravan.body.mass"] == 1300.0
    assert heavier.values()["hitches.ball.point.x"] == -3.8
    assert "units.caravan.body.mass,1136.0,kg" in combination.echo()


def test_the_wheels_of_a_parked_combination_carry_its_weight_and_its_hitch_the_rest_of_the_caravan(combination):
    car = combination.car_model()
    start = start_parked(car)
    seen, (caravan,) = start.seen(), car.pulled
    loads = {name: seen[f"{name}.tyre.Fz"] for name in car.corners}
    assert sum(loads.values()) == pytest.approx(G * car.whole_mass, rel=1e-9)
    # levers about the ball in the design position; arms and body have turned by less than 1 deg since
    axle = sum(loads[name] for name in caravan.corners)
    lever = (caravan.centre[0] + 3.79) / (caravan.axles["caravan_axle"][0].wheel_centre[0] + 3.79)
    assert axle == pytest.approx(G * caravan.mass * lever, rel=2e-3)


@pytest.mark.campaign
def test_the_mode_with_the_largest_share_of_the_hitch_yaw_is_called_snaking(combination):
    modes = modes_with_shares(combination, 80 / 3.6)
    (snaking,) = [mode for mode in modes if mode.name.startswith(SNAKING)]
    assert snaking.mode.shares["ball.yaw"] == max(
        mode.mode.shares["ball.yaw"] for mode in modes if mode.mode.damping_ratio < 1.0
    )
    assert snaking.shares["hitch"] > 0.5
    assert 0.5 < snaking.frequency < 1.2  # caravans of this size snake at 0.5 to 1 Hz


@pytest.mark.campaign
def test_load_transfer_is_split_within_each_unit(combination):
    run = jounce.run(combination, "load-transfer", points=6)
    found = {name: metric.value for name, metric in run.metrics.items()}
    assert found["front.share"] + found["rear.share"] == pytest.approx(1.0, abs=1e-12)
    assert found["caravan_axle.share"] == pytest.approx(1.0, abs=1e-12)
    assert abs(found["split_error"]) < 1e-6  # two formulations of the same statics


@pytest.mark.campaign
def test_both_units_are_drawn_by_their_own_sizes(combination):
    run = jounce.run(combination, "step-steer", duration=1.2)
    outline = run.outline
    assert [outline.car.shape, *(car.shape for car in outline.pulled)] == ["sedan", "box"]
    numbers = run.drawn.numbers
    (box,) = outline.pulled
    assert (box.body, numbers[box.width], numbers[box.front]) == ("caravan", 2.2, 2.7)
    assert {body.unit for body in outline.bodies} == {"car", "caravan"}
    whose = {channel.name: channel.owner for channel in run.channels}
    wheel = whose["caravan_axle_left.tyre.Fz"]
    assert (wheel.unit, wheel.axle, wheel.side) == ("caravan", "caravan_axle", "left")


@pytest.mark.campaign
def test_a_batch_over_a_value_of_the_caravan_gives_what_runs_alone_give(combination):
    path, names = "units.caravan.body.mass", ["yaw_rate_peak_time", "steering_angle"]
    table = jounce.vary(combination, "step-steer", {path: [1130.0]}, metrics=names, workers=1, duration=1.6)
    alone = jounce.run(combination.with_values({path: 1130.0}), "step-steer", duration=1.6)
    for name in names:  # lanes and runs alone agree to 1e-7 in all studies
        assert table[name][0] == pytest.approx(alone.metrics[name].value, rel=1e-7)


@pytest.mark.campaign
def test_the_gradient_of_a_circle_by_a_value_of_the_caravan_is_that_of_differences(combination):
    """Central differences over +-0.5 % of the mass: their error is of the order of 1e-5 of the slope."""
    path, name, mass = "units.caravan.body.mass", "understeer_gradient", 1136.0
    slope = jounce.gradient(combination, "steady-circle", [name], wrt=[path]).values[0, 0]
    ends = [combination.with_values({path: value}) for value in (0.995 * mass, 1.005 * mass)]
    low, high = (jounce.run(car, "steady-circle").metrics[name].value for car in ends)
    assert slope == pytest.approx((high - low) / (0.01 * mass), rel=1e-3)


@pytest.mark.campaign
def test_a_car_with_its_caravan_is_set_up(combination):
    """Seats that differ by less than a micrometre on the way: the trailer must not be held by tyres that slide."""
    found = jounce.run(combination, "set-up").metrics
    heights = [found[name].value for name in ("front.height", "rear.height", "roll")]
    assert heights == pytest.approx([0.0, 0.0, 0.0], abs=1e-8)
    assert found["cross_weight"].value == pytest.approx(0.5, abs=1e-8)
