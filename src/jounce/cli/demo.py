"""jounce demo"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from jounce.cli.say import say
from jounce.cli.waiting import compiling

if TYPE_CHECKING:
    from jounce.results import Result

PICTURE = Path("jounce_demo.png")


@click.command("demo")
def command() -> None:
    """Drive a double-wishbone quarter car over a bump and draw its curves.

    \b
    Example:
      jounce demo
    """
    import jounce

    say("a quarter car on double wishbones (6 bodies, 2 loops) meets a bump 50 mm high at 36 km/h")
    with compiling():
        ready = jounce.prepare(jounce.load("quarter_car"))
        jounce.simulate(ready, "1 ms")  # the integrator, too, is compiled when it is first used
    run = jounce.simulate(ready, "2 s", output_step="1 ms")
    curves = _curves(run)
    curves.plot(*curves, path=PICTURE)
    say(f"2 s of driving took {run.wall_time:.2f} s; loops closed to {run.metadata['constraint_gap']:.0e} m")
    load, acceleration = run["tyre.Fz"], run["heave.displacement_acceleration"]
    say(f"  largest tyre force     {load.max() / 1000:.1f} kN, {load.max() / load[0]:.1f} times that at rest")
    say(f"  wheel off the ground   {1000 * sum(load == 0.0) * 1e-3:.0f} ms")
    say(f"  chassis acceleration   {abs(acceleration).max() / 9.81:.1f} g")
    say(f"curves: {PICTURE.resolve()}")


def _curves(run: Result) -> Result:
    """The run as one would draw it by hand: travel from rest, and the spring's push counted positive."""
    from dataclasses import replace

    import numpy as np

    from jounce.results import Channel

    curves = {
        ("chassis.travel", "m"): run["body_height"] - run["body_height"][0],
        ("wheel.travel", "m"): run["wheel_height"] - run["wheel_height"][0],
        ("road.travel", "m"): run["tyre.road"],
        ("tyre.force", "N"): run["tyre.Fz"],
        ("spring.force", "N"): -run["spring.force"],
    }
    channels = tuple(Channel(name, unit) for name, unit in curves)
    about = {**run.metadata, "study": "50 mm bump at 36 km/h"}
    return replace(run, channels=channels, values=np.column_stack(list(curves.values())), metadata=about)
