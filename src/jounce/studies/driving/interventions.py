"""What controls the brakes of a car: what it takes for granted, when it first intervened, and how much in all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.model import Vehicle
from jounce.parts.brakes.abs_brake import RELEASES
from jounce.results import Result
from jounce.studies.response.wanted_car import SPEED, left_to_linear_car
from jounce.units import Plain

FIRST = "first_action"
ANTI_LOCK = "abs"
INTERVENTION_METRICS = {
    f"{{controller}}.{FIRST}": ("s", "time of the run at which {controller} first acted; left out where it did not"),
    "{controller}.impulse": ("Pa s", "pressure that {controller} asked of all wheels together, integrated over time"),
    "{controller}.reduced": ("s", "share of the drive that {controller} took away, integrated over time"),
    "{controller}.releases": ("1", "how often the modulators of {controller} released pressure, all wheels together"),
}
AMOUNTS = {"impulse": (1e-5, "bar s at all brakes together"), "reduced": (1.0, "s of the whole drive taken away")}


def brake_notes(vehicle: Vehicle) -> list[str]:
    """Says what anti-lock brakes and stability control know of the car, where it has them and they are on."""
    found = []
    if vehicle.abs is not None and vehicle.abs.on:
        found.append("anti-lock brakes: slip is measured against the true speed of the car")
    if vehicle.esc is not None and vehicle.esc.on:
        esc, wheelbase = vehicle.esc, float(vehicle.unit.wheelbase())  # type: ignore[arg-type]
        left = left_to_linear_car(vehicle)
        found.append(
            f"stability control: wants the yaw rate of a car with a wheelbase of {wheelbase:.4g} m, "
            f"{_wanted('a characteristic speed of', esc.characteristic_speed, 'm/s')} and "
            f"{_wanted('a lag of', esc.lag, 's')}, on a road of friction {esc.friction:g}"
            + (f"; what the file leaves out was found from its linear car at {3.6 * SPEED:g} km/h" if left else "")
        )
    return found


def _wanted(words: str, value: float | None, unit: str) -> str:
    """Returns a number of the wanted car in words."""
    return f"{words} {value:.4g} {unit}" if value is not None else f"{words} its own"


def intervention_values(run: Result) -> dict[str, float]:
    """Returns the figures above: of controllers that show them, and of anti-lock brakes by their events.

    Figures of a controller are kept in its memory from tick to tick, so they do not depend on the rows of the result.
    """
    found: dict[str, float] = {}
    for name in _intervening(run):
        shown = {word: f"controls.{name}.{word}" for word in (FIRST, *AMOUNTS)}
        figures = {word: float(run[channel][-1]) for word, channel in shown.items() if channel in run}
        if figures[FIRST] >= 0.0:
            found |= {f"{name}.{word}": value for word, value in figures.items()}
    if releases := _releases(run):
        found |= {f"{ANTI_LOCK}.{FIRST}": min(releases), f"{ANTI_LOCK}.releases": float(len(releases))}
    return found


def intervention_notes(run: Result) -> list[str]:
    """Returns what a reader of the run's figures should know: they are those of the car with its control."""
    values, notes = intervention_values(run), []
    for name, record in _intervening(run).items():
        who = f"{record['kind']} '{name}'{_wanted_car(record['numbers'])}"
        if f"{name}.{FIRST}" not in values:
            notes.append(f"{who} does not act in this run")
            continue
        given = {word: values.get(f"{name}.{word}", 0.0) for word in AMOUNTS}
        amounts = [
            f"{Plain(AMOUNTS[word][0] * value):.3g} {AMOUNTS[word][1]}" for word, value in given.items() if value
        ]
        notes.append(
            f"{who} acts, first at t = {values[f'{name}.{FIRST}']:.4g} s ({', '.join(amounts)}): "
            "figures of this run are those of the car with its control"
        )
    if f"{ANTI_LOCK}.{FIRST}" in values:
        first, count = values[f"{ANTI_LOCK}.{FIRST}"], values[f"{ANTI_LOCK}.releases"]
        notes.append(f"anti-lock brakes act, first at t = {first:.4g} s: pressure is released {count:.0f} times in all")
    return notes


def _wanted_car(numbers: Mapping[str, float]) -> str:
    """Returns in words which car a controller wants, of one that wants one."""
    if "characteristic_speed" not in numbers:
        return ""
    speed, lag = numbers["characteristic_speed"], numbers["lag"]
    return f", which wants a characteristic speed of {speed:.4g} m/s and a lag of {lag:.3g} s,"


def _intervening(run: Result) -> dict[str, Mapping[str, Any]]:
    """Returns the records of those controllers that show when they first act, by name."""
    records: Any = run.metadata.get("controllers", ())
    return {record["name"]: record for record in records if f"controls.{record['name']}.{FIRST}" in run}


def _releases(run: Result) -> list[float]:
    """Returns the instants at which modulators released pressure."""
    events: Any = run.metadata.get("events", ())
    return [float(event["time"]) for event in events if event.get("what") == RELEASES]
