"""Campaigns: cases beyond a sample. `make test` runs the sample, `make campaign` the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def with_campaign(cases: Iterable[Any], in_sample: Callable[[Any], bool]) -> list:
    """Parameters of a test, of which those outside the sample run with `make campaign` only."""
    return [case if in_sample(case) else only_in_campaign(case) for case in cases]


def only_in_campaign(case: Any):
    """A parameter, or a tuple of several, that runs with `make campaign` only."""
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.campaign)


def first_of_each(cases: Iterable[Any], kind: Callable[[Any], Any]) -> list:
    """The first case of each kind."""
    found: dict[Any, Any] = {}
    for case in cases:
        found.setdefault(kind(case), case)
    return list(found.values())
