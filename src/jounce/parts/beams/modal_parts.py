"""A body that bends as parts of a mechanism: its own frame, its shapes, its frames, and springs on the amplitudes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from jounce.elastic.invariants import NOISE, FrameShape, ModalBody
from jounce.parts.body import Body
from jounce.parts.forces.torsion_bar import TorsionBar
from jounce.parts.joints.bending.attached import Attached
from jounce.parts.joints.bending.elastic import Elastic
from jounce.spatial.vector import Vec3


def modal_parts(
    name: str,
    body: ModalBody,
    amplitudes: Sequence[str],
    origin: Vec3,
    axes: tuple[Vec3, Vec3] | None,
    points: Mapping[str, Vec3],
) -> tuple[Any, ...]:
    """Returns the parts; `axes` are the first two of the body's own ones, `points` where its frames are designed."""
    shapes, bends = f"{name}_shapes", f"{name}_bends"
    own = {} if axes is None else {"axis": axes[0], "across": axes[1]}
    turns = tuple(a for a, unit in zip(amplitudes, body.units, strict=True) if unit == "rad")
    parts: list[Any] = [Body(name=each, mass=0.0, massless=True) for each in (name, shapes, *body.frames)]
    parts.append(
        Elastic(
            name=bends,
            parent=name,
            child=shapes,
            amplitudes=tuple(amplitudes),
            turns=turns or None,
            terms=body.invariants.terms,
            numbers=tuple(map(float, body.invariants.numbers)),
            point=origin,
            **own,
        )
    )
    for frame, shape in body.frames.items():
        listed = dict(frame_terms(shape))
        parts.append(
            Attached(
                name=f"{frame}_on_{name}",
                parent=shapes,
                child=frame,
                point=points[frame],
                terms=tuple(listed) or None,
                numbers=tuple(listed.values()) or None,
                **own,
            )
        )
    for amplitude, stiffness, damping in zip(amplitudes, body.stiffness, body.damping, strict=True):
        bar = {"coordinates": (f"{bends}.{amplitude}",), "factors": (1.0,)}
        parts.append(
            TorsionBar(name=f"{name}_{amplitude}", stiffness=float(stiffness), damping=float(damping), **bar)  # type: ignore[arg-type]
        )
    return tuple(parts)


def frame_terms(shape: FrameShape) -> Iterator[tuple[str, float]]:
    """Yields how a frame moves, term by term as an `Attached` joint takes them."""
    for first, rows in ((0, shape.shift), (3, shape.turn)):
        least = NOISE * np.abs(rows).max(initial=0.0)
        for i, c in np.argwhere(np.abs(rows) > least):
            yield f"P.{first + c}.{i}", float(rows[i, c])
    if shape.shortening is not None:
        least = NOISE * np.abs(shape.shortening).max(initial=0.0)
        for i, j, c in np.argwhere(np.abs(shape.shortening) > least):
            if i >= j:  # - q.B q / 2 names each pair twice
                yield f"P.{c}.{i}.{j}", -float(shape.shortening[i, j, c]) * (0.5 if i == j else 1.0)
