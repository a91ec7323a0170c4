"""The small car as a whole: counts of the papers, one piece against subsystems, mirror images, laws in motion."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import jounce
from jounce.equations.recursive.derive import derive_equations
from jounce.mechanism import connect_mechanism
from jounce.mechanism.mobility import mobility_rows
from jounce.native.engine import register_lanes
from jounce.native.reference import run_reference_pieces
from jounce.parts.roads import Road
from jounce.simulation.car_summary import GEARED, SHAFT_ELEMENT, car_tables
from jounce.simulation.compiled import compiled_programs
from jounce.simulation.road_kernel import road_function
from jounce.studies.driving.driving_start import start_parked

INNER_SHAFTS = ("front_left.shaft_0", "front_right.shaft_0")
IDLE = {
    f"{corner}.{body}"
    for axle, bodies in (("front", ("strut", "tie_rod")), ("rear", ("damper_upper", "damper_lower")))
    for corner in (f"{axle}_left", f"{axle}_right")
    for body in bodies
}
EQUAL_SHAFTS = {"half_shafts.right_stiffness": 5363.95, "half_shafts.right_inertia": 6.13817e-5}


@pytest.fixture(scope="module")
def car():
    return jounce.load("small_car")


@pytest.fixture(scope="module")
def ready(car):
    return jounce.prepare(car)


@pytest.mark.parametrize(("column", "shafts", "input_shaft"), [(1, 1, 0), (3, 5, 2), (0, 0, 0)])
def test_bodies_and_coordinates_are_those_of_the_papers(car, column, shafts, input_shaft):
    """21 rigid bodies and 43 + n coordinates [Szczotka 2007, table 1, eq. 44a].

    A shaft of n springs has n + 1 elements, of which the column's first is the steering wheel and the input shaft's
    last the differential.
    """
    counts = {"steering.column_elements": column, "half_shafts.elements": shafts, "drive.shaft_elements": input_shaft}
    changed = car.with_values(counts)
    if input_shaft:
        changed = _with_input_shaft(changed)
    mechanism = connect_mechanism(changed.car_model().model)
    bodies = [row.body for row in mobility_rows(mechanism)]
    elements = [name for name in bodies if SHAFT_ELEMENT.fullmatch(name)]
    assert len(elements) == column + input_shaft + 2 * (shafts + 1)
    assert len([name for name in bodies if name not in elements and not GEARED.fullmatch(name)]) == 21
    assert len(mechanism.speeds) == 43 + len(elements)
    # 18 of six ball joints, and in sliding friction 4 more: pinion, differential, two wheels; the driver's is apart
    assert len(mechanism.rows) == 22 + 1


def _with_input_shaft(car):
    return replace(car, drive=replace(car.drive, shaft_stiffness=2000.0))


def test_eight_spins_are_idle_and_nothing_is_redundant(ready):
    """Two a corner [reading of Szczotka 2007, table 1: 41 coordinates less 18 rows leave 15 and these]."""
    assert {name.partition(":")[0] for name in ready.rank.idle} == IDLE
    assert ready.rank.redundant == ()
    # 6 of the body, 4 of travel, 4 wheels, shafts in torsion 2 + 1, rack with pinion, idle 8; the driver holds one
    assert ready.rank.mobility == 48 - 23


def test_corners_run_as_lanes(ready):
    sizes = sorted((len(group.members), len(group.members[0].links)) for group in ready.mechanism.groups)
    assert (2, 6) in sizes and (2, 4) in sizes  # front: five bodies of the corner and the end of its shaft; rear: four
    # the car body, the rack, and the rotors that turn on the car body
    interface = [ready.mechanism.links[k].body for k in ready.mechanism.interface.links]
    assert interface[:2] == ["body", "rack"]
    assert set(interface[2:]) == {"steering_wheel", "column_1", "front_differential", *INNER_SHAFTS}


def test_info_prints_the_counts_beside_those_of_the_papers(ready):
    text = "\n".join(car_tables(ready))
    assert "rigid bodies         21 (papers: 21)" in text
    assert "48 = 43 + 5 rigid finite elements" in text
    assert "22: ball joints 18, wheel joints 2, differentials 1, pinion 1" in text
    assert "26 = 18 + 2 + 2 + 4 as printed; 24 independent" in text


def test_the_papers_counts_are_printed_for_their_car_only(four_corners):
    text = "\n".join(car_tables(four_corners))
    assert "rigid bodies         23\n" in text and "papers" not in text


@pytest.fixture(scope="module")
def four_corners():
    return jounce.prepare(jounce.load("hmmwv"))


def test_equal_corners_of_a_steered_and_a_held_axle_share_the_lanes_of_a_register(four_corners):
    """The rear toe links end on the body, where the front has its rack: a rack that never moves."""
    mechanism = four_corners.mechanism
    width = min(4, register_lanes())
    assert [len(group.members) for group in mechanism.groups] == [width] * (4 // width)
    members = [member for group in mechanism.groups for member in group.members]
    assert [len(member.links) for member in members] == [6] * 4
    rack, body = mechanism.index("rack"), mechanism.index("body")
    rear = ((rack, body),) if width == 4 else ()  # in a kernel of their own they need no stand-in for a rack
    assert [member.carriers for member in members] == [(), (), rear, rear]


@pytest.mark.parametrize("car_of", ["ready", "four_corners"])
def test_subsystems_and_one_piece_accelerate_alike(car_of, request, measured):
    """The same equations eliminated in another order, by the interpreter: torques between subsystems are handed down.

    Rounding of some thousand operations with a condition of about 1e5: 1e-9 of the largest acceleration.
    """
    ready = request.getfixturevalue(car_of)
    layout, rng = ready.layout, np.random.default_rng(4)
    state = ready.state.copy()
    for name, offset in layout.speeds.items():
        state[offset] = 0.05 * rng.standard_normal() + (15.0 if name == "body.vx" else 0.0)
    for name, offset in layout.coordinates.items():
        if "half_shaft" in name or name.startswith("steering."):
            state[offset] += 0.01 * rng.standard_normal()
    for offset in layout.elements.values():
        state[offset] = 0.01 * rng.standard_normal()
    one = ready.workspace().rhs(state)
    two, places = in_one_piece(ready, state)
    mine = np.array([one[offset] for offset in layout.speeds.values()])
    theirs = np.array([two[places.speeds[name]] for name in layout.speeds])
    assert np.abs(mine).max() > 100.0
    np.testing.assert_allclose(mine, theirs, atol=1e-9 * np.abs(mine).max())
    measured("car.one piece", (mine - theirs) / np.abs(mine).max(), 1e-9)


def in_one_piece(ready, state):
    """Rates of the state without subsystems, and where they lie; nothing is compiled."""
    equations = derive_equations(ready.model, subsystems=False)
    program, layout, mine = compiled_programs(equations)["rhs"], equations.layout, ready.layout
    values, tables = layout.fill_values(ready.model)
    arrays = {name: np.zeros(max(layout.sizes[size], 1)) for name, size in (("state", "state"), ("out", "state"))}
    arrays |= {"values": values, "tables": tables, "inputs": ready.numbers.inputs.copy()}
    arrays |= {"modes": layout.first_modes(), "work": np.zeros(layout.sizes["work"])}
    for name in layout.frictions:
        arrays["modes"][layout.places_of_friction(name)] = ready.numbers.modes[mine.places_of_friction(name)]
    for table in ("coordinates", "speeds", "elements"):
        for name, offset in getattr(layout, table).items():
            arrays["state"][offset] = state[getattr(mine, table)[name]]
    flat = road_function(Road())
    run_reference_pieces(program.setup, arrays, flat)
    run_reference_pieces(program.run, arrays, flat)
    return arrays["out"], layout


@pytest.fixture(scope="module")
def turns(car):
    """A turn to the left and one to the right, of the car with equal shafts."""
    symmetric = car.with_values(EQUAL_SHAFTS).car_model()
    ready = jounce.prepare(symmetric.model, start_rates=symmetric.rolling(15.0))
    steer = np.linspace(0.0, 2.0, 21)
    return [
        jounce.simulate(
            ready,
            duration=2.0,
            inputs={
                "steering.wheel_angle": (steer, side * 0.4 * np.sin(np.pi * steer), "spline"),
                "drive.torque": 10.0,
                "brakes.pedal": ([0.0, 1.5, 1.6, 2.0], [0.0, 0.0, 0.1, 0.1], "linear"),
            },
            integrator="rk4",
        )
        for side in (1, -1)
    ]


def test_a_turn_to_the_right_is_the_mirror_image_of_one_to_the_left(turns, measured):
    """Lanes of one kernel with mirrored numbers: equal up to rounding where both sides meet in the body, some 1e-13 a
    step that a stable car does not let grow: 1e-9 of the motion.
    """
    left, right = turns
    for name in ("vehicle.y", "vehicle.yaw", "vehicle.roll", "vehicle.ay"):
        assert np.abs(left[name]).max() > 0.005
        np.testing.assert_allclose(left[name], -right[name], atol=1e-9 * np.abs(left[name]).max())
        measured("car.mirror", (left[name] + right[name]) / np.abs(left[name]).max(), 1e-9)
    for one, other in (("front_left.tyre.Fz", "front_right.tyre.Fz"), ("rear_right.tyre.Fx", "rear_left.tyre.Fx")):
        np.testing.assert_allclose(left[one], right[other], rtol=1e-8, atol=1e-5)


def test_loops_stay_closed_and_energy_balances_in_the_turn(turns, measured):
    """Work is integrated with the states: what is left is RK4's own error, 1e-6 of the energy turned over."""
    run = turns[0]
    measured("car.gap", run.metadata["constraint_gap"], 1e-10)
    measured("car.energy", run.metadata["energy_balance"] / run["energy.kinetic"].max(), 1e-6)
    assert run.metadata["constraint_gap"] < 1e-10
    assert run.metadata["energy_balance"] < 1e-6 * run["energy.kinetic"].max()


