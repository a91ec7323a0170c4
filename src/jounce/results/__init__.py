"""Keep what happened, by name and unit; read and write it."""

from jounce.results.channel import Channel, Metric, Owner
from jounce.results.compare import relative_error
from jounce.results.machine import machine_class
from jounce.results.reader import read
from jounce.results.record import Change, Record, UsedSetting, Verdict, VerdictCheck
from jounce.results.result import Result

__all__ = [
    "Change",
    "Channel",
    "Metric",
    "Owner",
    "Record",
    "Result",
    "UsedSetting",
    "Verdict",
    "VerdictCheck",
    "machine_class",
    "read",
    "relative_error",
]
