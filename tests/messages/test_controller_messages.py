"""What a user reads when a controller is wrong: one message that names controller, time and value; the run is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import jounce
from jounce import JounceError, Model, ModelError
from jounce.errors import BAD_INPUT, NUMERICAL_FAILURE
from jounce.graph import less, select
from jounce.parts import Body, Input, Prismatic
from jounce.parts.controls import Hold, PythonController
from jounce.parts.forces import Motor
from jounce.parts.signals import External
from jounce.units import TickRate


def block() -> Model:
    return Model("block", gravity=(0.0, 0.0, 0.0)).add(
        Body(name="block", mass=2.0, centre=(0.0, 0.0, 0.0), inertia=(1.0, 1.0, 1.0)),
        Prismatic(name="rail", parent="ground", child="block", point=(0.0, 0.0, 0.0), axis=(1.0, 0.0, 0.0)),
        Input(name="force", unit="N"),
        Motor(name="push", coordinate="rail.displacement", signal=External(input="force")),
    )


def by(function: Any, **more: Any) -> PythonController:
    return PythonController(name="mine", rate=10.0, sets=("force",), function=function, **more)


def later(good: Any, bad: Any) -> Any:
    """A function that goes wrong at t = 0.5 s."""
    return lambda t, reading: good if t < 0.45 else bad


@dataclass(frozen=True, slots=True, kw_only=True)
class Failing:
    """Divides by zero at t = 0.5 s, in machine code."""

    name: str = "mine"
    rate: TickRate = 10.0
    reads = ()
    sets = ("force",)

    def begin(self, reading, inputs):
        return ()

    def tick(self, time, reading, memory):
        return {"force": Hold(1.0 / select(less(time, 0.45), 1.0, 0.0))}, ()


def wrong_in_run(controller: Any) -> JounceError:
    with pytest.raises(JounceError) as caught:
        jounce.simulate(block(), 1.0, controllers=[controller], output_step=0.1, integrator="rk4")
    return caught.value


@pytest.mark.parametrize("integrator", ["rk4", "dormand-prince"])
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_command_that_is_not_finite_ends_the_run_there_and_keeps_it(value, integrator):
    with pytest.raises(JounceError) as caught:
        controller = by(later({"force": 1.0}, {"force": value}))
        jounce.simulate(block(), 1.0, controllers=[controller], output_step=0.1, integrator=integrator)
    message = str(caught.value)
    assert f"controller 'mine' at t = 0.5 s: {value:g} for input 'force' is not finite" in message
    assert "what was computed is kept" in message and caught.value.exit_code == NUMERICAL_FAILURE
    kept = caught.value.partial
    assert kept.time[-1] == pytest.approx(0.4) and kept["controls.mine.force"].tolist() == [1.0] * len(kept.time)


def test_a_compiled_command_that_is_not_finite_ends_the_run_there():
    error = wrong_in_run(Failing())
    assert "controller 'mine' at t = 0.5 s: inf for input 'force' is not finite" in str(error)
    assert error.exit_code == NUMERICAL_FAILURE and error.partial is not None


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ({}, "no command for force"),
        ({"forse": 1.0}, "no command for force and a command for forse, which it does not set"),
        ({"force": np.zeros(3)}, "force is an array of shape (3,), not one number"),
        ({"force": "much"}, "force is 'much', not one number"),
        ({"force": [1.0, 2.0]}, "force is a list of 2, not one number"),
        (3.0, "commands are float"),
    ],
)
def test_a_command_of_the_wrong_shape_is_named(bad, words):
    error = wrong_in_run(by(later({"force": 1.0}, bad)))
    assert f"controller 'mine' at t = 0.5 s: {words}" in str(error)
    assert error.exit_code == BAD_INPUT and error.partial.time[-1] == pytest.approx(0.4)


def test_a_controller_that_raises_is_named_with_the_line():
    def function(t: float, reading: Any) -> dict[str, float]:
        return {"force": reading["rail.displacement"] if t < 0.45 else [][3]}

    error = wrong_in_run(by(function))
    assert "controller 'mine' at t = 0.5 s: IndexError: list index out of range" in str(error)
    assert "test_controller_messages.py, line" in str(error) and error.exit_code == BAD_INPUT


def test_a_memory_that_grows_is_named():
    error = wrong_in_run(by(lambda t, reading, memory: ({"force": 0.0}, (*memory, 1.0)), memory=(1.0,)))
    assert "its memory has 2 numbers; needs always as many as begin() gives: 1" in str(error)


def test_all_problems_of_controllers_are_found_before_the_run():
    class Half:
        name = "half"

    first = by(lambda t, reading: {}, reads=("rail.displacemnt",))
    second = PythonController(name="mine", rate=0.0, sets=("force", "torque"), function=lambda t, reading: {})
    with pytest.raises(ModelError) as caught:
        jounce.simulate(block(), 1.0, controllers=[first, second], integrator="rk4")
    message = str(caught.value)
    for words in (
        "there is no channel 'rail.displacemnt'. Did you mean 'rail.displacement'?",
        "a positive rate in Hz",
        "2 controllers of this name",
        "'force' is set by 'mine' already",
        "there is no input 'torque'",
    ):
        assert words in message
    with pytest.raises(ModelError, match="has no rate, reads, sets, begin, tick"):
        jounce.simulate(block(), 1.0, controllers=[Half()], integrator="rk4")
    with pytest.raises(ModelError, match="is a class"):
        jounce.simulate(block(), 1.0, controllers=[Failing], integrator="rk4")
    with pytest.raises(ModelError, match="has a history of its own in `inputs`"):
        jounce.simulate(
            block(),
            1.0,
            controllers=[by(later({"force": 1.0}, {}))],
            inputs={"force": ([0, 1], [0, 1])},
            integrator="rk4",
        )


def test_a_tick_with_an_if_on_a_number_is_refused_with_the_way_out():
    @dataclass(frozen=True, kw_only=True)
    class Asking(Failing):
        def tick(self, time, reading, memory):
            return {"force": 1.0 if time < 0.5 else 2.0}, ()

    with pytest.raises(ModelError) as caught:
        jounce.simulate(block(), 1.0, controllers=[Asking()], integrator="rk4")
    assert "cannot become machine code" in str(caught.value) and "jounce.parts.controls.in_python(controller)" in str(
        caught.value
    )
    run = jounce.simulate(block(), 1.0, controllers=[jounce.parts.controls.in_python(Asking())], integrator="rk4")
    assert run["controls.mine.force"][-1] == 2.0


def test_a_number_without_a_unit_is_refused():
    @dataclass(frozen=True, kw_only=True)
    class Bare(Failing):
        gain: float = 2.0

    with pytest.raises(ModelError, match=r"controllers.mine.gain\n +is not known as a number"):
        jounce.simulate(block(), 1.0, controllers=[Bare()], integrator="rk4")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (lambda t: 1.0 / t, "the function fails: ZeroDivisionError"),
        (lambda t: np.nan, "nan at t = 0 s"),
        ((lambda t: t, -5.0), "rate -5.0"),
        (lambda t: "x", "the function fails: ValueError"),
    ],
)
def test_a_function_of_time_that_gives_no_number_is_refused(source, words):
    with pytest.raises(ModelError) as caught:
        jounce.simulate(block(), 1.0, inputs={"force": source}, integrator="rk4")
    assert "inputs.force" in str(caught.value) and words in str(caught.value)


def here(error: JounceError) -> bool:
    """It names a line of this file, and none of ours."""
    return "test_controller_messages.py, line" in str(error) and "jounce/" not in str(error).replace(__file__, "")


def test_a_channel_that_is_not_read_is_named_with_the_line_and_the_way_out():
    error = wrong_in_run(by(lambda t, reading: {"force": reading["rail.displacement_rate"]}, reads="rail.displacement"))
    assert "it does not read 'rail.displacement_rate': add it to `reads`" in str(error) and here(error)
    error = wrong_in_run(by(lambda t, reading: {"force": reading["rail.displacemnt"]}))
    assert "there is no channel 'rail.displacemnt'. Did you mean 'rail.displacement'?" in str(error) and here(error)

    @dataclass(frozen=True, kw_only=True)
    class Curious(Failing):
        def tick(self, time, reading, memory):
            return {"force": reading["rail.displacement"]}, ()

    error = wrong_in_run(Curious())
    assert "it does not read 'rail.displacement': add it to `reads`" in str(error) and here(error)


def test_a_function_of_the_wrong_form_is_named_where_it_is_written():
    error = wrong_in_run(by(lambda t: {"force": 0.0}))
    assert "takes 1 positional argument but 2 were given" in str(error) and here(error)
    error = wrong_in_run(by(lambda t, reading, memory: {"force": 0.0}, memory=(1.0,)))
    assert "(commands, memory), the memory too" in str(error) and here(error)
    with pytest.raises(ModelError, match=r"controllers.mine.function\n +3.0 is no function"):
        jounce.simulate(block(), 1.0, controllers=[by(3.0)], integrator="rk4")


def test_a_compiled_command_that_is_a_list_is_shown_as_such():
    @dataclass(frozen=True, kw_only=True)
    class Listing(Failing):
        def tick(self, time, reading, memory):
            return {"force": [1.0, 2.0]}, ()

    assert "force is a list of 2, not one number" in str(wrong_in_run(Listing()))


def test_a_text_is_one_name_and_a_rate_may_have_its_unit():
    def push(t: float, reading: Any) -> dict[str, float]:
        return {"force": 1.0}

    plain = PythonController(name="mine", rate=20.0, sets=("force",), reads=("rail.displacement",), function=push)
    short = PythonController(name="mine", rate="20 Hz", sets="force", reads="rail.displacement", function=push)
    runs = [
        jounce.simulate(block(), 1.0, controllers=one, output_step=0.1, integrator="rk4") for one in (plain, [short])
    ]
    np.testing.assert_array_equal(runs[0].numbers, runs[1].numbers)
    with pytest.raises(ModelError, match=r"controllers.mine.rate\n +'20 m' is not in Hz"):
        jounce.simulate(
            block(),
            1.0,
            controllers=[PythonController(name="mine", rate="20 m", sets="force", function=push)],
            integrator="rk4",
        )

    @dataclass(frozen=True, kw_only=True)
    class OneText(Failing):
        sets = "force"

    with pytest.raises(ModelError, match=r"1 problem\n\n +controllers.mine.sets\n +'force' is a text"):
        jounce.simulate(block(), 1.0, controllers=[OneText()], integrator="rk4")
    with pytest.raises(ModelError, match="a list of controllers"):
        jounce.simulate(block(), 1.0, controllers="cruise", integrator="rk4")
