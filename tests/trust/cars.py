"""The cars whose sheets are checked: five of the library, and one with an engine, shafts that twist, ABS and ESC."""

from __future__ import annotations

import jounce

OWN = "own car"
CARS = ("small_car", "sedan", "golf1", "large_sedan", "hmmwv", OWN)


def load(name: str):
    return own_car() if name == OWN else jounce.load(name)


def own_car():
    """The small car with an engine, five gears, a clutch, brakes by pressure, ABS and stability control."""
    rpm = [1000, 2000, 3000, 4000, 5000, 5800, 6200]
    tables = {
        "engine": {
            "full_load": {"type": "points", "x": _rpm(rpm), "y": [95, 118, 128, 130, 122, 105, 85]},
            "drag": {"type": "points", "x": _rpm([800, 4000, 6500]), "y": [-10, -20, -32]},
            "inertia": 0.13,
            "idle_speed": "850 rpm",
            "limit_speed": "6300 rpm",
        },
        "clutch": {"torque": "190 N m", "open_speed": "900 rpm", "closed_speed": "1600 rpm"},
        "gearbox": {
            "ratios": [3.55, 2.05, 1.40, 1.05, 0.83],
            "efficiency": 0.94,
            "throttles": [0, 1],
            "up": ["2600, 5900 rpm"] * 4,
            "down": ["1100, 2600 rpm"] * 4,
            "dwell": 0.6,
        },
        "brakes": {"pressure": "120 bar", "front_torque": "18 N m/bar", "rear_torque": "7 N m/bar"},
        "abs": {"rear": "select low"},
        "esc": {},
    }
    return jounce.load("small_car").with_tables(tables).with_values({"drive.input_inertia": 0.01})


def _rpm(values) -> str:
    return f"{', '.join(map(str, values))} rpm"
