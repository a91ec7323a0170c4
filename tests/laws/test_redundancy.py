"""Rows that repeat others, freedoms that do nothing, positions without a rank, and values that change them."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from closed_loops import (
    PLANAR,
    bennett,
    five_bar,
    four_bar,
    hinge,
    macpherson,
    parallelogram,
    rod,
    rssr,
    spatial_slider_crank,
    straight_chain,
    telescope,
    two_rails,
)

import jounce
from jounce.native.cache import Cache
from jounce.native.kernel import Compiler
from jounce.simulation.loops.active_rows import reselect_active_rows

TIGHT = {"integrator": "dormand-prince", "rtol": 1e-10, "atol": 1e-12}


def one_row(name, parent, child, point, **more):
    """What the third bar's head needs when it is to hang on and not to hold."""
    return jounce.parts.Constraint(name=name, parent=parent, child=child, point=point, locked=("tx",), **more)


def full_hinge(name, parent, child, point, axis=(0.0, 1.0, 0.0)):
    return jounce.parts.Revolute(name=name, parent=parent, child=child, point=point, axis=axis, cut=True)


def planar_point(name, parent, child, point, axis):
    return jounce.parts.Constraint(name=name, parent=parent, child=child, point=point, locked=("tx", "ty"))


# model, mobility by count, mobility by rank, redundant rows, idle freedoms: counts as in textbooks
TEXTBOOK = {
    "four-bar in the plane": (four_bar, 1, 1, 0, ()),
    "four-bar of four hinges in space": (lambda: four_bar(full_hinge), -2, 1, 3, ()),
    "five-bar": (five_bar, 2, 2, 0, ()),
    "three parallel bars": (parallelogram, 0, 1, 1, ()),
    "spatial slider-crank": (spatial_slider_crank, 1, 1, 0, ()),
    "Bennett linkage": (lambda: bennett(full_hinge), -2, 1, 3, ()),
    "two parallel rails": (two_rails, -4, 1, 5, ()),
    "lever, rod, lever": (rssr, 2, 2, 0, ("tie",)),
    "MacPherson corner": (macpherson, 3, 3, 0, ("strut", "tie_rod")),
    "damper of two halves between two balls": (telescope, 2, 2, 0, ("tube and piston",)),
}


@pytest.mark.parametrize("name", TEXTBOOK)
def test_mobility_by_count_and_by_rank_is_that_of_the_textbook(name):
    """[Uicker, Pennock, Shigley 2011, section 1.6] for the counts, [Bennett 1903] for the paradox."""
    build, by_count, by_rank, redundant, idle = TEXTBOOK[name]
    rank = jounce.prepare(build()).rank
    assert (rank.mobility_by_count, rank.mobility) == (by_count, by_rank)
    assert len(rank.redundant) == redundant == by_rank - by_count
    assert sorted(text.split(":")[0] for text in rank.idle) == sorted(idle)


@pytest.mark.parametrize(
    ("redundant", "lean", "channel", "rates"),
    [
        (parallelogram, lambda: parallelogram(one_row), "foot_0.angle", {"foot_0.angle": 2.0}),
        (lambda: parallelogram(full_hinge), parallelogram, "foot_0.angle", {"foot_0.angle": 2.0}),
        (lambda: four_bar(full_hinge), four_bar, "crank_foot.angle", {"crank_foot.angle": 2.0}),
        (lambda: bennett(full_hinge), lambda: bennett(planar_point), "r0.angle", {"r0.angle": 0.5}),
    ],
    ids=["third bar", "third bar on a full hinge", "four hinges", "Bennett linkage"],
)
def test_redundant_rows_change_no_motion_and_stay_closed(redundant, lean, channel, rates):
    """The same mechanism with just enough rows moves alike: 1e-10 a step for some hundred steps, times 100."""
    runs = [jounce.simulate(build(), 2.0, start_rates=rates, **TIGHT) for build in (redundant, lean)]
    assert np.ptp(runs[1][channel]) > 0.1
    assert np.abs(runs[0][channel] - runs[1][channel]).max() < 1e-8
    assert runs[0].metadata["redundant_rows"]
    # all rows, those that are switched off too; they follow from the others to the solver's error
    assert runs[0]["constraints.gap"].max() < 1e-8


