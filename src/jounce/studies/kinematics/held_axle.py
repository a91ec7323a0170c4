"""An axle held on its rig. One whose linkage does not guide its wheels is refused in the words of the vehicle file."""

from __future__ import annotations

from dataclasses import replace

from jounce.errors import ModelError, Problem
from jounce.model.assembly.axle_model import AxleModel
from jounce.simulation.loops.rank import ASIDE
from jounce.simulation.prepare import Prepared, prepare
from jounce.studies.kinematics.outputs.wheel_pose import rig_inputs
from jounce.studies.settings import AXLE, Quantities, Quantity
from jounce.studies.study import Study

STRETCHED = "links are stretched, folded or all parallel as designed: move one of these points"
LOOSE = (
    "links that coincide, meet in one point or lie in line hold less than they seem to; a hinge must let wheels rise"
)


class HeldAxle(Study):
    """What studies of one axle at one position share."""

    doing = "computing"
    axle = AXLE
    travel = Quantities(
        default="0 mm",
        unit="m",
        least=-1.0,
        most=1.0,
        counts=(1, 2),
        meaning="travel of both wheels, or of the left and the right one",
    )
    rack = Quantity(default="0 mm", unit="m", least=-1.0, most=1.0, meaning="displacement of the rack, to the left")

    def inputs(self, model: AxleModel) -> dict[str, float]:
        """Inputs of the rig at this position."""
        if self.rack and model.rack is None:
            raise self.refuse("rack", f"axle '{model.name}' has no rack", "leave it out")
        return rig_inputs(model, self.travel, self.rack)


def prepared_axle(axle: AxleModel) -> Prepared:
    """The axle on its rig, ready to be moved by its pads and its rack."""
    try:
        ready = prepare(axle.model, integrator=None)
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
