"""The command line: every mistake ends in a message and a code, and nothing is lost or left behind."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import COMMANDS, main, waiting
from jounce.errors import BAD_ENVIRONMENT, BAD_INPUT, INTERRUPTED, NUMERICAL_FAILURE

BROKEN = sorted((Path(__file__).parent / "broken").glob("*.toml"))
HEAD = 'format = 1\nkind = "mechanism"\n'
PENDULUM = """
[bodies.bob]
mass = 1
centre = [1, 0, 0]
[joints.hinge]
type = "revolute"
parent = "ground"
child = "bob"
point = [0, 0, 0]
axis = [0, 1, 0]
"""
RUNAWAY = """
[bodies.block]
mass = 1
[joints.guide]
type = "prismatic"
parent = "ground"
child = "block"
point = [0, 0, 0]
axis = [0, 0, 1]
[forces.drive]
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
    model.add(jounce.Body(name="coupler", mass=1, centre=(1, 0, 1), inertia=inertia))
    for x, length in enumerate((1.0, 1.0, third)):
        foot, head = (x, 0, 0), (x, 0, length)
        model.add(
            jounce.Body(name=f"crank {x}", mass=1, centre=(x, 0, 0.5), inertia=inertia),
            jounce.Revolute(name=f"foot {x}", parent="ground", child=f"crank {x}", point=foot, axis=y),
            jounce.Revolute(
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
        model.add(jounce.Body(name=name, mass=1, centre=(x, 0, 0), inertia=inertia))
    ends = {"A": ("ground", "left", 0), "B": ("left", "coupler", 1), "D": ("ground", "right", 2)}
    ends["C"] = ("right", "coupler", 3)
    for name, (parent, child, x) in ends.items():
        point = (x, 0, 0)
        model.add(jounce.Revolute(name=name, parent=parent, child=child, point=point, axis=y, cut=name == "C"))
    model.save("flat.toml")
    outcome = call("check", "flat.toml")
    assert outcome.exit_code == BAD_INPUT
    assert "singular" in outcome.stderr and "start a little away from it" in outcome.stderr


def test_a_vanishing_inertia_is_refused_by_the_name_of_its_joint(folder):
    outcome = call("run", write(POINT_ON_A_BALL))
    assert outcome.exit_code == BAD_INPUT
    assert "joints.ball" in outcome.stderr and "its inertia vanishes" in outcome.stderr
    assert not made(folder)


# ---- wrong words


@pytest.mark.parametrize(
    "words, message",
    [
        ("check pendulm", "Did you mean 'pendulum'?"),
        ("check nowhere.toml", "cannot be read"),
        ("bench wishbon-car", "Did you mean 'wishbone-car'?"),
        ("run pendulum --duration '5 m'", "'5 m' is not in s"),
        ("run pendulum --duration nan", "'nan' is not a quantity"),
        ("run pendulum --duration 0", "a positive time"),
        ("run pendulum --step '-1 ms'", "a positive time"),
        ("run pendulum --integrator rk5", "Did you mean 'rk4'?"),
        ("run pendulum --start hinge", "'hinge' is not of the form JOINT.COORDINATE=VALUE"),
        ("run pendulum --start hinge.angle=1 --start hinge.angle=2", "'hinge.angle' is given twice"),
        ("run pendulum --start hinge.angel=1", "Did you mean 'hinge.angle'?"),
        ("run pendulum --start 'hinge.angle=3 kg'", "'3 kg' is not in rad"),
        ("run pendulum --start-rate hinge.angel=1", "no such speed"),
        ("run pendulum --set bodies.bob.mass=-1", "bodies.bob.mass"),
        ("run pendulum --set bodies.bob.mas=1", "Did you mean 'bodies.bob.mass'?"),
        ("run pendulum --input torque=1", "no such input"),
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


def test_ctrl_c_ends_in_code_130_and_keeps_the_rows():
    """A run of a day, interrupted when its bar appears; the bar needs a terminal, so it gets one."""
    terminal, end = pty.openpty()
    words = ["run", "pendulum", "--duration", "24 h", "--step", "10 ms", "--output-step", "100 ms"]
    process = subprocess.Popen([sys.executable, "-m", "jounce", *words], stderr=end, stdout=subprocess.DEVNULL)
    os.close(end)
    seen = b""
    deadline = time.monotonic() + 60
    while b"simulating" not in seen and time.monotonic() < deadline:
        seen += os.read(terminal, 1000)
    process.send_signal(signal.SIGINT)
    try:
        while chunk := os.read(terminal, 1000):
            seen += chunk
    except OSError:  # how Linux says that the other end is closed
        pass
    assert process.wait(timeout=60) == INTERRUPTED
    assert b"what was computed is kept" in seen and b"Traceback" not in seen
    partial = jounce.read("pendulum.h5")
    assert partial.metadata["status"] == "interrupted"
    assert 1 < partial.time.size < 864_001


# ---- runs that go well


def test_the_line_of_a_run_says_what_counts(folder):
    outcome = call("run", "four_bar", "--duration", "0.5 s")
    assert re.fullmatch(
        r"four-bar linkage: 0\.5 s in \d+\.\d\d s \(\d+ times real time\), gap \S+ m, "
        r"energy balance \S+ J, saved four_bar\.h5 and four_bar\.png\n",
        outcome.stdout,
    )
    assert made(folder) == {"four_bar.h5", "four_bar.png"}


def test_json_says_the_same_to_programs_and_quiet_says_nothing():
    outcome = call("run", "pendulum", "--duration", "0.5 s", "--json", "--format", "csv", "--out", "new/folder")
    about = json.loads(outcome.stdout)
    assert about["status"] == "finished" and about["duration"] == 0.5
    assert about["files"] == ["new/folder/pendulum.csv", "new/folder/pendulum.png"]
    assert Path(about["files"][0]).read_text("utf-8").startswith("time [s],hinge.angle [rad],")
    quiet = call("run", "pendulum", "--duration", "0.5 s", "--quiet")
    assert quiet.exit_code == 0 and quiet.output == ""


def test_start_values_and_changed_numbers_reach_the_model():
    """Free fall of a turned pendulum: at rest, its angular acceleration is g cos(angle) / length."""
    outcome = call("run", "pendulum", "--start", "hinge.angle=60 deg", "--set", "bodies.bob.centre.x=2 m")
    assert outcome.exit_code == 0, outcome.output
    assert jounce.read("pendulum.h5")["hinge.angle_acceleration"][0] == pytest.approx(9.81 * 0.5 / 2)


def examples() -> list[str]:
    """Every command line that the help shows; benchmarks are measured elsewhere."""
    lines = [line.strip() for name in COMMANDS for line in call(name, "--help").output.splitlines()]
    return [line for line in lines if line.startswith("jounce ") and "bench" not in line]


def test_every_command_shows_an_example_that_runs():
    shown = examples()
    assert {line.split()[1] for line in shown} == set(COMMANDS) - {"bench"}
    for line in shown:
        outcome = call(*shlex.split(line)[1:])
        assert outcome.exit_code == 0, outcome.output


def test_the_demo_prints_its_three_numbers_and_draws(folder):
    outcome = call("demo")
    assert outcome.exit_code == 0
    figures = [float(n) for n in re.findall(r"  [a-z ]+ {3,}([\d.]+) (?:kN|ms|g)", outcome.stdout)]
    assert len(figures) == 3 and min(figures) > 0
    assert (folder / "jounce_demo.png").stat().st_size > 20_000
    assert str(folder / "jounce_demo.png") in outcome.stdout


def test_every_library_model_is_listed_and_can_run():
    for line in call("list").stdout.splitlines():
        name, what = line.split(maxsplit=1)
        assert what.endswith(".")
        assert jounce.load(name).sources
        assert call("check", name).stdout.startswith("ok: ")


def test_help_answers_at_once_without_the_heavy_packages():
    code = "import sys, jounce.cli as c; c.main(['--help'], standalone_mode=False); print(sorted(sys.modules))"
    outcome = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    loaded = outcome.stdout.splitlines()[-1]
    assert "'jounce.cli.run'" in loaded
    for heavy in ("scipy", "numba", "llvmlite", "matplotlib", "h5py", "rich"):
        assert f"'{heavy}'" not in loaded


# ---- names out of files


def test_a_hostile_name_is_shown_as_text():
    name = r"[bold red]stop[/] \u001b[2J\u0007 $\\frac$"
    Path("hostile.toml").write_text(f'{HEAD}name = "{name}"\n{PENDULUM}', "utf-8")
    for words in (("check",), ("info",), ("run", "--duration", "0.1 s")):
        outcome = CliRunner().invoke(main, [words[0], "hostile.toml", *words[1:]], color=True)
        assert outcome.exit_code == 0
        assert r"[bold red]stop[/] ?[2J? $\frac$" in outcome.stdout
        assert "\x1b" not in outcome.output and "\x07" not in outcome.output


def test_nothing_is_shown_before_patience_ends_or_without_a_terminal(monkeypatch, capsys):
    monkeypatch.setattr(waiting, "PATIENCE", 0.0)
    with waiting.Progress(1.0) as progress:
        progress(0.5)  # the captured stderr is no terminal
    assert progress.bar is None
    with waiting.compiling():
        time.sleep(0.1)
    assert "compiling, only the first time" in capsys.readouterr().err
