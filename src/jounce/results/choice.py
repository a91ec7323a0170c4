"""A choice of a result's channels, by names or patterns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fnmatch import fnmatchcase

from jounce.errors import ModelError, Problem, did_you_mean
from jounce.results.result import Result

ALL = "all"


def keep_chosen_channels(result: Result, patterns: str) -> Result:
    """Returns only the channels of the list "vehicle.*, *.tyre.Fz", and what samples run over; "all" keeps all."""
    if patterns.strip() == ALL:
        return result
    kept = choose_channel_names(result, patterns) | {str(result.metadata.get("abscissa"))}
    columns = [k for k, channel in enumerate(result.channels) if channel.name in kept]
    return replace(result, channels=tuple(result.channels[k] for k in columns), numbers=result.numbers[:, columns])


def choose_channel_names(names: Iterable[str], patterns: str) -> set[str]:
    """Returns the names that a list of patterns matches; all patterns that match none are refused at once."""
    known = list(names)
    return set(known if patterns.strip() == ALL else match_channel_names(known, patterns.split(",")))


def match_channel_names(names: Iterable[str], patterns: Iterable[str]) -> list[str]:
    """The names that patterns match, each once, in the order of the patterns; those that match none are refused."""
    known = list(names)
    wanted = [pattern.strip() for pattern in patterns if pattern.strip()]
    found = {pattern: _matched(known, pattern) for pattern in wanted}
    hint = 'names with * and ? for any letters, for example "vehicle.*, *.tyre.Fz"; or all'
    problems = [
        Problem(pattern, f"no channel has this name.{did_you_mean(pattern, known)}", hint)
        for pattern, meant in found.items()
        if not meant
    ]
    if problems or not wanted:
        raise ModelError("channels", problems or [Problem("channels", "no channel is named", hint)])
    return list(dict.fromkeys(name for meant in found.values() for name in meant))


def _matched(known: list[str], pattern: str) -> list[str]:
    """Returns the names that a pattern matches; a name that itself has brackets or stars is meant as it is."""
    return [pattern] if pattern in known else [name for name in known if fnmatchcase(name, pattern)]