def test_the_differential_and_the_pinion_hold_their_ratios_in_the_turn(turns):
    run = turns[0]
    mean = 0.5 * (run["front_left.half_shaft_0.angle_rate"] + run["front_right.half_shaft_0.angle_rate"])
    np.testing.assert_allclose(mean, run["drive.front_differential.angle_rate"], atol=1e-10)
    rack, pinion = run["steering.rack.displacement_rate"], run["steering.column_1.angle_rate"]
    np.testing.assert_allclose(rack, -0.0357 / (2 * np.pi) * pinion, atol=1e-10)


def test_loads_and_weights_of_the_parked_car_balance(car, measured):
    """To 1e-6 N: trim ends at 1e-10 of the weight, 1e-6 N, and is polished to rounding from there.

    Axle loads are those of a beam on its wheels to 1e-3.

    The tyres' own moments about y vanish at rest; parts that sag move the centre of mass by micrometres.
    """
    made = car.car_model()
    seen = start_parked(made).seen()
    front, rear = (sum(seen[f"{axle}_{side}.tyre.Fz"] for side in ("left", "right")) for axle in ("front", "rear"))
    measured("car.weight", front + rear - 850.0 * 9.81, 1e-6)
    assert front + rear == pytest.approx(850.0 * 9.81, abs=1e-6)
    assert front == pytest.approx(850.0 * 9.81 * (2.2 - 0.878482) / 2.2, rel=1e-3)
    assert abs(seen["vehicle.z"]) < 1e-4 and abs(seen["vehicle.pitch"]) < 1e-4  # the design position is equilibrium


def test_the_electric_car_differs_in_its_drive_only():
    engine, electric = jounce.load("small_car"), jounce.load("small_car_electric")
    one, other = engine.values(), electric.values()
    assert {path for path in one if one[path] != other.get(path)} <= {path for path in one if path.startswith("drive.")}
    assert electric.car_model().drive == ("drive.front_left.torque", "drive.front_right.torque")


def test_the_whole_car_weighs_what_the_file_says(car):
    """850 kg with the centre of mass 0.878482 m behind the front axle and 0.535147 m high [data of the car, table 3]:
    rotors are taken from the body that carries them.
    """
    made = car.car_model()
    assert made.mass == pytest.approx(850.0, abs=1e-9)
    np.testing.assert_allclose(made.centre, (-0.878482, 0.0, 0.535147), atol=1e-6)


def test_tyres_of_the_right_side_are_mirrored(car):
    sides = {part.name: part.side for part in car.car_model().model.forces if part.name.endswith(".tyre")}
    assert sides == {f"{a}_{s}.tyre": y for a in ("front", "rear") for s, y in (("left", 1.0), ("right", -1.0))}
