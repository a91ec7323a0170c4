"""The list of events that machine code keeps for Python."""

from __future__ import annotations

from typing import Any

from jounce.native.pointers import compiled, floats_at


@compiled
def list_event(job: Any, guard: int, what: int) -> None:
    """One more line of the list."""
    events = floats_at(job.events, (job.event_room, 3))
    events[job.event_count, 0], events[job.event_count, 1], events[job.event_count, 2] = job.t, guard, what
    job.event_count += 1
