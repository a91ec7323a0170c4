"""Settings that speak of a record: its file, its columns, and channels of a run beside columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jounce.studies.measured.driving_record import EXAMPLE
from jounce.studies.settings import Setting


@dataclass(frozen=True, kw_only=True)
class RecordSetting(Setting):
    """The path of a CSV file, or the word for the one that is installed."""

    def read(self, value: Any, where: str) -> str:
        if not str(value).strip():
            raise self.wrong(where, "names no file")
        return str(value)

    def annotation(self) -> str:
        return "str | Path"

    def right(self) -> str:
        return f"a .csv file, or {EXAMPLE} for a made-up one"


@dataclass(frozen=True, kw_only=True)
class ColumnSetting(Setting):
    """A column by name or heading; `name [unit]` where the heading has no unit."""

    def read(self, value: Any, where: str) -> str:
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(where, f"{value!r} names no column")
        return value.strip()

    def right(self) -> str:
        return "name of a column, with its unit in brackets where the header does not say it"


@dataclass(frozen=True, kw_only=True)
class PairsSetting(Setting):
    """Channels of the run and columns of the record: {"vehicle.roll": "roll [deg]"}, or "vehicle.roll=roll [deg]"."""

    def read(self, value: Any, where: str) -> dict[str, str]:
        if isinstance(value, Mapping):
            pairs = {str(channel): str(column) for channel, column in value.items()}
        else:
            entries = [entry.partition("=") for entry in str(value).split(",") if entry.strip()]
            pairs = {channel.strip(): column.strip() for channel, _, column in entries}
        if any(not channel or not column for channel, column in pairs.items()):
            raise self.wrong(where, f"'{value}' is not of the form CHANNEL=COLUMN")
        return pairs

    def annotation(self) -> str:
        return "str | Mapping[str, str]"

    def right(self) -> str:
        return 'channels and columns, as in "vehicle.roll=roll [deg], vehicle.vy=speed_y [m/s]"'
