"""Keep what happened, by name and unit; read and write it."""

from jounce.results.channel import Channel, Metric, Owner
from jounce.results.compare import relative_error
from jounce.results.machine import machine_class
from jounce.results.reader import read
from jounce.results.record import Change, Check, Record, UsedSetting, Verdict
from jounce.results.result import Result

__all__ = [
    "Change",
    "Channel",
    "Check",
    "Metric",
    "Owner",
    "Record",
    "Result",
    "UsedSetting",
    "Verdict",
    "machine_class",
    "read",
    "relative_error",
]
