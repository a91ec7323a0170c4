"""A study is a value: its name, its settings with their values, its metrics with definitions, its plots."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from inspect import Parameter, Signature, cleandoc
from textwrap import fill, wrap
from types import MappingProxyType
from typing import Any, ClassVar

from jounce.errors import ModelError, Problem, did_you_mean
from jounce.results import Metric, Result
from jounce.results.panel import Panel
from jounce.results.shown_units import ENGINEERING, metric_in_units
from jounce.studies.settings import Amount, Setting, Wrong, describe
from jounce.units import pretty_unit, to_si

Progress = Callable[[float], None]  # called with the share that is done, 0 to 1
Definitions = Mapping[str, tuple[str, ...]]  # metric -> unit, definition and, if unusual, kind; {word} is any word
WIDTH = 100  # columns of a page of help
PLACE = re.compile(r"\{(\w+)\}")


class Study:
    """An experiment with its settings, `StepSteer(speed="80 km/h")`: it cannot be changed, and runs any number of cars.

    A subclass declares its name, its settings as class attributes, its metrics and its plots, and says in `run` what
    is done. Its description is its docstring. Values of settings are checked when the study is made, all at once.
    """

    name: ClassVar[str]
    doing: ClassVar[str] = "simulating"  # what a progress bar says
    of_files: ClassVar[bool] = False  # its subject is a file of measurements, not a model
    settings: ClassVar[Mapping[str, Setting]] = {}
    without: ClassVar[Sequence[str]] = ()  # settings of its bases that mean nothing to it
    metrics: ClassVar[Definitions] = {}
    panels: ClassVar[Sequence[Panel]] = ()  # {word} in the name of a channel stands for one of the run's places
    values: Mapping[str, Any]

    def __init_subclass__(cls) -> None:
        own = vars(cls)
        kept = {name: setting for name, setting in cls.settings.items() if name not in cls.without}
        inherited = {name: setting for name, setting in kept.items() if name not in own}  # in the bases' order
        known = {**kept, **{name: value for name, value in own.items() if isinstance(value, Setting)}}
        in_order = sorted(known.items(), key=lambda entry: entry[1].last)
        cls.settings = MappingProxyType({n: s for n, s in in_order if n in inherited or isinstance(own[n], Setting)})
        words = [Parameter(n, Parameter.KEYWORD_ONLY, default=s.default) for n, s in cls.settings.items()]
        cls.__signature__ = Signature(words)  # type: ignore[attr-defined]

    def __init__(self, **given: Any):
        problems = [_unknown(name, self.settings) for name in given if name not in self.settings]
        values = {}
        for name, setting in self.settings.items():
            try:
                values[name] = setting.checked(given.get(name, setting.default))
            except Wrong as wrong:
                problems += wrong.problems
        object.__setattr__(self, "values", MappingProxyType(values))
        problems = problems or list(self.contradictions())
        if problems:
            raise ModelError(self.name, problems)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a study cannot be changed: {type(self).__name__}({name}=...) makes another")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.values == other.values  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash((type(self), repr(sorted(self.values.items()))))

    def __getstate__(self) -> dict[str, Any]:
        return {"values": dict(self.values)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        object.__setattr__(self, "values", MappingProxyType(state["values"]))

    def __repr__(self) -> str:
        """Shows the study as it can be made again: the settings that are not as by default."""
        given = ", ".join(f"{name}={self._written(name)!r}" for name in self.values if not self._is_by_default(name))
        return f"{type(self).__name__}({given})"

    def _is_by_default(self, name: str) -> bool:
        setting = self.settings[name]
        try:
            return bool(self.values[name] == setting.checked(setting.default))
        except Wrong:  # it has no default: one must give it
            return False

    def _written(self, name: str) -> Any:
        """Returns a setting as one writes it: a number in its usual unit, or in SI where that would lose digits."""
        value, setting = self.values[name], self.settings[name]
        if not isinstance(setting, Amount) or not isinstance(value, float) or setting.unit == "1":
            return value
        usual = setting.shown_value(value)
        return usual if to_si(usual, setting.unit) == value else f"{value!r} {setting.unit}"

    def contradictions(self) -> Iterator[Problem]:
        """Finds settings that are right by themselves and do not go together."""
        return iter(())

    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        """Puts a vehicle or a tyre through the study."""
        raise NotImplementedError

    def notes_on_subject(self, subject: Any) -> list[str]:
        """Returns what a user should know about what the study makes of a vehicle or a tyre, however the run goes."""
        return []

    def refuse(self, where: str, what: str, help: str) -> ModelError:
        """Refuses with one problem that shows only with the car at hand."""
        return ModelError(self.name, [Problem(where, what, help)])

    def chosen(self) -> dict[str, Any]:
        """Returns the settings that have a value: those that the study chooses are left out."""
        return {name: value for name, value in self.values.items() if value is not None}

    def with_metrics(self, run: Result, values: Mapping[str, float]) -> Result:
        """Returns the run with its metrics, each with unit and definition as declared."""
        found = {}
        for name, value in values.items():
            unit, text, *kind = define_metric(self.metrics, name)
            found[name] = Metric(float(value), unit, text, kind[0] if kind else "")
        return replace(run, metrics=found)

    def plots(self, places: Mapping[str, Sequence[str]]) -> tuple[Panel, ...]:
        """Returns the declared panels with the names of this run's places in their channels."""
        return tuple(
            replace(
                panel,
                channels=tuple(channel for name in panel.channels for channel in _placed(name, places)),
                over=tuple(_placed(str(panel.over), places)) if "{" in panel.over else panel.over,
            )
            for panel in self.panels
        )


