"""Draw the pictures of docs/howto/compare.md: python docs/figures/make_compare_figures.py"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import jounce

FOLDER = Path(__file__).parent
PAGE = FOLDER.parent / "howto" / "compare.md"
BAR = "axles.front.anti_roll_bar.stiffness"


def bump_steer() -> jounce.results.Comparison:
    """An axle before and after its tie rod was lowered."""
    before = jounce.load("double_wishbone")
    after = before.with_values({"axles.front.hardpoints.tie_rod_outer.z": "250.4 mm"})
    return jounce.compare([jounce.run(axle, "wheel-travel", axle="front") for axle in (before, after)])


def three_bars() -> jounce.results.Comparison:
    """A car with its own anti-roll bar, with a soft and with a stiff one."""
    car = jounce.load("small_car")
    cars = [car, *(car.with_values({BAR: value}) for value in ("12 N m/deg", "35 N m/deg"))]
    return jounce.compare([jounce.run(each, "steady-circle") for each in cars])


def logger() -> jounce.results.Comparison:
    """A run and the record that the page shows."""
    record = re.search(r"```csv\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert record is not None
    run = jounce.run(jounce.load("golf1"), "step-steer", speed="80 km/h")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "logger.csv"
        file.write_text(record[1], "utf-8")
        names = {"vehicle.yaw_rate": "GyroZ", "vehicle.cg.ay": "AccY"}
        return jounce.compare([run, file], names=names, shift="auto", labels=["golf1, step-steer", "logger.csv"])


def main() -> None:
    for name, found in (("bump_steer", bump_steer()), ("bars", three_bars()), ("logger", logger())):
        path = FOLDER / f"compare_{name}.png"
        found.plot(path=path)
        print(path)


if __name__ == "__main__":
    main()
