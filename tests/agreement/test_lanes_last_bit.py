"""A car has the same bits in a lane as alone: kernels of several cars, and whole runs beside any neighbours."""

from __future__ import annotations

import numpy as np
import pytest
from bit_cases import random_arrays, same_bits
from many_corners import many_corners

import jounce
from jounce.equations.recursive.derive import derive_equations
from jounce.native.engine import load_object, object_from_ir
from jounce.native.kernel import SIGNATURE
from jounce.native.llvm import write_llvm_ir
from jounce.native.program import ARRAYS
from jounce.native.reference import run_reference_pieces
from jounce.parts.roads import Road, Slope
from jounce.simulation.compiled import compiled_programs
from jounce.simulation.integrators.stops import fixed_stops
from jounce.simulation.lanes.lane_code import compile_lanes
from jounce.simulation.lanes.lane_group import run_lane_group
from jounce.simulation.lanes.lane_room import LaneCar, LaneRooms, LaneSettings
from jounce.simulation.lanes.widen import widen
from jounce.simulation.prepare import prepare_input_histories
from jounce.simulation.road_kernel import road_address, road_function

CARS = 2
CHANNELS = ("vehicle.yaw_rate", "vehicle.cg.ay", "front_left.tyre.Fz", "energy.balance")
ANGLE = ([0.0, 0.2, 0.35, 1.0], [0.0, 0.0, 1.0, 1.0])  # s, rad: the road wheels follow a ramp of the steering wheel
METHODS = ("rk4", "ros2", "ros34pw2")


def test_kernels_of_two_cars_give_the_interpreter_s_bits_and_those_of_each_car_alone():
    """Each car has its own values, tables, inputs, modes and road; corners have two lanes, so that there are four."""
    models = [many_corners(2, seed) for seed in (1, 2)]
    equations = derive_equations(models[0])
    layout, programs = equations.layout, compiled_programs(equations)
    roads = [Road(elements={"hill": Slope(grade=grade, bank=0.02)}) for grade in (0.1, -0.07)]
    data = [road.data() for road in roads]
    alone = [random_arrays(layout, model, seed=k) for k, model in enumerate(models)]
    for own, numbers in zip(alone, data, strict=True):
        own["road"] = np.array([road_address(), numbers.ctypes.data], np.int64)
    wide, size = widen(programs["rhs"], CARS, layout.sizes["tables"]), layout.sizes["state"]
    code, single = (load_object(object_from_ir(write_llvm_ir(each), 0)) for each in (wide, programs["rhs"]))
    for row in range(2):
        arrays = _side_by_side(alone, row, size)
        ours = {key: array.copy() for key, array in arrays.items()}
        _call(code, ours)
        for pieces in (wide.setup, wide.run):
            run_reference_pieces(pieces, arrays, [road_function(road) for road in roads])
        assert same_bits(ours["out"], arrays["out"])
        assert same_bits(ours["work"], arrays["work"])
        for car, own in enumerate(alone):
            mine = {key: np.ascontiguousarray(own[key][row] if own[key].ndim == 2 else own[key]) for key in own}
            mine |= {"out": np.zeros(size), "work": np.zeros(layout.sizes["work"])}
            _call(single, mine)
            assert np.count_nonzero(mine["out"]) > 0
            assert same_bits(ours["out"].reshape(-1, CARS)[:, car], mine["out"])


def _side_by_side(alone, row, size):
    """[number][car], and tables and roads one behind the other."""
    rows = [{key: a[row] if a.ndim == 2 else a for key, a in own.items()} for own in alone]
    found = {key: np.column_stack([own[key] for own in rows]).ravel() for key in ("state", "inputs", "modes", "values")}
    found |= {key: np.concatenate([own[key] for own in rows]) for key in ("tables", "road")}
    return found | {"out": np.zeros(CARS * size), "work": np.zeros(CARS * len(rows[0]["work"]))}


def _call(code, arrays):
    for entry in ("setup", "run"):
        SIGNATURE(code.address_of(entry))(*[arrays[name].ctypes.data for name in ARRAYS])


@pytest.fixture(scope="module")
def golfs():
    """Prepared variants of a car at 15 m/s, of different masses, not trimmed: they settle on the way."""
    car = jounce.load("golf1")
    found = []
    for mass in (850.0, 900.0, 1000.0, 1300.0):
        model = car.with_values({"body.mass": mass}).car_model()
        found.append(jounce.prepare(model.model, start_rates=model.rolling(15.0), integrator=None))
    return found


def runs(ready, method, cars, step=5e-3, renew_every=20, steering=ANGLE):
    """Runs of prepared cars, a number of them at a time."""
    code = compile_lanes(ready[0].model, cars, CHANNELS)
    history = prepare_input_histories(ready[0].model, {"steering.wheel_angle": steering}, 1.0)
    stops, samples = fixed_stops(0.0, 1.0, step, history.corners, np.linspace(0.0, 1.0, 21))
    how = LaneSettings(method=method, step=step, stops=stops, samples=samples, renew_every=renew_every)
    lanes, rooms = [LaneCar(ready=own, inputs=history) for own in ready], LaneRooms(code, how)
    return [run for k in range(0, len(lanes), cars) for run in run_lane_group(rooms, lanes[k : k + cars])]


@pytest.mark.parametrize("method", METHODS)
def test_a_car_in_a_lane_has_the_bits_of_its_single_run(golfs, method):
    """Fixed steps, Jacobian renewed by the number of the step: four cars, one, two, four at once."""
    step = 1e-3 if method == "rk4" else 5e-3
    single = runs(golfs, method, 1, step)
    for cars in (2, 4):
        for alone, beside in zip(single, runs(golfs, method, cars, step), strict=True):
            assert alone.status == beside.status == "finished"
            assert same_bits(alone.rows, beside.rows)
            assert same_bits(alone.y_end, beside.y_end)
    assert abs(single[0].rows[-1, 0] - single[3].rows[-1, 0]) > 1e-3  # they are different cars


def broken(ready):
    """The car with forces that are no numbers."""
    work = ready.workspace()
    work.values[work.layout.values["forces.front_left.spring.law.slope"]] = np.inf
    work.set_up()
    return jounce.simulation.Prepared(work.frozen(), ready.state, ready.rank)


def test_a_car_that_fails_is_frozen_and_does_not_disturb_its_neighbours(golfs):
    """The second of four has forces that are no numbers; the others have the bits that they have without it."""
    beside = [golfs[0], broken(golfs[1]), *golfs[2:]]
    whole, hurt = runs(golfs, "ros2", 4), runs(beside, "ros2", 4)
    assert hurt[1].status == "not finite"
    assert hurt[1].t_end == 0.0
    for k in (0, 2, 3):
        assert hurt[k].status == "finished"
        assert same_bits(hurt[k].rows, whole[k].rows)


def test_a_group_leaves_nothing_behind_for_the_next_one(golfs):
    """Groups share their arrays: cars after one that has failed have the bits that they have alone."""
    _, _, *after = runs([broken(golfs[1]), golfs[3], golfs[0], golfs[2]], "ros2", 2)
    for found, alone in zip(after, runs([golfs[0], golfs[2]], "ros2", 2), strict=True):
        assert found.status == "finished"
        assert same_bits(found.rows, alone.rows)
        assert (found.largest_error, found.largest_gap) == (alone.largest_error, alone.largest_gap)
