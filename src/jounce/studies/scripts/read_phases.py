"""Read phases from plain tables, as a job file or Python gives them, with all that is wrong with them.

[[phases]]
name = "approach"
hold_speed = "80 km/h"

[[phases]]
at = { x = "50 m" }                                # the phase before ends there
steering = { to = "90 deg", in = "0.3 s" }         # smooth; others are shape = "ramp" and "step"
until = { channel = "vehicle.yaw_rate", above = "20 deg/s", time = "4 s" }   # whichever comes first

[[phases]]
pedal = 0.5                                        # the drive goes off, unless drive = "held"
until = { speed_below = "5 km/h" }
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jounce.errors import Problem, shown_in_message
from jounce.studies.scripts.phase import TIME, Action, Condition, NamedAction, Phase
from jounce.studies.scripts.read_actions import LONGEST_RISE, SHORTEST_RISE, TableReader
from jounce.units import to_si

KEYS = {  # key of a phase -> what it holds
    "name": 'for events and metrics, such as begin_turn_in; "phase 1" and so on where it is left out',
    "at": "conditions: the phase begins when one of them holds, and the phase before ends there",
    "until": "conditions: the phase ends when one of them holds",
    "duration": "or it ends after this time",
    "steering": "action: angle of the steering wheel, positive to the left",
    "pedal": 'action: brake pedal, 0 to 1; the drive goes off in the same time, unless drive = "held"',
    "drive": 'action: torque of each drive input; "off" for none, which also closes the throttle of an engine',
    "throttle": "action: throttle of a car with an engine, 0 to 1",
    "inputs": "table of actions: other inputs of the car, by name",
    "hold_speed": "true holds the speed that the car has, a speed is gone to and held; pedal, drive or false end it",
}
DRIVER = {"steering": "rad", "pedal": "1", "drive": "N m", "throttle": "1"}  # what the driver has, and its unit
OFF, HELD = "off", "held"
SHORT = {  # conditions of one word: channel and side
    "time": (TIME, "above"),
    "x": ("vehicle.x", "above"),
    "y_above": ("vehicle.y", "above"),
    "y_below": ("vehicle.y", "below"),
    "speed_above": ("vehicle.speed", "above"),
    "speed_below": ("vehicle.speed", "below"),
}
UNITS = {TIME: "s", "vehicle.x": "m", "vehicle.y": "m", "vehicle.speed": "m/s"}
CONDITION = {  # entry of a condition -> when it holds
    "time": "from this time of the run on",
    "x": "from this place on, in the direction of travel",
    "y_above": "where the reference point is farther to the left",
    "y_below": "where it is farther to the right",
    "speed_above": "where the reference point is faster",
    "speed_below": "where it is slower",
    "channel": "with above or below: any channel of the run",
    "above": "level of the channel",
    "below": "level of the channel",
}
EXAMPLE = 'for example { x = "50 m" } or { channel = "vehicle.yaw_rate", above = "20 deg/s" }'
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_ -]{0,40}")


def read_phases(
    raw: Any, where: str = "phases", folder: Path | None = None, units_needed: bool = False
) -> tuple[tuple[Phase, ...], list[Problem]]:
    """Returns phases, and all that is wrong with them. Files that they name lie in `folder`."""
    if isinstance(raw, list | tuple) and not raw:
        return (), [Problem(where, "is empty", "at least one [[phases]] table")]
    if not isinstance(raw, list | tuple):
        return (), [Problem(where, "has no phases", "at least one [[phases]] table")]
    reader = _PhaseReader(folder, units_needed)
    read = [
        entry if isinstance(entry, Phase) else reader.phase(entry, f"{where}.{k}", k) for k, entry in enumerate(raw)
    ]
    return tuple(phase for phase in read if phase is not None), reader.problems + wrong_order_of_phases(read, where)


def wrong_order_of_phases(phases: Sequence[Phase | None], where: str) -> list[Problem]:
    """Every phase ends, by its own words or by those of the next. None stands for one that could not be read: what
    depends on it is left out.
    """
    found = []
    for k, phase in enumerate(phases):
        following = phases[k + 1] if k + 1 < len(phases) else None
        unknown = following is None and k + 1 < len(phases)
        begins = following.at if following is not None else ()
        place = f"{where}.{k}"
        if phase is None:
            continue
        if phase.name in [other.name for other in phases[:k] if other is not None]:
            found.append(Problem(f"{place}.name", f"'{phase.name}' is the name of another phase too", "another name"))
        if k == 0 and phase.at:
            found.append(Problem(f"{place}.at", "the first phase begins with the run", "leave it out"))
        if not phase.ends() and not begins and not unknown:
            why = "it is the last one" if k + 1 == len(phases) else "the next one has no at"
            what = f"phase '{phase.name}' never ends: it has no duration and no until, and {why}"
            found.append(Problem(place, what, 'duration = "3 s", or until = { speed_below = "5 km/h" }'))
        if phase.ends() and begins:
            what = f"phase '{phase.name}' says itself when it ends"
            found.append(Problem(f"{where}.{k + 1}.at", what, "leave out one of both"))
        if not unknown:
            found += never_reached(phase, (*phase.until, *begins), place, phase.hold_speed)
    return found


def never_reached(
    phase: Phase, conditions: tuple[Condition, ...], where: str, held: float | bool | None
) -> list[Problem]:
    """A phase whose speed is held never comes to another speed."""
    if held is None or isinstance(held, bool) or phase.duration is not None:
        return []
    if not conditions or any(condition.channel != "vehicle.speed" for condition in conditions):
        return []
    for condition in conditions:
        level = to_si(condition.level, "m/s")
        if abs(held) > level if condition.above is not None else abs(held) < level:
            return []
    what = (
        f"phase '{phase.name}' never ends: its speed is held at {3.6 * held:g} km/h, and it waits for {conditions[0]}"
    )
    return [Problem(where, what, "another condition, or a duration")]


class _PhaseReader(TableReader):
    """Tables of phases."""

    def phase(self, raw: Any, where: str, number: int) -> Phase | None:
        if not isinstance(raw, Mapping):
            return self.refuse(where, f"{shown_in_message(raw)} is not a table", "one [[phases]] table a phase")
        before = len(self.problems)
        self.has_known_keys(raw, KEYS, where)
        name = raw.get("name", f"phase {number + 1}")
        if not isinstance(name, str) or not NAME.fullmatch(name):
            self.refuse(f"{where}.name", f"{shown_in_message(name)} is not a name", "letters, digits, spaces, _ and -")
        at, until = (self.conditions(raw.get(key, []), f"{where}.{key}") for key in ("at", "until"))
        duration = None
        if "duration" in raw:
            duration = self.number(raw["duration"], "s", f"{where}.duration", SHORTEST_RISE, LONGEST_RISE)
        actions = {
            key: self.action({"to": 0.0} if key == "drive" and raw[key] == OFF else raw[key], unit, f"{where}.{key}")
            for key, unit in DRIVER.items()
            if key in raw and not (key == "drive" and raw[key] == HELD)
        }
        held = self.held_speed(raw, where)
        inputs = raw.get("inputs", {})
        if not isinstance(inputs, Mapping):
            self.refuse(f"{where}.inputs", f"{shown_in_message(inputs)} is not a table", "names of inputs, and values")
        self.check_hand_and_foot(actions, where)
        if len(self.problems) > before:
            return None
        return Phase(
            name=str(name),
            at=at,
            until=until,
            duration=duration,
            steering=actions.get("steering"),
            pedal=actions.get("pedal"),
            drive=actions.get("drive"),
            throttle=actions.get("throttle"),
            held_drive=raw.get("drive") == HELD,
            inputs={
                word: NamedAction(entry, f"{where}.inputs.{word}", self.folder, self.units_needed)
                for word, entry in inputs.items()
            },
            hold_speed=held,
        )

    def check_hand_and_foot(self, actions: Mapping[str, Action | None], where: str) -> None:
        """A hand cannot jump; pedal and throttle go from 0 to 1."""
        steering = actions.get("steering")
        if steering is not None and steering.shape == "step":
            help = 'shape = "smooth" or "ramp", and a time: in = "0.1 s"'
            self.refuse(f"{where}.steering.shape", "a steering wheel cannot jump", help)
        for word in ("pedal", "throttle"):
            foot = actions.get(word)
            if foot is None:
                continue
            levels = [foot.to] if foot.to is not None else list(foot.points[1]) if foot.points else []
            if any(not 0.0 <= level <= 1.0 for level in levels):
                low, high = min(levels), max(levels)
                told = f"goes from {low:g} to {high:g}" if low < high else f"{low:g}"
                self.refuse(f"{where}.{word}", told, "from 0 to 1")

    def held_speed(self, raw: Mapping[str, Any], where: str) -> float | bool | None:
        held = raw.get("hold_speed")
        if held is None or isinstance(held, bool):
            found: float | bool | None = held
        else:
            found = self.number(held, "m/s", f"{where}.hold_speed")
        if found and (clash := [key for key in ("pedal", "drive", "throttle") if key in raw]):
            what = f"{' and '.join(clash)} and hold_speed at once"
            self.refuse(f"{where}.hold_speed", what, "one of them: a speed is held by throttle and brake")
        return found

    def conditions(self, raw: Any, where: str) -> tuple[Condition, ...]:
        """Returns conditions of which one suffices: the entries of a table, or a list of tables."""
        if isinstance(raw, list | tuple):
            return tuple(c for k, one in enumerate(raw) for c in self.conditions(one, f"{where}.{k}"))
        if not isinstance(raw, Mapping) or not raw:
            self.refuse(where, f"{shown_in_message(raw)} is not a condition", EXAMPLE)
            return ()
        if not self.has_known_keys(raw, CONDITION, where):
            return ()
        found = []
        for key, (channel, side) in SHORT.items():
            if key in raw and self.number(raw[key], UNITS[channel], f"{where}.{key}") is not None:
                found.append(Condition(channel=channel, where=f"{where}.{key}", **{side: raw[key]}))
        levels = {key: raw[key] for key in ("above", "below") if key in raw}
        if "channel" in raw or levels:
            if not isinstance(raw.get("channel"), str) or len(levels) != 1:
                self.refuse(where, "a channel goes with above or with below", EXAMPLE)
                return ()
            found.append(Condition(channel=raw["channel"], where=where, units_needed=self.units_needed, **levels))
        return tuple(found)
