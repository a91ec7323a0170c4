"""An entry of the gallery: a figure, a table or a statement of a paper, and the function that makes ours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from jounce_papers.experiments import Experiment, SharedExperiments
from jounce_papers.shown import Shown

Make = Callable[[SharedExperiments], Shown]


@dataclass(frozen=True, kw_only=True)
class Entry:
    """What a figure or table of a paper shows and says, what of it differs here and why."""

    paper: str  # as in papers.toml
    place: str  # "Fig. 9", "Table 1", "Last page"
    title: str
    shows: str  # in the paper
    states: str  # what the paper says of it, with its numbers
    differs: str  # what is other here, and why
    rows: tuple[int, ...]  # of the list of capabilities, which it proves
    experiments: tuple[Experiment, ...]
    commands: tuple[str, ...]  # besides those of the experiments
    missing: str  # what is not there yet; "" for nothing
    make: Make

    @property
    def name(self) -> str:
        """By which options and links know it: "szczotka-2007-fig-9"."""
        words = "".join(letter if letter.isalnum() else " " for letter in self.place.lower())
        return "-".join([self.paper, *words.split()])

    def all_commands(self) -> tuple[str, ...]:
        """What one types to have the same; where nothing else does, the gallery itself with this entry alone."""
        found = (*(each.command for each in self.experiments), *self.commands)
        return found or (f"jounce papers --only {self.name}",)


def paper_entry(
    paper: str,
    place: str,
    title: str,
    *,
    shows: str,
    states: str,
    differs: str,
    rows: tuple[int, ...],
    experiments: tuple[Experiment, ...] = (),
    commands: tuple[str, ...] = (),
    missing: str = "",
) -> Callable[[Make], Entry]:
    """Makes an entry of the function below it."""

    def entry(make: Make) -> Entry:
        return Entry(
            paper=paper,
            place=place,
            title=title,
            shows=shows,
            states=states,
            differs=differs,
            rows=rows,
            experiments=experiments,
            commands=commands,
            missing=missing,
            make=make,
        )

    return entry
