"""An axle whose linkage leads its wheels: one that does not is refused in the words of the vehicle file."""

from __future__ import annotations

from dataclasses import replace

from jounce.errors import ModelError, Problem
from jounce.model.assembly.axle_model import AxleModel
from jounce.simulation.loops.rank import ASIDE
from jounce.simulation.prepare import Prepared, prepare

STRETCHED = "links are stretched, folded or all parallel as designed: move one of these points"
LOOSE = (
    "links that coincide, meet in one point or lie in line hold less than they seem to; a hinge must let wheels rise"
)


def prepared_axle(axle: AxleModel) -> Prepared:
    """The axle on its rig, ready to be moved by its pads and its rack."""
    try:
        ready = prepare(axle.model)
    except ModelError as error:
        problems = [_told(axle, problem) for problem in error.problems]
        raise axle.model.refusal(problems) from error
    refuse_loose(ready, axle)
    return ready


def refuse_loose(ready: Prepared, axle: AxleModel) -> None:
    """Nothing moves while the pads and the rack stand still, but for rods that turn about themselves."""
    free = ready.rank.mobility - len(ready.rank.idle)
    if free:
        what = f"{free} freedom{'s are' if free > 1 else ' is'} left while the wheels are held in height"
        what += f"{' and the rack stands' if axle.rack else ''}; {_rows(ready.rank.redundant)} hold nothing"
        raise axle.model.refusal([Problem(f"axles.{axle.name}.hardpoints", what, LOOSE)])


def _told(axle: AxleModel, problem: Problem) -> Problem:
    if problem.help != ASIDE:
        return problem
    return replace(problem, where=f"axles.{axle.name}.hardpoints", help=STRETCHED)


def _rows(rows: tuple[str, ...]) -> str:
    """Joints of the rows, each once."""
    return (
        ", ".join(dict.fromkeys(row.rpartition(".")[0] if row.count(".") > 1 else row for row in rows)) or "the joints"
    )