def define_metric(definitions: Definitions, name: str) -> tuple[str, ...]:
    """Unit and definition of a metric: under its name, or under a name with a {word} that stands for part of it."""
    if name in definitions:
        return definitions[name]
    for pattern, (unit, text, *kind) in definitions.items():
        found = re.fullmatch(PLACE.sub(r"(?P<\1>.+)", pattern.replace(".", r"\.")), name) if "{" in pattern else None
        if found:
            return unit, text.format(**found.groupdict()), *kind
    raise KeyError(f"the study does not declare its metric '{name}'")


def study_description(study: type[Study]) -> list[str]:
    """Returns what a study says of itself: the paragraphs of its docstring, each on one line."""
    return [" ".join(part.split()) for part in cleandoc(study.__doc__ or "").split("\n\n")]


def study_summary(study: type[Study]) -> str:
    """Returns the first sentence of it, without its sources."""
    from jounce.simulation.methods import first_sentence_of_method

    return first_sentence_of_method(study)


def study_manual(study: type[Study], units: str = ENGINEERING) -> str:
    """Returns what `jounce info STUDY` and `jounce run CAR STUDY --help` print: settings, metrics, plots."""
    width = max(len(name) for name in (*study.settings, *study.metrics)) + 4
    title, *more = study_description(study)
    lines = [fill(f"{study.name}: {title}", WIDTH), *(f"\n{fill(part, WIDTH)}" for part in more), "", "Settings:"]
    for name, setting in study.settings.items():
        lines += _hung(f"--{name.replace('_', '-')}", f"{describe(setting)}. Default: {setting.default_text()}.", width)
    lines += ["", "Metrics:"]
    for name, (unit, text, *kind) in study.metrics.items():
        shown = pretty_unit(metric_in_units(Metric(0.0, unit, text, kind[0] if kind else ""), units).shown_unit)
        lines += _hung(name, text if shown == "1" else f"[{shown}] {text}", width)
    if study.panels:
        lines += ["", "Plots:", *(f"  {panel.heading}" for panel in study.panels)]
    return "\n".join(lines)


def _hung(word: str, text: str, width: int) -> list[str]:
    return wrap(text, WIDTH, initial_indent=f"  {word:{width}}", subsequent_indent=" " * (width + 2))


def _unknown(name: str, known: Mapping[str, Setting]) -> Problem:
    return Problem(name, f"there is no such setting.{did_you_mean(name, known)}", f"settings: {', '.join(known)}")


def _placed(channel: str, places: Mapping[str, Sequence[str]]) -> list[str]:
    word = PLACE.search(channel)
    return [channel.replace(word[0], place) for place in places[word[1]]] if word else [channel]
