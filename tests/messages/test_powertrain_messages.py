"""What is told about powertrains that cannot be: where, what, and what would be right; all at once."""

from __future__ import annotations

import pytest

import jounce
from jounce.errors import ModelError

UP = "2000, 2800, 4500 rpm"
CASES = [
    (
        {"gearbox.down": ["1200, 1200, 2000 rpm"] + ["1200, 1500, 2000 rpm"] * 4},
        "gearbox.down",
        "at throttle 0 gear 2 shifts down at 1200 rpm, but a shift up from gear 1 leads to 1001.9 rpm: it would hunt",
    ),
    ({"gearbox.efficiency": 1.02}, "gearbox.efficiency", "1.02"),
    ({"gearbox.efficiency": -0.9}, "gearbox.efficiency", "-0.9 is negative"),
    (
        {"gearbox.ratios": [3.77, 1.89, 1.9, 0.94, 0.78, 0.67]},
        "gearbox.ratios.2",
        "gear 3 has 1.9, and gear 2 before it 1.89",
    ),
    ({"gearbox.up": "2000, 4500 rpm"}, "gearbox.up", "2 speeds for 5 shifts and 3 throttles"),
    ({"gearbox.throttles": [0, 0.6, 0.4]}, "gearbox.throttles", "3 that do not rise"),
    ({"gearbox.up": None}, "gearbox.up", "is missing"),
    (
        {"gearbox.up": "2000, 2800, 7000 rpm"},
        "gearbox.up",
        "7000 rpm at throttle 1 is above 6404.5 rpm, where the limiter begins: no gear would shift up",
    ),
    (
        {"gearbox.up": ["2000, 2800, 4500 rpm"] * 4 + ["2000, 2800, 6450 rpm"]},
        "gearbox.up",
        "6450 rpm at throttle 1 is above 6404.5 rpm, where the limiter begins: gear 5 would never shift up",
    ),
    (
        {"engine.full_load": {"type": "points", "x": "1000, 2000, 5100 rpm", "y": [284, 444, 420]}},
        "engine.full_load",
        "its points end at 5100 rpm, far below limit_speed, 6500 rpm",
    ),
    ({"gearbox.torque": None}, "gearbox.torque", "is missing"),
    (
        {"engine.full_load": {"type": "points", "x": "1000, 900, 2000 rpm", "y": [200, 210, 220]}},
        "engine.full_load.x.1",
        "does not rise",
    ),
    (
        {"engine.drag": {"type": "points", "x": "800, 6000 rpm", "y": [10, -20]}},
        "engine.drag",
        "10 N m at 800 rpm would drive",
    ),
    (
        {
            "engine.torque_map": {
                "type": "grid",
                "x": "1000, 5000 rpm",
                "v": [0, 0.5, 1],
                "y": [-10, 90, 200, -20, 150, 140],
            }
        },
        "engine.torque_map.y",
        "at 5000 rpm torque falls from 150 to 140 N m as the throttle opens to 1",
    ),
    (
        {"engine.torque_map": {"type": "grid", "x": "1000, 5000 rpm", "v": [0, 100], "y": [-10, 200, -20, 150]}},
        "engine.torque_map.v",
        "a throttle of 100",
    ),
    ({"engine.limit_speed": "700 rpm"}, "engine.limit_speed", "700 rpm is not above the idle speed of 800 rpm"),
    ({"engine.limit_speed": 6500}, "engine.limit_speed", "6500 rad/s is no speed of an engine"),
    ({"engine.idle_speed": "300 rpm"}, "engine.idle_speed", "300 rpm lies outside the full-load curve"),
    (
        {"converter.torque_ratio": {"type": "points", "x": [0, 0.92, 1], "y": [2.5, 0.95, 0.95]}},
        "converter.torque_ratio",
        "0.95 at speed ratio 0.92",
    ),
    (
        {"converter.torque_ratio": {"type": "points", "x": [0, 0.8, 1], "y": [2, 1.5, 1]}},
        "converter.torque_ratio",
        "1.5 at speed ratio 0.8 is an efficiency of 1.2",
    ),
    (
        {"converter.torque_ratio": {"type": "points", "x": [0, 0.2, 1], "y": [1.5, 1.8, 1]}},
        "converter.torque_ratio",
        "rises from 1.5 at 0 to 1.8 at 0.2",
    ),
    (
        {"converter.capacity_factor": {"type": "points", "x": [0, 0.5], "y": [15, 16]}},
        "converter.capacity_factor",
        "reaches from speed ratio 0 to 0.5",
    ),
    ({"converter.unlock_speed": "1600 rpm"}, "converter.unlock_speed", "1600 rpm is not below lock_speed, 1500 rpm"),
    ({"converter.lock_ratio": 1.0}, "converter.lock_ratio", "1: the fluid alone never"),
    ({"clutch": {"torque": "500 N m"}}, "converter", "there is a [clutch] as well"),
    ({"converter": None, "gearbox.torque": None}, "engine", "nothing joins it to the gearbox"),
    ({"gearbox": None}, "gearbox", "there is no [gearbox]"),
    ({"engine": None}, "gearbox", "there is no [engine]"),
    ({"drive.layout": "motors", "drive.final_ratio": None}, "engine", 'drive.layout = "motors" has motors of its own'),
    (
        {"converter": None, "clutch": {"torque": "500 N m", "open_speed": "900 rpm"}},
        "clutch.closed_speed",
        "is missing",
    ),
    (
        {"converter": None, "clutch": {"torque": "500 N m", "open_speed": "1900 rpm", "closed_speed": "1200 rpm"}},
        "clutch.closed_speed",
        "1200 rpm is not above open_speed, 1900 rpm",
    ),
    ({"gearbox.shifts": "driver"}, "gearbox.shifts", "there is no [clutch]"),
    ({"gearbox.shifts": "driver"}, "gearbox.up", "is given, but the driver shifts"),
]


