"""When controllers of a car intervened in a run: when first, and how much in all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.parts.brakes.abs_brake import RELEASES
from jounce.results import Result

FIRST = "first_action"
ANTI_LOCK = "abs"
INTERVENTION_METRICS = {
    f"{{controller}}.{FIRST}": ("s", "time of the run at which {controller} first acted; left out where it did not"),
    "{controller}.impulse": ("Pa s", "pressure that {controller} asked of all wheels together, integrated over time"),
    "{controller}.reduced": ("s", "share of the drive that {controller} took away, integrated over time"),
    "{controller}.releases": ("1", "how often the modulators of {controller} released pressure, all wheels together"),
}


def intervention_values(run: Result) -> dict[str, float]:
    """Returns the figures above: of controllers that show them, and of anti-lock brakes by their events.

    Figures of a controller are kept in its memory from tick to tick, so they do not depend on the rows of the result.
    """
    found: dict[str, float] = {}
    for record in _controllers(run):
        if FIRST in record["figures"]:
            figures = {word: float(run[f"controls.{record['name']}.{word}"][-1]) for word in record["figures"]}
            if figures[FIRST] >= 0.0:
                found |= {f"{record['name']}.{word}": value for word, value in figures.items()}
    if releases := _releases(run):
        found |= {f"{ANTI_LOCK}.{FIRST}": min(releases), f"{ANTI_LOCK}.releases": float(len(releases))}
    return found


def intervention_notes(run: Result) -> list[str]:
    """Returns what a reader of the run's figures should know: they are those of the car with its control."""
    values, notes = intervention_values(run), []
    for record in _controllers(run):
        if FIRST not in record["figures"]:
            continue
        name, kind = record["name"], record["kind"]
        if f"{name}.{FIRST}" not in values:
            notes.append(f"{kind} '{name}' does not act in this run")
            continue
        amounts = [f"{1e-5 * values[f'{name}.impulse']:.3g} bar s at all brakes together"]
        if values.get(f"{name}.reduced"):
            amounts.append(f"{values[f'{name}.reduced']:.3g} s of the whole drive taken away")
        notes.append(
            f"{kind} '{name}' acts, first at t = {values[f'{name}.{FIRST}']:.4g} s ({', '.join(amounts)}): "
            "figures of this run are those of the car with its control"
        )
    if f"{ANTI_LOCK}.{FIRST}" in values:
        first, count = values[f"{ANTI_LOCK}.{FIRST}"], values[f"{ANTI_LOCK}.releases"]
        notes.append(f"anti-lock brakes act, first at t = {first:.4g} s: pressure is released {count:.0f} times in all")
    return notes


def _controllers(run: Result) -> list[Mapping[str, Any]]:
    return list(run.metadata.get("controllers", ()))  # type: ignore[call-overload]


def _releases(run: Result) -> list[float]:
    """Returns the instants at which modulators released pressure."""
    events: Any = run.metadata.get("events", ())
    return [float(event["time"]) for event in events if event["what"] == RELEASES]
