"""Experiments of the gallery: runs that entries share, each made once; the command that makes the same is theirs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Any

from jounce.equations.route import RECURSIVE
from jounce.model import load
from jounce.results import Result
from jounce.simulation import simulate
from jounce.studies import run as run_study


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """A model of the library in a study, or a mechanism that is simulated."""

    model: str
    study: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)  # changed in the model, by path

    @property
    def command(self) -> str:
        """What one types to have the same run."""
        words = ["jounce run", self.model, *([self.study] if self.study else [])]
        words += [f"--{name.replace('_', '-')} {_quoted(str(value))}" for name, value in self.settings.items()]
        words += [f"--set {_quoted(f'{path}={value}')}" for path, value in self.values.items()]
        return " ".join(words)

    def run(self, stopped: Event) -> Result:
        """Run it; it ends at once when `stopped` is set."""

        def look(_: float) -> None:
            if stopped.is_set():
                raise KeyboardInterrupt

        model: Any = load(self.model)
        model = model.with_values(dict(self.values)) if self.values else model
        if self.study:
            return run_study(model, self.study, progress=look, **self.settings)
        settings = dict(self.settings)
        duration = settings.pop("duration", "5 s")
        return simulate(model, duration, progress=look, **({"integrator": "rk4"} | settings))


def _quoted(text: str) -> str:
    return f'"{text}"' if " " in text or "=" in text else text


class SharedExperiments:
    """Results of experiments; an experiment that several entries ask for is run once."""

    def __init__(self, stopped: Event | None = None) -> None:
        self.stopped = stopped or Event()
        self._results: dict[str, Result] = {}
        self._locks: dict[str, Lock] = {}
        self._lock = Lock()

    def __call__(self, experiment: Experiment) -> Result:
        key = experiment.command
        with self._lock:
            own = self._locks.setdefault(key, Lock())
        with own:
            if key not in self._results:
                self._results[key] = experiment.run(self.stopped)
            return self._results[key]


def by_route(experiment: Experiment, route: str) -> Experiment:
    """The same experiment with equations that another route writes."""
    settings = {name: value for name, value in experiment.settings.items() if name != "route"}
    return Experiment(
        model=experiment.model,
        study=experiment.study,
        settings=settings | ({} if route == RECURSIVE else {"route": route}),
        values=experiment.values,
    )


def run_setting(run: Result, name: str) -> float:
    """A setting that a run was made with, in SI."""
    return float(next(each.value for each in run.record.settings if each.name == name))
