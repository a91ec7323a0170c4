"""Studies read figures off histories by `results/read_offs.py` alone: that is tested in their source."""

import ast
from collections.abc import Iterator
from pathlib import Path

import jounce

STUDIES = Path(jounce.__file__).parent / "studies"
# what makes one number of many rows; over an axis it makes a history of several histories
REDUCTIONS = {"max", "min", "argmax", "argmin", "mean", "std", "var", "ptp", "median", "average", "interp", "trapezoid"}
NO_READ_OFFS = {
    "combinations/rearward_amplification.py: channels": "the wanted history at the times of the run",
    "driveline/clutch_drop.py: _amplitude_near": "the swing of a fitted ripple",
    "driveline/clutch_drop.py: _mode": "the speed at which small motions are asked for; the largest of amplitudes",
    "driveline/torque_step.py: measure": "the largest of amplitudes of modes",
    "gradients/driven_gradient.py: _require_same_course": "a time in a message",
    "handling/steady_cornering.py: gradients": "rows are circles",
    "measured/record_errors.py: record_errors": "rows of a record, with gaps",
    "measured/record_signals.py: at": "a history at other times",
    "measured/record_signals.py: usual_record_step": "of a record",
    "response/loops.py: mean_loop": "the middle of a closed loop",
    "response/steer_frequencies.py: measure": "over frequency",
    "ride/four_post.py: measure": "over frequency",
    "ride/sine_road.py: measure": "over frequency",
}


def test_studies_read_figures_off_histories_by_read_offs_alone():
    """So a run alone, a batch, a gradient and a page have one set of functions to agree about."""
    found = {place for path in STUDIES.rglob("*.py") for place in own_read_offs(path.read_text("utf-8"), _name(path))}
    assert not found - set(NO_READ_OFFS), "take a function of results/read_offs.py"
    assert not set(NO_READ_OFFS) - found, "listed here, and no longer there"


def test_an_own_read_off_is_found():
    """A largest value and an instant are; a minimum over corners, which is a history again, is none."""
    wrong = "def f(run: Result):\n    return {name}"
    for text in ("run['a'].max()", "np.argmax(run['a'] > 1)", "np.interp(1.0, run.time, run['a'])"):
        assert list(own_read_offs(wrong.format(name=text), "a.py")) == ["a.py: f"]
    assert not list(own_read_offs(wrong.format(name="np.min(loads, axis=0)"), "a.py"))
    assert not list(own_read_offs("def f(car: Car):\n    return np.max(car.wheels)", "a.py"))


def own_read_offs(text: str, file: str) -> Iterator[str]:
    """Names the functions that get a run, or a history with its time, and reduce rows to a number by themselves."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and any(_gives_history(each) for each in node.args.args):
            if any(isinstance(call, ast.Call) and _reduces_rows(call) for call in ast.walk(node)):
                yield f"{file}: {node.name}"


def _gives_history(argument: ast.arg) -> bool:
    kind = ast.unparse(argument.annotation) if argument.annotation is not None else ""
    return kind == "Result" or (argument.arg == "time" and kind == "np.ndarray")


def _reduces_rows(call: ast.Call) -> bool:
    named = isinstance(call.func, ast.Attribute) and call.func.attr in REDUCTIONS
    return named and not any(keyword.arg == "axis" for keyword in call.keywords)


def _name(path: Path) -> str:
    return path.relative_to(STUDIES).as_posix()
