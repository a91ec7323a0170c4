"""Every driver is one function: on floats what it is on symbols, with its tables and numbers at run time."""

from dataclasses import replace

import numpy as np
import pytest

from jounce.graph import Graph
from jounce.graph.interpret import interpret
from jounce.model.fields import map_numbers
from jounce.parts.drivers import DRIVERS
from jounce.parts.paths import shift_path
from jounce.parts.tables import tables_of_part

CAR = {
    "mass": 1200.0,
    "yaw_inertia": 1900.0,
    "front_length": 1.1,
    "rear_length": 1.5,
    "front_stiffness": 90e3,
    "rear_stiffness": 105e3,
    "steering_ratio": 16.0,
}
READING = {"x": 31.0, "y": 0.7, "yaw": 0.08, "vx": 22.0, "vy": -0.3, "yaw_rate": 0.12}


def on_symbols(driver, reading, memory):
    """The tick with symbols for everything: commands and memory, worked out node by node."""
    graph, values = Graph(), {}

    def symbol(name, value):
        values[name] = value
        return graph.symbol(name)

    symbolic, tables, offset = map_numbers(driver, lambda path, value, unit: symbol(path, value), "driver"), [], 0
    for name, table in tables_of_part(driver).items():
        symbolic = replace(symbolic, **{name: table.placed(offset)})
        tables.append(table.flat())
        offset += table.size
    read = {name: symbol(name, value) for name, value in reading.items()}
    kept = [symbol(f"memory.{k}", value) for k, value in enumerate(memory)]
    commands, after = symbolic.tick(symbol("time", 0.4), read, kept)
    reach = commands[driver.wheel]
    return np.array(interpret([reach.value, reach.rate, *after], values, tables=np.concatenate(tables)), float)


@pytest.mark.parametrize("compensated", [False, True])
@pytest.mark.parametrize("word", DRIVERS)
def test_a_tick_on_symbols_is_the_tick_on_floats(word, compensated):
    path = shift_path([(20.0, 60.0, 3.5)], -20.0, 200.0)
    driver = DRIVERS[word](name="driver", path=path, delay=0.1, compensated=compensated, **CAR)
    reading = {f"vehicle.cg.{name}": value for name, value in READING.items()}
    memory = driver.begin(reading, {"steering.wheel_angle": 0.01})
    assert len(memory) == 6 + 10  # a delay of 0.1 s at 100 Hz
    commands, after = driver.tick(0.4, reading, memory)
    reach = commands["steering.wheel_angle"]
    expected = np.array([reach.value, reach.rate, *after], float)
    found = on_symbols(driver, reading, memory)
    # the same operations in the same order but for the order of sums in a polynomial: some roundings of the largest
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("word", DRIVERS)
def test_a_mirrored_driver_steers_the_other_way(word):
    def tick(side):
        path = shift_path([(20.0, 60.0, side * 3.5)], -20.0, 200.0)
        driver = DRIVERS[word](name="driver", path=path, delay=0.1, compensated=True, **CAR)
        sign = {"y": side, "yaw": side, "vy": side, "yaw_rate": side}
        reading = {f"vehicle.cg.{name}": value * sign.get(name, 1.0) for name, value in READING.items()}
        return driver.tick(0.0, reading, driver.begin(reading, {"steering.wheel_angle": 0.0}))[1]

    left, right = tick(1.0), tick(-1.0)
    assert right[2] == pytest.approx(-left[2], rel=1e-12)
    assert left[2] != 0.0
