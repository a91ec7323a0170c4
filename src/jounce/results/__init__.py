"""Keep what happened, by name and unit; read and write it."""

from jounce.results.channel import Channel
from jounce.results.compare import relative_error
from jounce.results.machine import machine_class
from jounce.results.reader import read
from jounce.results.result import Metric, Result

__all__ = ["Channel", "Metric", "Result", "machine_class", "read", "relative_error"]