def test_reactions_that_redundant_rows_leave_open_are_marked():
    """Two bars would share the load in any proportion; in the planar four-bar each reaction is one."""
    marked = jounce.simulate(parallelogram(), 0.01, integrator="rk4")
    assert "not unique" in marked.definition["head_2.Fz"]
    assert "not unique" in marked.definition["foot_0.Fx"]
    assert "not unique" not in marked.definition["foot_0.angle"]
    clear = jounce.simulate(four_bar(), 0.01, integrator="rk4")
    assert not any("not unique" in clear.definition[name] for name in clear.definition)


def test_a_third_bar_one_millimetre_longer_is_refused_with_joints_and_gaps():
    """Least squares over four rows leaves about a third of it at each head."""
    with pytest.raises(jounce.ModelError) as refusal:
        jounce.prepare(parallelogram(longer=1e-3))
    gaps = {problem.where: problem.what for problem in refusal.value.problems}
    assert set(gaps) == {"joints.head_1", "joints.head_2"}
    millimetres = [float(what.split("gap of ")[1].split(" mm")[0]) for what in gaps.values()]
    assert all(0.1 < gap < 1.0 for gap in millimetres)


def test_a_third_bar_a_tenth_of_a_micrometre_longer_still_moves():
    """Hardpoints have finite digits; what they disagree by is not a lock."""
    ready = jounce.prepare(parallelogram(longer=1e-7))
    assert ready.rank.mobility == 1
    run = jounce.simulate(ready, 1.0, **TIGHT)
    assert run["constraints.gap"].max() < 1e-6


@pytest.mark.parametrize("digits", [6, 7, 8, 9])
@pytest.mark.parametrize("build", [bennett, four_bar], ids=["Bennett linkage", "four hinges"])
def test_an_overconstrained_loop_with_rounded_axes_moves_as_the_exact_one(build, digits):
    """As a file would have it; the planar axis, which rounding leaves alone, is tilted by as much.

    Links are some 0.3 m long and turn by some 3 rad, so that a digit counts 3/0.3 = 10 times in the motion; ten times
    more where the rows that are on hold at a slant.
    """
    exact = build(full_hinge)
    places = {path: value for path, value in exact.values().items() if path.startswith("joints.")}
    tilted = {} if build is bennett else {"joints.rocker_head.axis.x": 10.0**-digits}
    model = exact.with_values({path: round(value, digits) for path, value in places.items()} | tilted)
    joint = "r0.angle" if build is bennett else "crank_foot.angle"
    rates = {joint: 0.5 if build is bennett else 2.0}
    ready = jounce.prepare(model, start_rates=rates)
    assert (ready.rank.mobility, len(ready.rank.redundant)) == (1, 3)
    run, wanted = (jounce.simulate(m, 1.0, start_rates=rates, **TIGHT) for m in (model, exact))
    assert np.abs(run[joint] - wanted[joint]).max() < 100 * 10.0**-digits
    assert np.ptp(wanted[joint]) > 0.1


def test_the_gap_of_a_run_counts_rows_that_are_switched_off():
    """A third bar that is 0.1 micrometres too long cannot be closed to less than that, by whichever rows."""
    run = jounce.simulate(parallelogram(longer=1e-7), 1.0, start_rates={"foot_0.angle": 2.0}, integrator="rk4")
    assert run.metadata["constraint_gap"] == run["constraints.gap"].max() > 1e-8
    assert "notes" not in run.metadata


def test_redundant_loops_that_disagree_visibly_are_noted():
    """Axes rounded to six decimals: what is left open grows past a micrometre on the way."""
    exact = bennett(full_hinge)
    rounded = {path: round(value, 6) for path, value in exact.values().items() if path.startswith("joints.")}
    run = jounce.simulate(exact.with_values(rounded), 3.0, start_rates={"r0.angle": 0.5}, integrator="rk4")
    assert run.metadata["constraint_gap"] > 1e-6
    assert any("r3" in note and "disagree" in note for note in run.metadata["notes"])


def test_a_run_does_not_change_what_it_was_prepared_from(monkeypatch):
    """On its way the linkage chooses other rows; the next run starts with the first ones again."""
    ready = jounce.prepare(bennett(full_hinge), start_rates={"r0.angle": 0.5})
    chosen, modes = ready.numbers.modes.copy(), []

    def watched(work, state, count):
        reselect_active_rows(work, state, count)
        modes.append(work.modes.copy())

    monkeypatch.setattr(sys.modules["jounce.simulation.simulate"], "reselect_active_rows", watched)
    first = jounce.simulate(ready, 3.0, integrator="dormand-prince", rtol=1e-9)
    assert any(not np.array_equal(others, chosen) for others in modes)
    assert np.array_equal(ready.numbers.modes, chosen)
    with pytest.raises(ValueError, match="read-only"):
        ready.numbers.modes[0] = 0.0
    second = jounce.simulate(ready, 3.0, integrator="dormand-prince", rtol=1e-9)
    np.testing.assert_array_equal(first.numbers, second.numbers)


