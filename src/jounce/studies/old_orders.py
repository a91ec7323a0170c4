"""Orders of arguments of the version before: each is recognised by what stands where, and put in today's order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jounce.outdated import Arguments, warn_outdated
from jounce.studies import STUDIES
from jounce.studies.gradients.metric_values import FINAL
from jounce.studies.study import Study, define_metric


class ReportOfDesign:
    """A function for `on_progress` of the version before, which is called with how far a design is."""

    def __init__(self, function: Callable[[Any], None]):
        self.function = function

    def __call__(self, now: Any) -> None:
        self.function(now)


def is_study(given: Any) -> bool:
    """Tells whether an argument is a study, or the name of one."""
    return isinstance(given, Study) or (isinstance(given, str) and given in STUDIES)


def take_old_vary(places: list[Any], named: dict[str, Any]) -> Arguments:
    """`vary(car, values, study)`."""
    told = "on_progress" in named
    _rename(named, "on_progress", "progress")
    if callable(named.get("progress")) and told:
        named["progress"] = ReportOfDesign(named["progress"])
    if len(places) > 2 and is_study(places[2]) and not is_study(places[1]):
        warn_outdated("vary(car, values, study)", "vary(car, study, values)")
        places[1], places[2] = places[2], places[1]
    elif len(places) == 2 and isinstance(places[1], Mapping | Path) and "study" in named:
        warn_outdated("vary(car, values, study=...)", "vary(car, study, values)")
        places[1:] = [named.pop("study"), places[1]]
    return places, named


def take_old_gradient(places: list[Any], named: dict[str, Any]) -> Arguments:
    """`gradient(car, study, metrics, wrt)` and `metric_function(car, study, metrics, wrt)`."""
    _rename(named, "on_progress", "progress")
    if len(places) > 3:
        warn_outdated("(car, study, metrics, wrt)", "(car, study, values, metrics=...)")
        named["metrics"], places[2:] = places[2], [places[3]]
    elif "wrt" in named:
        warn_outdated("wrt=", "(car, study, values, metrics=...)")
        if len(places) > 2:
            named["metrics"] = places.pop()
        named["values"] = named.pop("wrt")
    elif len(places) > 2 and "metrics" not in named and "values" in named and _are_metrics(places[1], places[2]):
        named["metrics"] = places.pop()
    return places, named


def take_old_optimise(places: list[Any], named: dict[str, Any]) -> Arguments:
    """`optimise(car, variables, goals)`, where each goal named its study."""
    if len(places) > 1 and isinstance(places[1], Mapping):
        warn_outdated("optimise(car, variables, goals)", "optimise(car, study, values, goals)")
        places.insert(1, None)
    elif "variables" in named:
        warn_outdated("variables=", "optimise(car, study, values, goals)")
        named["values"] = named.pop("variables")
        if len(places) > 1:
            named["goals"] = places.pop()
        named.setdefault("study", None)
    return places, named


def take_old_sensitivity(places: list[Any], named: dict[str, Any]) -> Arguments:
    """`sensitivity(car, paths)`, which was always of `wheel-travel`."""
    _rename(named, "paths", "values")
    if len(places) > 1 and places[1] is not None and not is_study(places[1]) and "values" not in named:
        told = isinstance(places[1], str) and "." not in places[1]  # a misspelt study rather than a path
        if not told:
            warn_outdated("sensitivity(car, paths)", 'sensitivity(car, "wheel-travel", values)')
            named["values"] = places.pop(1)
    return places, named


def _are_metrics(study: Any, given: Any) -> bool:
    chosen = STUDIES[study] if isinstance(study, str) and study in STUDIES else study
    names = [given] if isinstance(given, str) else list(given)
    return all(str(name).startswith(FINAL) or _declares(chosen, str(name)) for name in names)


def _declares(study: Any, name: str) -> bool:
    try:
        define_metric(study.metrics, name)
    except (KeyError, AttributeError):
        return False
    return True


def _rename(named: dict[str, Any], old: str, new: str) -> None:
    if old in named:
        warn_outdated(f"{old}=", f"{new}=")
        named[new] = named.pop(old)
