"""Where numbers come from: the nearest source counts, and the echo tells every value."""

from __future__ import annotations

import csv
from dataclasses import replace
from io import StringIO

import pytest

import jounce
from jounce.model.model import Source
from jounce.model.provenance import UNKNOWN, provenance_estimated_share, source_of

CARS = ("small_car", "small_car_electric", "hmmwv")


def test_the_nearest_source_counts():
    near, far = Source(source="measured"), Source(source="class", estimated=True)
    sources = {"axles.front": far, "axles.front.spring.law": near}
    assert source_of("axles.front.spring.law.slope", sources) is near
    assert source_of("axles.front.spring.preload", sources) is far
    assert source_of("axles.frontal", sources) is UNKNOWN


@pytest.mark.parametrize("name", CARS)
def test_every_number_of_a_library_car_has_a_source(name):
    car = jounce.load(name)
    assert [path for path in car.values() if source_of(path, car.sources) is UNKNOWN] == []
    assert all(source.spread for source in car.sources.values() if source.estimated)


def test_the_echo_lists_every_value_exactly_with_unit_and_source():
    car = jounce.load("small_car").with_values({"half_shafts.damping": 1 / 3})
    rows = list(csv.DictReader(StringIO(car.echo())))
    assert {row["path"]: float(row["value"]) for row in rows} == car.values()
    by_path = {row["path"]: row for row in rows}
    assert by_path["axles.rear.hardpoints.wheel_centre.x"]["unit"] == "m"
    assert by_path["axles.rear.hardpoints.wheel_centre.x"]["estimated"] == "no"
    assert by_path["axles.rear.damper.law.y.0"]["unit"] == "N"
    assert "17 %" not in by_path["axles.front.spring.law.slope"]["spread"]
    assert by_path["axles.front.spring.law.slope"]["spread"] == "18 %"


def test_the_share_of_estimates_is_one_line():
    line = provenance_estimated_share(jounce.load("small_car"))
    assert line.endswith("values estimated (99 %)") and "without" not in line


def test_a_file_without_sources_has_no_estimates_but_values_without_a_source():
    """551 values of which nobody said anything were once called estimated."""
    car = replace(jounce.load("small_car"), sources={})
    count = len(car.values())
    line = provenance_estimated_share(car)
    assert line == f"0 of {count} values estimated (0 %), {count} without a source (100 %)"