@pytest.mark.parametrize(("changes", "where", "what"), CASES, ids=[f"{w}: {t[:30]}" for _, w, t in CASES])
def test_a_powertrain_that_cannot_be_is_refused(changes, where, what):
    with pytest.raises(ModelError) as refused:
        jounce.load("sedan").with_tables(changes)
    found = [problem for problem in refused.value.problems if problem.where == where]
    assert any(what in problem.what for problem in found), refused.value
    assert all(problem.help for problem in found)


def test_all_problems_are_told_at_once():
    with pytest.raises(ModelError) as refused:
        jounce.load("sedan").with_tables(
            {"gearbox.efficiency": 1.5, "converter.lock_ratio": 1.2, "engine.limit_speed": "700 rpm"}
        )
    assert {problem.where for problem in refused.value.problems} >= {
        "gearbox.efficiency",
        "converter.lock_ratio",
        "engine.limit_speed",
    }


def test_a_line_that_hunts_is_told_gear_by_gear_also_of_a_changed_number():
    with pytest.raises(ModelError, match=r"gear 6 shifts down at 4000 rpm, but a shift up from gear 5 leads to 3830"):
        jounce.load("sedan").with_values({"gearbox.down.14": "4000 rpm"})


def test_lines_up_to_the_limiter_and_lines_by_the_output_are_taken():
    """The limiter begins at 6500 rpm - 10 rad/s; by the output, gears slip and what the engine does is not known."""
    car = jounce.load("sedan")
    assert car.with_tables({"gearbox.up": "2000, 2800, 6404 rpm"}).gearbox
    assert car.with_tables({"gearbox.up": "2000, 2800, 7000 rpm", "gearbox.shift_by": "output"}).gearbox


def test_lists_are_read_with_one_unit_at_their_end():
    """The same speeds, written one by one."""
    car = jounce.load("sedan")
    one_by_one = [[f"{v} rpm" for v in (2000, 2800, 4500)]] * 5
    assert car.with_tables({"gearbox.up": one_by_one}).gearbox == car.gearbox
    with pytest.raises(ModelError, match="unit 'rmp' is not known"):
        car.with_tables({"gearbox.up": "2000, 2800, 4500 rmp"})


@pytest.mark.parametrize(
    ("study", "settings", "told"),
    [
        ("torque-step", {}, "the torque of an engine follows from its throttle"),
        ("lift-off-in-turn", {"drag": "-10 N m"}, "has an engine of its own, which drags"),
        ("acceleration", {"gear": 9}, "9 of 6"),
        ("one-sided-torque", {}, "one engine drives both sides"),
    ],
)
def test_studies_say_what_an_engine_does_not_do(study, settings, told):
    with pytest.raises(ModelError, match=told):
        jounce.run(jounce.load("sedan").at_depth("structural"), study, **settings)


def test_a_car_without_an_engine_is_told_what_acceleration_needs():
    with pytest.raises(ModelError, match=r"the car has none, and no motors .*\n.*\[engine\], \[gearbox\]"):
        jounce.run(jounce.load("small_car"), "acceleration")


@pytest.mark.parametrize(
    ("car", "phase", "told"),
    [
        ("sedan", {"drive": "50 N m"}, "has an engine: its torque follows from the throttle"),
        ("small_car", {"throttle": 0.4}, "has no engine"),
        ("sedan", {"throttle": 1.4}, "from 0 to 1"),
    ],
)
def test_scripts_know_torque_from_throttle(car, phase, told):
    with pytest.raises(ModelError, match=told):
        jounce.run(jounce.load(car), "script", phases=[phase | {"duration": "1 s"}])
