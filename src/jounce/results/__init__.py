"""Keep what happened, by name and unit; read and write it."""

from jounce.results.channel import Channel, ChannelOwner, Metric
from jounce.results.comparison.agreement import compare_relative_error
from jounce.results.comparison.comparison import Comparison, compare
from jounce.results.machine import machine_class
from jounce.results.reader import read
from jounce.results.result import Result
from jounce.results.run_record import Change, Record, UsedSetting, Verdict, VerdictCheck

__all__ = [
    "Change",
    "Channel",
    "ChannelOwner",
    "Comparison",
    "Metric",
    "Record",
    "Result",
    "UsedSetting",
    "Verdict",
    "VerdictCheck",
    "compare",
    "compare_relative_error",
    "machine_class",
    "read",
]
