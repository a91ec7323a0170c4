"""Studies of one position as bars: every bar has the length of its figure, in the unit that is written."""

from __future__ import annotations

from math import degrees, hypot

import pytest

import jounce

CARS = ("semi_trailing_arm", "lumped_mass")  # with a bar, whose bearing is on the left; with one joint
LOADS = {"left": {"Fx": -3000.0, "Fz": 5000.0}, "right": {"Fy": 1000.0, "Fz": 3000.0}}


def bars_of(figure) -> dict[tuple[str, str, str], float]:
    """Heading, row and side of every bar with its length."""
    found = {}
    for axis in (axis for part in figure.subfigs for axis in part.axes):
        rows = [label.get_text() for label in axis.get_yticklabels()]
        for side in axis.containers:
            for row, bar in zip(rows, side, strict=True):
                found[axis.get_title(loc="left"), row, side.get_label()] = bar.get_width()
    return found


def test_compliance_is_drawn_in_the_units_on_its_axes():
    result = jounce.run(jounce.load("double_wishbone"), "compliance")
    bars = bars_of(result.plot())
    for side in ("left", "right"):
        own = {name.removeprefix(f"front_{side}."): m.value for name, m in result.metrics.items()}
        steer = degrees(own["lateral_force_parallel.steer"]) * 1e3  # per kN
        assert bars["Steer [deg/kN]", "lateral force parallel", side] == pytest.approx(steer, rel=1e-12)
        deflection = own["forward_force_locked_opposed.deflection"] * 1e6  # mm per kN
        assert bars["Deflection [mm/kN]", "forward force locked opposed", side] == pytest.approx(deflection, rel=1e-12)
        assert bars["Stiffness [N/mm]", "wheel_rate", side] == pytest.approx(own["wheel_rate"] / 1e3, rel=1e-12)


def test_pick_up_loads_are_drawn_joint_by_joint():
    result = jounce.run(jounce.load("double_wishbone"), "pick-up-loads", loads=LOADS)
    bars = bars_of(result.plot())
    for side in ("left", "right"):
        joint = f"front_{side}.lower_arm_pivot"
        value = {k: result.metrics[f"{joint}.{k}"].value for k in ("Fx", "Mx", "My", "Mz")}
        assert bars["Fx on the outboard body [kN]", "lower_arm_pivot", side] == pytest.approx(value["Fx"] / 1e3)
        moment = hypot(value["Mx"], value["My"], value["Mz"])
        assert bars["Moment in the joint [N m]", "lower_arm_pivot", side] == pytest.approx(moment)


@pytest.mark.usefixtures("small_pictures")
@pytest.mark.parametrize("study", ["compliance", "pick-up-loads"])
@pytest.mark.parametrize("name", CARS)
def test_other_layouts_have_their_pictures_too_also_in_the_report(name, study, tmp_path):
    result = jounce.run(jounce.load(name), study)
    panels = [panel for panel in result.panels if panel.rows]
    assert panels and all(panel.unit for panel in panels)
    text = result.report(tmp_path / "report.html").read_text("utf-8")
    assert text.count("data:image/svg+xml") == len(panels)
