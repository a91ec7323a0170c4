"""Controls: stability and traction control, which brake single wheels and take torque back."""

from jounce.model.assemblies.assembly import Assembly, Need
from jounce.model.assemblies.controls.data import EscData, TractionControlData
from jounce.model.assemblies.controls.parts import build_controls
from jounce.model.assemblies.controls.rules import check_controls

CONTROLS = Assembly(
    name="controls",
    tables={"esc": EscData, "traction_control": TractionControlData},
    takes=("wheels", "demands", "traction", "reduction"),
    needs=(Need(table="traction_control", port="drive", what="the car has no drive", help="add [drive]"),),
    leading=True,
    moving=True,
    build=build_controls,
    rules=(check_controls,),
)
