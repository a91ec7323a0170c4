"""What a study's picture shows."""

from __future__ import annotations

from typing import NamedTuple

TIME, FREQUENCY = "time", "frequency"  # abscissae that are no channels: histories, amplitude spectra


class Panel(NamedTuple):
    """One set of axes: channels over time, over frequency (amplitude spectrum), or over another channel.

    A result lists its panels in the metadata under `figure`, as plain lists.
    """

    heading: str
    channels: tuple[str, ...]
    over: str = TIME
