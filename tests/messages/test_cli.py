"""The command line: every mistake ends in a message and a code, and nothing is lost or left behind."""

from __future__ import annotations

import base64
import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import time
import warnings
import zlib
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from one_joint import one_joint

import jounce
from jounce.cli import main
from jounce.errors import BAD_ENVIRONMENT, BAD_INPUT, INTERRUPTED, NUMERICAL_FAILURE

BROKEN = sorted((Path(__file__).parent / "broken").glob("*.toml"))
HEAD = 'format = 1\nkind = "mechanism"\n'
PENDULUM = one_joint("bob", "hinge", "revolute", "[0, 1, 0]", centre="[1, 0, 0]")
RUNAWAY = one_joint("block", "guide", "prismatic", "[0, 0, 1]")
RUNAWAY += """[forces.drive]
type = "torsion_damper"
coordinate = "guide.displacement"
law = "-1000 N s/m"
"""
POINT_ON_A_BALL = """
[bodies.rod]
mass = 1
centre = [1, 0, 0]
[joints.ball]
type = "spherical"
parent = "ground"
child = "rod"
point = [0, 0, 0]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(*words: str):
    return CliRunner().invoke(main, words)


def spawn(*words: str, **settings) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-m", "jounce", *words], capture_output=True, text=True, **settings)


def write(text: str, name: str = "model") -> str:
    Path(f"{name}.toml").write_text(f'{HEAD}name = "{name}"\n{text}', "utf-8")
    return f"{name}.toml"


def made(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.suffix != ".toml"}


# ---- wrong files


@pytest.mark.parametrize("file", BROKEN, ids=lambda file: file.stem)
def test_a_broken_file_ends_in_its_line_a_hint_and_code_2(file, folder):
    outcome = call("check", str(file))
    assert outcome.exit_code == BAD_INPUT
    assert isinstance(outcome.exception, SystemExit)  # anything else would be a traceback
    head, _, where, what, hint = outcome.stderr.split("\n")[:5]
    assert head == f"{file}: 1 problem"
    assert re.match(rf"  {re.escape(str(file))}:\d+: \S", where)
    assert what.strip() and hint.strip()
    assert outcome.stdout == "" and not made(folder)


@pytest.mark.parametrize("command", ["check", "info", "run"])
def test_a_real_process_refuses_a_broken_file_without_a_traceback(command, folder):
    outcome = spawn(command, str(BROKEN[0]))
    assert outcome.returncode == BAD_INPUT
    assert f"{BROKEN[0]}:" in outcome.stderr and "Traceback" not in outcome.stderr
    assert not made(folder)


def three_parallel_cranks(third: float) -> jounce.Model:
    """A coupler on three upright cranks of 1 m, side by side; the third of another length."""
    model = jounce.Model("cranks")
    y, inertia = (0, 1, 0), (0.001, 0.002, 0.001)
    model.add(jounce.parts.Body(name="coupler", mass=1, centre=(1, 0, 1), inertia=inertia))
    for x, length in enumerate((1.0, 1.0, third)):
        foot, head = (x, 0, 0), (x, 0, length)
        model.add(
            jounce.parts.Body(name=f"crank {x}", mass=1, centre=(x, 0, 0.5), inertia=inertia),
            jounce.parts.Revolute(name=f"foot {x}", parent="ground", child=f"crank {x}", point=foot, axis=y),
            jounce.parts.Revolute(
                name=f"head {x}",
                parent=f"crank {x}",
                child="coupler",
                point=head,
                child_point=(x, 0, 1),
                axis=y,
                cut=x > 0,
            ),
        )
    return model


def test_a_third_bar_1_mm_too_long_is_refused_with_the_gap_of_each_joint():
    """Two equal cranks only let the coupler translate; its third point then stays 1 m from the foot, not 1.001.

    The gaps share the missing millimetre, so each is below it, and together they make up at least half.
    """
    three_parallel_cranks(1.0).save("fits.toml")
    assert call("check", "fits.toml").exit_code == 0
    three_parallel_cranks(1.001).save("long.toml")
    outcome = call("check", "long.toml")
    assert outcome.exit_code == BAD_INPUT
    gaps = dict(re.findall(r"joints\.(head \d)\n    .* a gap of ([\d.]+) mm", outcome.stderr))
    assert "head 2" in gaps
    assert all(0 < float(gap) < 1 for gap in gaps.values())
    assert sum(map(float, gaps.values())) > 0.5


def test_a_start_in_a_singular_position_is_refused():
    """A parallelogram folded flat: here it may leave as a parallelogram or crossed."""
    model, y, inertia = jounce.Model("flat"), (0, 1, 0), (0.001, 0.002, 0.001)
    for name, x in (("left", 0.5), ("coupler", 2.0), ("right", 2.5)):
        model.add(jounce.parts.Body(name=name, mass=1, centre=(x, 0, 0), inertia=inertia))
    ends = {"A": ("ground", "left", 0), "B": ("left", "coupler", 1), "D": ("ground", "right", 2)}
    ends["C"] = ("right", "coupler", 3)
    for name, (parent, child, x) in ends.items():
        point = (x, 0, 0)
        model.add(jounce.parts.Revolute(name=name, parent=parent, child=child, point=point, axis=y, cut=name == "C"))
    model.save("flat.toml")
    outcome = call("check", "flat.toml")
    assert outcome.exit_code == BAD_INPUT
    assert "singular" in outcome.stderr and "start a little away from it" in outcome.stderr


def test_a_vanishing_inertia_is_refused_by_the_name_of_its_joint(folder):
    outcome = call("run", write(POINT_ON_A_BALL))
    assert outcome.exit_code == BAD_INPUT
    assert "joints.ball" in outcome.stderr and "its inertia vanishes" in outcome.stderr
    assert not made(folder)


def test_an_inertia_that_vanishes_beside_loops_is_refused_too(folder):
    outcome = call("run", "small_car", "step-steer", "--set", "steering.column_inertia=0")
    assert outcome.exit_code == BAD_INPUT
    assert ": steering.column_inertia\n" in outcome.stderr and "its inertia vanishes" in outcome.stderr
    assert not made(folder)


def test_a_count_is_listed_as_structure_and_told_when_it_is_set():
    listed = call("info", "small_car", "--values", "half_shafts").output.splitlines()
    assert [line.split()[0] for line in listed if "structure" in line] == ["half_shafts.elements"]
    assert "half_shafts.elements 1" in call("info", "small_car").output
    setting = ("--set", "half_shafts.damping=0", "--set", "half_shafts.elements=0")
    outcome = call("run", "small_car", "wheel-travel", "--axle", "front", "--points", "3", *setting)
    told = [line for line in outcome.output.splitlines() if "is structure" in line]
    assert told == ["half_shafts.elements is structure: changing it rebuilds the equations"]


# ---- wrong words


@pytest.mark.parametrize(
    "words, message",
    [
        ("check pendulm", "Did you mean 'pendulum'?"),
        ("check nowhere.toml", "cannot be read"),
        ("check " + 5000 * "x", "File name too long"),
        ("bench wishbon-car", "Did you mean 'wishbone-car'?"),
        ("run pendulum --duration '5 m'", "'5 m' is not in s"),
        ("run pendulum --duration nan", "'nan' is not a quantity"),
        ("run pendulum --duration 0", "a positive time"),
        ("run pendulum --step '-1 ms'", "-1 ms is negative"),
        ("run pendulum --integrator rk5", "Did you mean 'rk4'?"),
        ("run pendulum --start hinge", "'hinge' is not of the form JOINT.COORDINATE=VALUE"),
        ("run pendulum --start hinge.angle=1 --start hinge.angle=2", "'hinge.angle' is given twice"),
        ("run pendulum --start hinge.angel=1", "Did you mean 'hinge.angle'?"),
        ("run pendulum --start 'hinge.angle=3 kg'", "'3 kg' is not in rad"),
        ("run pendulum --start-rate hinge.angel=1", "no such speed"),
        ("run pendulum --start-rate 'hinge.angle=3 rad'", "'3 rad' is not in rad/s"),
        ("run pendulum --output-step '1e-9 s'", "5e+09 rows"),
        ("run pendulum --duration '1e300 s'", "below 1e+100"),
        ("run pendulum --duration '1e30 s'", "rows"),
        ("run pendulum --integrator dormand-prince --rtol nan", "rtol"),
        ("run pendulum --set 'bodies.bob.mass=-1 kg'", "bodies.bob.mass"),
        ("run pendulum --set bodies.bob.mas=1", "Did you mean 'bodies.bob.mass'?"),
        ("run pendulum --input torque=1", "no such input"),
        ("run pendulum --duration 2", 'write "2 s" (2000 ms) or "2 ms"'),
        ("run pendulum --start hinge.angle=30", 'write "30 rad" (1718.87 deg) or "30 deg"'),
        ("run pendulum --set bodies.bob.mass=2", 'write "2 kg" (4.40925 lb) or "2 lb"'),
        ("run small_car step-steer --speed 60", 'write "60 m/s" (216 km/h) or "60 km/h"'),
        (
            "gradient small_car step-steer --metric steady_roll --wrt body.mass --setting speed=60",
            '"60 m/s" (216 km/h)',
        ),
        ("info small_car --modes 20", 'write "20 m/s" (72 km/h) or "20 km/h"'),
        ("run pendulum --format xls", "is not one of"),
    ],
)
def test_a_wrong_word_ends_in_a_message_and_writes_nothing(words, message, folder):
    outcome = call(*shlex.split(words), *(["--out", "new"] if words.startswith("run") else []))
    assert outcome.exit_code == BAD_INPUT, outcome.output
    assert isinstance(outcome.exception, SystemExit)
    assert message in outcome.stderr
    assert not made(folder)


def test_results_that_cannot_be_written_end_in_one_line_and_code_4():
    Path("taken").write_text("a file, not a folder")
    for place in ("taken", "taken/inside"):
        outcome = call("run", "pendulum", "--out", place)
        assert outcome.exit_code == BAD_ENVIRONMENT
        assert len(outcome.stderr.splitlines()) == 1 and place in outcome.stderr


def test_a_cache_that_cannot_be_used_costs_time_and_nothing_else(folder):
    Path("taken").write_text("a file, not a folder")
    outcome = spawn("check", "pendulum", env={**os.environ, "JOUNCE_CACHE": "taken"})
    assert outcome.returncode == 0, outcome.stderr
    assert "no cache at taken" in outcome.stderr and outcome.stdout.startswith("ok: ")
    assert made(folder) == {"taken"}


# ---- runs that stop


def test_numbers_that_blow_up_end_in_code_3_and_keep_what_was_computed():
    """A damper of -1000 N s/m on 1 kg: the speed grows as exp(1000 t) g / 1000 and overflows before 0.72 s."""
    outcome = call("run", write(RUNAWAY))
    assert outcome.exit_code == NUMERICAL_FAILURE
    failed = re.search(r"at t = ([\d.]+) s '.*' is no longer finite .*element drive", outcome.stderr)
    assert failed and 0.3 < float(failed[1]) < 0.72  # energies overflow first, at half the exponent
    partial = jounce.read("model.h5")
    assert partial.metadata["status"] == "not finite"
    assert float(failed[1]) - 0.01 <= partial.time[-1] <= float(failed[1])
    assert partial["guide.displacement_rate"][1] == pytest.approx(-9.81e-3 * (np.exp(10) - 1), rel=0.1)


def interrupted(*words: str) -> tuple[int, bytes]:
    """Exit code and messages of a command that gets Ctrl-C when its bar appears; a bar needs a terminal.

    Tests that a shell runs in the background ignore Ctrl-C, and what they start would inherit that.
    """
    terminal, end = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "jounce", *words],
        stderr=end,
        stdout=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    os.close(end)
    seen = b""
    deadline = time.monotonic() + 120
    while b"simulating" not in seen and time.monotonic() < deadline:
        seen += os.read(terminal, 1000)
    time.sleep(1.0)  # some rows, also where other work goes on beside it
    process.send_signal(signal.SIGINT)
    try:
        while chunk := os.read(terminal, 1000):
            seen += chunk
    except OSError:  # how Linux says that the other end is closed
        pass
    return process.wait(timeout=60), seen


def test_ctrl_c_ends_in_code_130_and_keeps_the_rows(folder):
    """A run of a day; the bar tells how fast it is. CSV and pictures of millions of numbers would take many seconds."""
    long = ("--duration", "24 h", "--step", "10 ms", "--output-step", "100 ms")
    code, seen = interrupted("run", "quarter_car", *long, "--format", "csv")
    assert made(folder) == {"quarter_car.h5"}
    assert code == INTERRUPTED
    assert b"what was computed is kept" in seen and b"Traceback" not in seen
    assert b"times real time" in seen
    partial = jounce.read("quarter_car.h5")
    assert partial.metadata["status"] == "interrupted"
    assert 1 < partial.time.size < 864_001


def test_ctrl_c_in_a_study_keeps_what_was_driven():
    """A million steps of a car; what is left can be read and seen."""
    code, seen = interrupted("run", "small_car", "three-bumps", "--step", "4 us", "--channels", "vehicle.*")
    assert code == INTERRUPTED
    assert b"what was computed is kept" in seen and b"Traceback" not in seen
    partial = jounce.read("small_car_three_bumps.h5")
    assert partial.metadata["status"] == "interrupted"
    assert 1 < partial.time.size and "vehicle.x" in partial


# ---- names out of files


def test_a_hostile_name_is_shown_as_text():
    name = r"[bold red]stop[/] \u001b[2J\u0007 $\\frac$"
    Path("hostile.toml").write_text(f'{HEAD}name = "{name}"\n{PENDULUM}', "utf-8")
    warnings.simplefilter("error")
    for words in (("check",), ("info",), ("run", "--duration", "0.1 s")):
        outcome = CliRunner().invoke(main, [words[0], "hostile.toml", *words[1:]], color=True)
        assert outcome.exit_code == 0
        assert r"[bold red]stop[/] ?[2J? $\frac$" in outcome.stdout
        assert "\x1b" not in outcome.output and "\x07" not in outcome.output


# ---- options


@pytest.mark.parametrize("speed", [("--speed", "-30 km/h"), ("--speed=-30 km/h",), ("--speed", "-.5 m/s")])
def test_a_negative_value_is_no_row_of_short_options(speed):
    """`-30 km/h` ends in h, and -h is help."""
    outcome = call("run", "small_car", "three-bumps", *speed)
    assert outcome.exit_code == BAD_INPUT
    assert f"speed\n    {speed[-1].removeprefix('--speed=')}" in outcome.stderr
    assert "from 0.36 to 540 km/h" in outcome.stderr


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("run", "pendulum", "--out", "/proc/self"), "cannot be written"),
        (("run", "pendulum", "--out", "a" * 300), "too long"),
        (("run", "small_car", "three-bumps", "--out", "file"), "cannot be written"),
        (("run", "pendulum"), "is not a file"),
        (("kc", "double_wishbone", "--out", "file/below"), "cannot be written"),
        (("view", "none.h5", "--out", "pendulum.h5"), "is not a file"),
    ],
    ids=lambda words: words[0],
)
def test_a_place_that_cannot_be_written_is_noticed_before_anything_is_done(words, reason, monkeypatch):
    Path("file").touch()
    Path("pendulum.h5").mkdir()
    monkeypatch.setattr(jounce, "load", lambda name: pytest.fail("the model was read first"), raising=False)
    outcome = call(*words)
    assert outcome.exit_code == BAD_ENVIRONMENT, outcome.exception
    assert reason in outcome.stderr


def test_files_of_a_car_whose_name_has_dots_keep_it_whole():
    """`v2.1` is no ending: sweeps of one car, and cars of two versions, must not share a file."""
    text = (files("jounce.model") / "library" / "double_wishbone.toml").read_text("utf-8")
    Path("my.car v2.1.toml").write_text(text, "utf-8")
    for mode in ("parallel", "opposite"):
        outcome = call("kc", "my.car v2.1.toml", "--mode", mode, "--points", "3", "--quiet", "--out", "out")
        assert outcome.exit_code == 0, outcome.stderr
    endings = ("h5", "html", "metrics.csv", "metrics.json")
    expected = {f"my.car v2.1_front_{mode}.{ending}" for mode in ("parallel", "opposite") for ending in endings}
    assert {path.name for path in Path("out").iterdir()} == expected


def test_kinematics_is_compared_over_its_travel():
    """Toe of a wheel with its tie rod moved: against time the samples would hide that one sweep goes further."""
    for name, travel in (("one", ("-40 mm", "40 mm")), ("other", ("-60 mm", "60 mm"))):
        assert (
            call("kc", "double_wishbone", "--travel", *travel, "--points", "41", "--csv", "--out", name).exit_code == 0
        )
    one, other = (f"{name}/double_wishbone_front_parallel" for name in ("one", "other"))
    words = ("compare", f"{one}.h5", f"{other}.h5", f"{other}.csv", "--channels", "front_left.toe", "--json")
    outcome = call(*words)
    assert outcome.exit_code == 0, outcome.output
    value = json.loads(outcome.stdout)
    (found,) = value["channels"]
    small = 1e-3 * abs(found["peaks"][0])  # straight lines between samples 2 and 3 mm apart
    assert 0.0 < abs(found["largest"][1]) < small and 0.0 < abs(found["largest"][2]) < small
    errors = [each for each in value["errors"] if each["channel"] == "front_left.toe"]
    assert [(each["run"], each["measured"]) for each in errors] == [(0, 2), (1, 2)]
    assert errors[0]["error_by_measured"] < 1e-3 and errors[1]["error_by_measured"] < 1e-12
    outcome = call("compare", f"{one}.h5", f"{other}.h5", "--shift", "auto")
    assert outcome.exit_code == BAD_INPUT and "have no time" in outcome.stderr


def test_a_measured_file_is_laid_over_a_run_on_its_page(folder):
    assert call("run", "pendulum", "--duration", "1 s").exit_code == 0
    Path("measured.csv").write_text("time [s],hinge.angle [deg]\n0,0\n1,90\n", "utf-8")
    outcome = call("view", "pendulum.h5", "--compare", "measured.csv")
    assert outcome.exit_code == 0, outcome.output
    text = Path("pendulum.html").read_text("utf-8").partition('id="data">')[2].partition("</script>")[0]
    data = zlib.decompress(base64.b64decode(text))
    ours, theirs = json.loads(data[4 : 4 + int.from_bytes(data[:4], "little")])["runs"]
    unit = {curve["name"]: curve["unit"] for curve in ours["curves"]}["hinge.angle"]
    assert [(curve["name"], curve["unit"]) for curve in theirs["curves"]] == [("hinge.angle", unit)]


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ("hinge.angle [kg]", "rad against kg"),
        ("hinge.angel [deg]", "hinge.angel (did you mean 'hinge.angle'?)"),
        ("hinge.angle [furlong]", "furlong"),
    ],
)
def test_a_measured_file_that_cannot_be_laid_over_a_run_is_refused(head, words):
    jounce.simulate(jounce.load("pendulum"), "0.1 s", integrator="rk4").save("run.h5")
    Path("measured.csv").write_text(f"time [s],{head}\n0,0\n1,90\n", "utf-8")
    outcome = call("view", "run.h5", "--compare", "measured.csv")
    assert outcome.exit_code == BAD_INPUT and words in outcome.stderr
    assert not Path("run.html").exists()


def test_view_says_what_is_laid_over_nothing_and_how_far_the_second_run_was_moved():
    run = jounce.simulate(jounce.load("pendulum"), "2 s", integrator="rk4")
    run.save("run.h5")
    rows = [f"{t + 1000:.2f},{a:.9f},,1" for t, a in zip(run.time, run["hinge.angle"], strict=True)]
    Path("measured.csv").write_text("\n".join(["time [s],theirs [rad],hinge.angel [rad],c [1]", *rows]), "utf-8")
    words = ("view", "run.h5", "--compare", "measured.csv", "--map", "hinge.angle=theirs")
    outcome = call(*words)
    assert outcome.exit_code == BAD_INPUT and "--shift auto" in outcome.stderr
    outcome = call(*words, "--shift", "auto")
    assert outcome.exit_code == 0, outcome.output
    assert "measured.csv is shifted by -1000 s" in outcome.stdout
    assert "hinge.angel (did you mean 'hinge.angle'?), c\n" in outcome.stdout
    assert call("view", "run.h5", "--shift", "1 s").exit_code == BAD_INPUT


def test_a_folder_in_place_of_a_run_is_named_with_the_runs_in_it():
    Path("results").mkdir()
    jounce.simulate(jounce.load("pendulum"), "0.1 s", integrator="rk4").save("results/swing.h5")
    for command in ("view", "report"):
        outcome = call(command, "results")
        assert outcome.exit_code == BAD_INPUT
        assert "is a folder" in outcome.stderr and "swing.h5" in outcome.stderr
        assert "is a folder" in call(command, ".").stderr


def test_a_loop_that_axes_out_of_line_have_locked_is_told(tmp_path):
    """A hinge 1 mrad out of line takes the four-bar's only freedom, and is meant to if it is written so."""
    locked = jounce.load("four_bar").with_values({"joints.D.axis.x": 1e-3})
    path = locked.save(tmp_path / "locked.toml")
    assert "nothing can move" in call("check", str(path)).stdout
    assert "nothing can move" in call("run", str(path), "--duration", "10 ms").output
    assert "nothing can move" not in call("check", "four_bar").stdout


def test_a_run_is_saved_where_nobody_reads_what_it_says(tmp_path):
    """As behind `| head -1`, which ends after the first line."""
    reader, writer = os.pipe()
    os.close(reader)
    words = [sys.executable, "-m", "jounce", "run", "pendulum", "--duration", "0.1 s", "--out", str(tmp_path)]
    ended = subprocess.run(words, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert (tmp_path / "pendulum.h5").exists()
