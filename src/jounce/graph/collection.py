"""Collection of garbage by Python, put off while formulas are written."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collect_garbage_later() -> Iterator[None]:
    """No search for garbage inside: formulas are many small objects that all stay, searched in vain and at length."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
