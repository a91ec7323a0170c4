"""The reach of a linkage: what is done over a range is done over a smaller one where the linkage cannot be moved."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from jounce.errors import ModelError

SHRINK, TRIES = 0.85, 8  # of ranges, one after another
Found = TypeVar("Found")


def within_reach(work: Callable[[float], Found], is_whole: Callable[[Found], bool] = lambda found: True) -> Found:
    """Does `work(share)` over ever smaller shares of a range, until it is whole; the last try counts as it is."""
    for attempt in range(TRIES):
        try:
            found = work(SHRINK**attempt)
        except ModelError:
            if attempt == TRIES - 1:
                raise
            continue
        if is_whole(found):
            break
    return found