@pytest.mark.parametrize(
    ("build", "start", "lost"),
    [
        (straight_chain, {}, "rocker_head"),
        (parallelogram, {"foot_0.angle": "90 deg"}, "head_1"),
    ],
    ids=["stretched", "all bars in line"],
)
def test_a_start_in_a_singular_position_is_refused_by_name(build, start, lost):
    with pytest.raises(jounce.ModelError, match="singular") as refusal:
        jounce.prepare(build(), start=start)
    assert lost in refusal.value.problems[0].what


@pytest.mark.parametrize("inertia", [(0.0, 0.0, 0.0), (0.1, 0.1, 0.0)], ids=["point mass", "rod without thickness"])
def test_a_body_without_inertia_on_a_ball_joint_is_refused_by_name(inertia):
    model = jounce.Model("bob").add(
        jounce.parts.Body(name="bob", mass=1.0, centre=(0.0, 0.0, -1.0), inertia=inertia),
        jounce.parts.Spherical(name="ball", parent="ground", child="bob", point=(0.0, 0.0, 0.0)),
    )
    with pytest.raises(jounce.ModelError, match=r"\(joints\.ball\): its inertia vanishes") as refusal:
        jounce.prepare(model)
    assert refusal.value.problems[0].where == "bodies.bob.inertia"


def damped_door() -> jounce.Model:
    return jounce.Model("door").add(
        rod("door", (0.0, 0.0, 0.0), (0.5, 0.0, -0.5), 3.0),
        hinge("post", "ground", "door", (0.0, 0.0, 0.0)),
        jounce.parts.TorsionDamper(name="closer", coordinate="post.angle", law=jounce.parts.laws.Linear(slope=0.0)),
    )


@pytest.mark.parametrize(
    ("build", "path", "value"),
    [
        (damped_door, "forces.closer.law.slope", 5.0),
        (damped_door, "bodies.door.products.y", 1e-4),
        (four_bar, "gravity.x", 1.0),
        (rssr, "joints.outer.point.x", 0.301),
    ],
    ids=["damping", "product of inertia", "gravity", "hardpoint"],
)
def test_other_values_compile_nothing_also_from_zero_and_back(build, path, value, tmp_path):
    cache = Cache(tmp_path / "cache")
    model = build()
    before = jounce.simulate(model, 0.5, cache=cache, integrator="rk4")
    compiled = Compiler.count
    changed = jounce.simulate(model.with_values({path: value}), 0.5, cache=cache, integrator="rk4")
    back = jounce.simulate(
        model.with_values({path: value}).with_values({path: model.values()[path]}), 0.5, cache=cache, integrator="rk4"
    )
    assert Compiler.count == compiled
    assert not np.array_equal(changed.numbers, before.numbers)
    assert np.array_equal(back.numbers, before.numbers)


def test_new_values_are_checked_like_a_loaded_file():
    for values in ({"bodies.crank.mass": -1.0}, {"bodies.crank.inertia.x": 5.0}, {"bodies.crank.mas": 1.0}):
        with pytest.raises(jounce.ModelError):
            four_bar().with_values(values)


def test_new_values_that_make_other_rows_redundant_are_examined_again(tmp_path):
    """Turned by a quarter, the bars repeat each other in x instead of z: same code, other rows."""
    cache = Cache(tmp_path / "cache")
    hanging = parallelogram()
    first = jounce.simulate(hanging, 2.0, start_rates={"foot_0.angle": 2.0}, cache=cache, **TIGHT)
    compiled = Compiler.count
    lying = hanging.with_values(parallelogram(lying=True).values())
    second = jounce.simulate(lying, 2.0, start_rates={"foot_0.angle": 2.0}, cache=cache, **TIGHT)
    assert Compiler.count == compiled
    rows = [run.metadata["redundant_rows"][0].rsplit(".", 1)[1] for run in (first, second)]
    assert rows == [f"shift{PLANAR.index('tz')}", f"shift{PLANAR.index('tx')}"]
    # gravity turned with it, so it moves alike
    assert np.abs(first["foot_0.angle"] - second["foot_0.angle"]).max() < 1e-8
