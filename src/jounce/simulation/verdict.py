"""Verdict on a run: its energy balance and its time step, measured.

Every force, joint and prescribed motion keeps the energy, so kinetic + potential - work is constant but for numerical
error. That error is compared with the energy that the run turns over. Kinetic energy goes with the square of speeds:
1 % of it is 0.5 % of the speeds, which a user should know; 10 % of it is 5 % of the speeds, and nothing can be read off
such a run.

A step of RK4 is too long where it makes small motions about the start grow that do not grow by themselves
[Hairer, Wanner 1996, section IV.2].
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf

import numpy as np

from jounce.errors import DoubtfulResult
from jounce.results import Channel, Result, Verdict, VerdictCheck
from jounce.results.run_record import DOUBTFUL, FAILED, PASSED, Metadata

DOUBTFUL_SHARE, FAILED_SHARE = 0.01, 0.1  # of the energy that the run turns over
FORCES = ("force", "friction force", "load")  # kinds of what pushes, but for the road under a wheel
UNSEEN = 1e-6  # m: the work of the largest force over less is nothing, and loops are not resolved further
HALF_THE_DIGITS = float(np.sqrt(np.finfo(float).eps))  # of the largest energy: less than that is rounding
UNBALANCED = "energy balance lost"
SHOWN = 4  # channels by name
ENERGY_DEFINITION = (
    "largest change of the energy balance, divided by the energy that the run turns over: the largest of kinetic "
    "energy, change of potential energy, and work of all elements"
)


def with_verdict(result: Result, checks: Sequence[VerdictCheck], notes: Sequence[str]) -> Result:
    """Returns the result with its verdict; one that has lost its energy balance ends where it did."""
    checks = [*checks, *finite_verdict(result.channels, result.numbers)]
    verdict = Verdict((energy_verdict(result.channels, result.numbers), *checks))
    told = [*notes, *verdict.notes(), *result.metadata.get("notes", [])]  # type: ignore[misc]
    about = Metadata(result.metadata, {"notes": told} if told else {})
    if result.metadata["status"] != "finished" or verdict.state != FAILED:
        return replace(result, verdict=verdict, metadata=about)
    kept = slice(0, max(first_unbalanced_for_verdict(result.channels, result.numbers), 1))
    return replace(
        result,
        time=result.time[kept],
        numbers=result.numbers[kept],
        coordinates={name: history[kept] for name, history in result.coordinates.items()},
        verdict=verdict,
        metadata=Metadata(about, {"status": UNBALANCED}),
    )


def with_checks(result: Result, checks: Iterable[VerdictCheck], waived: Mapping[str, str] | None = None) -> Result:
    """Returns the result with further checks in its verdict, and a note for each that does not pass.

    A study waives the checks of what it is about, by their names, each with its reason: what they find is only a note.
    """
    waived, found = waived or {}, list(checks)
    said: list[str] = list(result.metadata.get("notes", []))  # type: ignore[call-overload]
    told = [
        f"no doubt in this study, {waived[check.name]}: {check.sentence()}"
        if check.name in waived
        else check.sentence()
        for check in found
        if check.state != PASSED and check.definition not in said
    ]
    verdict = Verdict((*result.verdict.checks, *found)).without(waived)
    about = {"notes": [*told, *said]} if told else {}
    return replace(result, verdict=verdict, metadata=Metadata(result.metadata, about))


def warn_of_doubts(result: Result, stacklevel: int = 2) -> Result:
    """Warns in Python where the verdict is doubtful; returns the same result."""
    if result.verdict.state == DOUBTFUL:
        of = ": ".join(str(result.metadata[key]) for key in ("model", "study") if result.metadata.get(key))
        warnings.warn(f"{of}: {'; '.join(result.verdict.warnings())}", DoubtfulResult, stacklevel=stacklevel + 1)
    return result


def energy_verdict(channels: Sequence[Channel], rows: np.ndarray) -> VerdictCheck:
    """Tells how well a run keeps its energy."""
    change, turned_over = _energies(channels, rows)
    share = float(change.max() / turned_over[-1])
    return VerdictCheck("energy balance", share, "1", DOUBTFUL_SHARE, FAILED_SHARE, ENERGY_DEFINITION)


def finite_verdict(channels: Sequence[Channel], rows: np.ndarray) -> Iterator[VerdictCheck]:
    """Tells where a channel is not a finite number; nothing where all are."""
    wrong = ~np.isfinite(rows)
    if wrong.any():
        names = [channel.name for channel, flags in zip(channels, wrong.T, strict=True) if flags.any()]
        definition = (
            f"how many values of the channels are not: {', '.join(names[:SHOWN])}{', ...' * (len(names) > SHOWN)}"
        )
        yield VerdictCheck("values that are not finite", float(wrong.sum()), "1", 0.0, 0.0, definition)


def first_unbalanced_for_verdict(channels: Sequence[Channel], rows: np.ndarray) -> int:
    """The first row that is not finite, or whose energy is off by more than a run may be, compared with the energy
    turned over up to it."""
    change, turned_over = _energies(channels, rows)
    return int(np.argmax(~(change <= FAILED_SHARE * turned_over) | ~np.isfinite(rows).all(axis=1)))


def step_verdict(step: float, stable: float) -> VerdictCheck:
    """Tells whether small motions about the start bear the step."""
    definition = "the largest step, up to the one taken, with which RK4 is stable for small motions about the start"
    return VerdictCheck("time step", step, "s", stable, inf, definition)


def fixed_step_verdict(step: float, usual: float, whose: str) -> VerdictCheck:
    """Whether a fixed step of an implicit method, whose error nothing controls, is one that it would take by itself."""
    definition = f"the longest step {whose}; nothing controls the error of a fixed step"
    return VerdictCheck("time step", step, "s", usual, inf, definition)


def _energies(channels: Sequence[Channel], rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns change of the energy balance in each row, and the energy that the run has turned over up to it."""
    found = {c.name: rows[:, k] for k, c in enumerate(channels) if c.kind == "energy"}
    sums = {name: found.pop(f"energy.{name}") for name in ("kinetic", "potential", "work", "balance")}
    with np.errstate(invalid="ignore", over="ignore"):  # a run that failed may end in numbers that are not finite
        works = sum((_largest(work - work[0]) for work in found.values()), np.zeros(len(rows)))
        high, low = (ufunc.accumulate(sums["potential"]) for ufunc in (np.maximum, np.minimum))
        rounding = HALF_THE_DIGITS * np.max([_largest(energy) for energy in sums.values()], axis=0)
        forces = [UNSEEN * _largest(rows[:, k]) for k, c in enumerate(channels) if c.kind in FORCES]
        turned_over = np.max([_largest(sums["kinetic"]), high - low, works, rounding, *forces], axis=0)
        return np.abs(sums["balance"] - sums["balance"][0]), np.where(turned_over > 0.0, turned_over, 1.0)


def _largest(history: np.ndarray) -> np.ndarray:
    """Returns the largest magnitude up to each row."""
    return np.maximum.accumulate(np.abs(history))
