"""Where curves come from."""

from __future__ import annotations

from jounce.results import Result


def origin(result: Result) -> str:
    """Where the curves come from, so that a printed page can be traced."""
    words = {"integrator": "", "model_hash": "model ", "jounce_version": "jounce "}
    about = result.metadata
    return ", ".join(f"{word}{str(about[key])[:12]}" for key, word in words.items() if key in about)
