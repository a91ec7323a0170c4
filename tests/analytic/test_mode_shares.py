"""Modes of a car with a free steering wheel, and the shares of its parts."""

from __future__ import annotations

import json
import re
from math import pi, sqrt

import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main
from jounce.studies.handling.mode_shares import mode_share_table, modes_with_shares


@pytest.fixture(scope="module")
def modes():
    return modes_with_shares(jounce.load("small_car"), 60 / 3.6)


def test_the_free_steering_wheel_swings_on_its_column(modes):
    """With the rack held by its friction: sqrt(k / J) of wheel and column, 550 N m/rad and 0.035 kg m^2.

    Half of the column swings with the wheel; it has 1 % of the wheel's inertia.
    """
    (wheel,) = [row for row in modes if row.name == "free steering wheel on its column"]
    assert wheel.frequency == pytest.approx(sqrt(550.0 / 0.035) / (2 * pi), rel=0.01)
    assert wheel.shares["steering"] > 0.99


def test_shares_add_up_and_tell_the_parts_apart(modes):
    for row in modes:
        assert sum(row.shares.values()) == pytest.approx(1.0, abs=1e-9)
    by_part = {
        part: [row for row in modes if row.name.startswith(part)] for part in ("body", "suspension", "driveline")
    }
    assert min(len(rows) for rows in by_part.values()) >= 3
    assert max(row.frequency for row in by_part["suspension"]) < 20.0 < max(r.frequency for r in by_part["driveline"])


def test_the_command_lists_them_and_the_counts_of_the_papers():
    listed = CliRunner().invoke(main, ["info", "small_car", "--modes", "60 km/h", "--json"])
    assert listed.exit_code == 0, listed.output
    assert "free steering wheel on its column" in [mode["name"] for mode in json.loads(listed.output)["modes"]]
    told = CliRunner().invoke(main, ["info", "small_car"]).output
    assert "n_S = 34, here 34; n_V = n_S + n_W + 8 = 43, here 43" in told
    assert "76 + n as printed, 70 + n without" in told and "here 48 + 22 + 2 of friction that sticks" in told
    refused = CliRunner().invoke(main, ["info", "pendulum", "--modes", "60 km/h"])
    assert refused.exit_code == 2 and "is no vehicle" in refused.output


def test_shares_lie_between_none_and_all_and_add_up(modes):
    """Also where a part moves against its carrier, whose product of speed and momentum is negative; and as printed."""
    for row in modes:
        assert all(0.0 <= share <= 1.0 for share in (*row.shares.values(), *row.mode.shares.values()))
        assert sum(row.shares.values()) == pytest.approx(1.0, abs=1e-12)
    for line in mode_share_table(modes).splitlines()[1:]:
        printed = [int(percent) for percent in re.findall(r"(-?\d+) %", line)]
        assert sum(printed) == 100 and min(printed) >= 0
