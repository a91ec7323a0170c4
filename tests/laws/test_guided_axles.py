"""Freedoms of axles by the rank of their constraints; bushings in place of ideal joints, and what they tend to."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from campaigns import with_campaign
from jounce.model.templates import TEMPLATES
from jounce.simulation.sweeps.sweep import sweep
from jounce.studies.kinematics.held_axle import prepare_held_axle

GUIDED = sorted(name for name, template in TEMPLATES.items() if template.coupled)  # each is an axle of the library
POINTS = {
    "lower_link_inner": (0.5, 0.5, 0.2),
    "lower_link_outer": (0.0, 0.5, 0.22),
    "wheel_centre": (0.0, 0.7, 0.3),
    "spring_top": (0.0, 0.5, 0.6),
    "spring_bottom": (0.0, 0.5, 0.3),
}
MIDDLE = {"upper_link_inner": (0.4, 0.0, 0.45), "upper_link_outer": (0.0, 0.0, 0.45)}
PARALLEL = {"upper_link_inner": (0.4, 0.45, 0.45), "upper_link_outer": (0.0, 0.45, 0.45)}
PANHARD = {"panhard_inner": (-0.1, -0.6, 0.3), "panhard_outer": (-0.1, 0.6, 0.3)}


def loaded(template: str, points: dict[str, tuple[float, ...]], stiffness: float | None = None) -> jounce.Vehicle:
    """A rear axle with springs; all its links on bushings that give way along them alone, or on ideal joints."""
    written = "\n".join(f"{name} = {list(place)}" for name, place in (POINTS | points).items())
    soft = [name for name in POINTS | points if name.endswith("_inner")] if stiffness else []
    give = [f"[axles.rear.bushings.{name}]\nstiffness = {[stiffness] * 3 + [1e-3] * 3}\n" for name in soft]
    return jounce.load(  # type: ignore[return-value]
        f'format = 1\nkind = "vehicle"\nname = "axle"\n[axles.rear]\ntemplate = "{template}"\n[axles.rear.hardpoints]\n'
        f"{written}\n[axles.rear.spring]\nlaw = 3e4\npreload = 3000.0\n[axles.rear.tyre]\nradius = 0.3\n{''.join(give)}"
    )


@pytest.mark.parametrize("template", with_campaign(GUIDED, ("live_axle", "twist_beam").__contains__))
def test_guides_leave_heave_and_roll_by_rank_where_the_axle_is_designed_and_elsewhere(template):
    """With both pads every speed is decided, so that without them two are free: heave and roll. Rank of J by its
    singular values, in both directions of heave and of roll."""
    axle = jounce.load(template).axle_model("rear")  # type: ignore[union-attr]
    ready = prepare_held_axle(axle)
    left, right = (corner.travel for corner in axle.corners.values())
    work, speeds = ready.workspace(), len(ready.layout.speeds)
    for way in ((0.05, 0.05), (-0.05, -0.05), (0.05, -0.05), (0.03, 0.0)):
        path = {left: np.linspace(0.0, way[0], 5), right: np.linspace(0.0, way[1], 5)}
        for state in sweep(ready, path, [dict.fromkeys(path, 1.0)]).states[::2]:
            sizes = np.linalg.svd(work.matrices(state)["J"], compute_uv=False)
            assert (sizes > 1e-6 * sizes[0]).sum() == speeds - len(ready.rank.idle)


@pytest.mark.parametrize("template", [name for name in GUIDED if TEMPLATES[name].guides])
def test_guides_say_how_many_freedoms_they_take(template):
    needed = TEMPLATES[template].hardpoints
    assert sum(guide.holds for guide in TEMPLATES[template].guides if guide.is_there(needed)) == 4


@pytest.mark.parametrize("study", ["wheel-travel", "compliance"])
def test_links_that_all_lie_along_the_car_leave_the_axle_free_across_it(study):
    with pytest.raises(jounce.ModelError) as caught:
        jounce.run(loaded("four_link_axle", PARALLEL), study)
    (problem,) = caught.value.problems
    assert problem.where == "axles.rear.hardpoints" and "1 freedom is left" in problem.what
    assert "moves across the car" in problem.what


@pytest.mark.campaign
def test_four_parallel_links_and_a_panhard_rod_run_on_bushings():
    """Five rods: rigid they would leave one freedom, see tests/messages; soft they leave heave and roll, the latter
    against the bushings too."""
    found = jounce.run(loaded("four_link_axle", PARALLEL | PANHARD, 1e6), "compliance").metrics
    free = 0.5 * 3e4 * 1.0**2  # N m/rad of the springs alone, as the car rolls
    assert found["rear.parallel_rate"].value == pytest.approx(3e4, rel=1e-3)
    assert 1.02 * free < found["rear.roll_rate"].value


@pytest.mark.campaign
def test_stiff_bushings_on_an_exactly_guided_axle_tend_to_ideal_joints():
    """What gives way goes with one over the stiffness: ten times as stiff, ten times as near."""
    ideal = jounce.run(loaded("live_axle", MIDDLE | PANHARD), "compliance").metrics
    names = ("rear.roll_rate", "rear_left.lateral_force_parallel.steer", "rear_left.lateral_force_parallel.camber")
    off: list[list[float]] = []
    for stiffness in (1e7, 1e8, 1e9):
        soft = jounce.run(loaded("live_axle", MIDDLE | PANHARD, stiffness), "compliance").metrics
        off.append([soft[name].value - ideal[name].value for name in names])
    for soft, stiff, stiffest in zip(*off, strict=True):  # differences, free of what turns the bushings: 1e-3 N m/rad
        assert soft - stiff == pytest.approx(10.0 * (stiff - stiffest), rel=0.02)
    turning = 4 * 1e-3 / 0.4**2  # N m/rad: what four rods of 0.4 m take that turn their bushings
    assert abs(off[2][0]) < 1e-6 * ideal["rear.roll_rate"].value + turning
