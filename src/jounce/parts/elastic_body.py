"""A body that bends, from a file of finite elements or of modes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from jounce.elastic.files.shipped import shipped_bodies
from jounce.errors import ModelError, Problem
from jounce.parts.beams.modal_parts import modal_parts
from jounce.parts.citation import Citation
from jounce.parts.ends import NOWHERE
from jounce.parts.forces.modal_stress import ModalStress
from jounce.parts.joints.bending.own_axes import own_axes, own_axes_limit
from jounce.spatial.rotation import turn
from jounce.spatial.vector import Vec3, add
from jounce.units import Direction, OneOf, Point, Quantity

if TYPE_CHECKING:
    from jounce.elastic.reduced_body import ReducedBody

Count = Annotated[float, Quantity("1", "count")]
SECOND_ORDER, CONSTANT = "second order", "constant"
AHEAD, LEFT = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
MANY_SHAPES = 24  # above, an inertia of second order would take minutes to write


@dataclass(frozen=True, slots=True, kw_only=True)
class ElasticBody:
    """A body that bends by the shapes of a file: reduced by `jounce reduce`, modes that a program gives, or matrices.

    It becomes a body without mass that bears its name, in the file's own axes; a body with its shapes, whose joint has
    the amplitudes `NAME_bends.mode1`, `mode2`, ...; a frame `NAME_FRAME` for each interface frame of the file; springs
    on the amplitudes; and `NAME_MARK` for each place at which the file knows the stress. Whatever is joined to a frame
    is joined to the body there. Matrices are reduced by Craig-Bampton with `modes` modes with the interface held.

    Nodes count from `point`, in axes of which the first is `axis` and the second lies towards `across`. With
    `inertia = "constant"`, bending changes neither inertia nor momentum: for small amplitudes, and for many shapes.
    """

    name: str
    file: str  # .h5 or .npz, or the name of a body that ships with jounce
    point: Point = (0.0, 0.0, 0.0)  # where the file's origin is
    axis: Direction = AHEAD
    across: Direction = LEFT
    modes: Count = 6.0  # of matrices
    shapes: Count = 0.0  # how many are kept, the slowest ones; 0: all
    reference: str = "free"  # of matrices: the frame that the shapes leave in place
    inertia: Annotated[str, OneOf(SECOND_ORDER, CONSTANT)] = SECOND_ORDER

    source = (Citation("Craig, Bampton 1968"), Citation("Shabana 2013", "chapter 5"))
    ends = NOWHERE

    def in_folder(self, folder: Path) -> ElasticBody:
        """Returns the body with its file named from here, where it was named from a folder."""
        place = os.path.join(folder, self.file)
        return replace(self, file=place) if os.path.exists(place) or self.file not in shipped_bodies() else self

    def limits(self) -> Iterator[Problem]:
        """The file can be read and reduced, and its axes are not along each other."""
        yield from own_axes_limit(self)
        try:
            count = len(self._body().stiffness)
        except ModelError as error:
            for problem in error.problems:
                where = "" if problem.where == "file" else f"{problem.where}: "
                yield Problem("file", f"{self.file}: {where}{problem.what}", problem.help)
            return
        if count > MANY_SHAPES and self.inertia == SECOND_ORDER:
            what = f"{count} shapes with an inertia of second order take minutes to write"
            yield Problem("inertia", what, f'inertia = "{CONSTANT}", or shapes = {MANY_SHAPES} at most')

    def parts(self) -> tuple[Any, ...]:
        """Returns the bodies, joints, springs and stresses that the body is made of."""
        body = self._body()
        found = body.modal_body(constant=self.inertia == CONSTANT)
        plain = self.axis == AHEAD and self.across == LEFT
        names = [f"mode{k + 1}" for k in range(len(body.stiffness))]
        frames = {f"{self.name}_{frame}": shape for frame, shape in found.frames.items()}
        points = {frame: self._place(shape.point) for frame, shape in frames.items()}
        axes = None if plain else (self.axis, self.across)
        made = modal_parts(self.name, replace(found, frames=frames), names, self.point, axes, points)
        return (*made, *self._stresses(body, names))

    def _stresses(self, body: ReducedBody, names: list[str]) -> Iterator[ModalStress]:
        coordinates = tuple(f"{self.name}_bends.{name}" for name in names)
        for mark, rows in zip(body.marks, body.stress if body.stress is not None else (), strict=True):
            six = (tuple(float(x) for x in row) for row in rows)
            components = dict(zip(("xx", "yy", "zz", "xy", "yz", "zx"), six, strict=True))
            yield ModalStress(name=f"{self.name}_{mark}", coordinates=coordinates, **components)

    def _body(self) -> ReducedBody:
        from jounce.elastic.files.body_by_modes import body_by_modes  # SciPy takes long to import

        return body_by_modes(self.file, int(self.modes), self.reference, int(self.shapes) or None)

    def _place(self, point: Vec3) -> Vec3:
        axes = own_axes(self)
        x, y, z = (float(v) for v in np.array(add(self.point, point if axes is None else turn(axes, point))))
        return x, y, z
