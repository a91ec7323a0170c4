"""Kinds from a user's file: known by their words, equal to kinds of ours that say the same, and forgotten again."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main
from jounce.own_parts.register import REGISTERED, forget_registration
from jounce.parts import FORCES
from jounce.parts.tyres.laws import TYRE_LAWS
from jounce.simulation.methods import BY_USER
from jounce.studies import STUDIES
from jounce.views.page.encoding import Encoder
from jounce.views.page.page import page_run

FILE = Path(__file__).parent / "own_kinds_file.py"

HUNG = """
format = 1
kind = "mechanism"
name = "hung mass"
[bodies.mass]
mass = "20 kg"
centre = [0, 0, -0.5]
inertia = [1, 1, 1]
[joints.guide]
type = "prismatic"
parent = "ground"
child = "mass"
point = [0, 0, -0.5]
axis = [0, 0, -1]
[forces.band]
type = "rubber_band"
parent = "ground"
child = "mass"
point = [0, 0, 0]
child_point = [0, 0, -0.5]
free_length = "0.5 m"
stiffness = "4 N/mm"
"""


@pytest.fixture
def own():
    """The kinds of the file, while a test runs."""
    yield {known.word: known for known in jounce.use(FILE)}
    for sort, word in list(REGISTERED):
        forget_registration(sort, word)


def test_a_file_registers_each_sort_by_its_word(own):
    assert {known.word: known.sort for known in own.values()} == {
        "rubber_band": "force element",
        "pendulum_motor": "force element",
        "leaky_damper": "force element",
        "ratchet": "force element",
        "foam": "law",
        "pull_up": "controller",
        "my_dugoff": "tyre law",
        "my_wishbones": "template",
        "roll-on": "study",
    }


def test_forgotten_words_mean_nothing_again(own):
    for sort, word in list(REGISTERED):
        forget_registration(sort, word)
    assert "rubber_band" not in FORCES and "my_dugoff" not in TYRE_LAWS and "roll-on" not in STUDIES
    with pytest.raises(jounce.ModelError, match="type 'rubber_band' is not known"):
        jounce.load(HUNG)
    jounce.use(FILE)  # for the fixture


def test_an_own_force_swings_as_the_closed_form_says(own):
    """A mass let go on a taut band: x = (m g / k)(1 - cos(sqrt(k/m) t)), never slack; 1e-9 of rtol over 4.5 swings."""
    run = jounce.simulate(jounce.load(HUNG), 2.0, integrator="dormand-prince", rtol=1e-9)
    k, m, g = 4000.0, 20.0, 9.81
    exact = m * g / k * (1.0 - np.cos(math.sqrt(k / m) * run.time))
    off = np.abs(run["guide.displacement"] - exact).max()
    assert off < 1e-8


def test_an_own_force_with_a_state_relaxes_as_the_closed_form_says(own):
    """Let go at rest without gravity: I q'' = -k s, s' = q' - a s, so s'' + a s' + (k/I) s = 0 and q' = s' + a s."""
    inertia, k, a, start = 0.5, 8.0, 3.0, 0.4
    model = jounce.Model("leak", gravity=(0, 0, 0)).add(
        jounce.parts.Body(name="wheel", mass=1.0, centre=(0, 0, 0), inertia=(inertia, inertia, inertia)),
        jounce.parts.Revolute(name="hinge", parent="ground", child="wheel", point=(0, 0, 0), axis=(0, 1, 0)),
        own["leaky_damper"].kind(name="leak", coordinate="hinge.angle", stiffness=k, leak=a),
    )
    run = jounce.simulate(model, 2.0, start_rates={"hinge.angle": start}, integrator="dormand-prince", rtol=1e-10)
    d, w = 0.5 * a, math.sqrt(k / inertia - 0.25 * a * a)
    stretch = start / w * np.exp(-d * run.time) * np.sin(w * run.time)  # s(0) = 0, s'(0) = q'(0)
    np.testing.assert_allclose(run["leak.torque"], -k * stretch, atol=1e-8)


CONTROLLED = """
format = 1
kind = "mechanism"
name = "sled"
gravity = [0, 0, 0]
[inputs.push]
unit = "N"
[bodies.sled]
mass = 2
inertia = [1, 1, 1]
[joints.guide]
type = "prismatic"
parent = "ground"
child = "sled"
point = [0, 0, 0]
axis = [1, 0, 0]
[forces.motor]
type = "motor"
coordinate = "guide.displacement"
signal = { type = "external", input = "push" }
[controllers.hand]
type = "pull_up"
rate = "100 Hz"
gain = "8 N/m"
level = "0.5 m"
"""


def test_an_own_controller_of_a_file_moves_as_its_difference_equation_says(own):
    """m x'' = u, u_k = g (L - x_k) held for h = 10 ms: x and v of the next tick follow in closed form."""
    run = jounce.simulate(jounce.load(CONTROLLED), 1.0, integrator="dormand-prince", rtol=1e-10)
    x, v, h, seen = 0.0, 0.0, 0.01, [0.0]
    for _ in range(100):
        a = 8.0 * (0.5 - x) / 2.0
        x, v = x + h * v + 0.5 * h * h * a, v + h * a
        seen.append(x)
    np.testing.assert_allclose(run["guide.displacement"], seen, atol=1e-9)


def test_an_own_kind_is_written_and_read_back(own):
    model = jounce.load(HUNG)
    assert 'type = "rubber_band"' in model.to_toml()
    assert jounce.load(model.to_toml()) == model
    softer = model.with_values({"forces.band.stiffness": "1 N/mm"})
    assert softer.values()["forces.band.stiffness"] == 1000.0


def test_a_run_is_shown_without_the_own_kind(own, tmp_path):
    run = jounce.simulate(jounce.load(HUNG), 0.1, integrator="rk4")
    run.save(tmp_path / "run.h5")
    for sort, word in list(REGISTERED):
        forget_registration(sort, word)
    scene = page_run(jounce.read(tmp_path / "run.h5"), Encoder()).scene
    assert ["rubber band", "T = k (l - l0) + c l', and nothing where that pushes", BY_USER] in run.metadata["methods"]
    assert scene is not None and {"band"} <= {shape.name for shape in scene.shapes}
    jounce.use(FILE)


def test_an_own_drawing_is_lines_between_points_of_the_part(own, tmp_path):
    """From the parent's point to the child's and on to a place of the parent: two bars, with nothing said elsewhere."""
    text = FILE.read_text("utf-8").replace("import Coil", "import Lines")
    through = '("parent", "point"), ("child", "child_point"), ("parent", "child_point")'
    for sort, word in list(REGISTERED):
        forget_registration(sort, word)
    (tmp_path / "parts.py").write_text(text.replace("drawing = Coil()", f"drawing = Lines({through})"))
    jounce.use(tmp_path / "parts.py")
    model = jounce.load(HUNG)
    run = jounce.simulate(model, 0.05, integrator="rk4")
    shapes = [shape for shape in page_run(run, Encoder()).scene.shapes if shape.name == "band"]
    band = next(part for part in model.forces if part.name == "band")
    first, second, third = band.point, band.child_point, band.child_point
    assert [(shape.kind, shape.a.point, shape.b.point) for shape in shapes] == [
        ("bar", first, second),
        ("bar", second, third),
    ]
    assert [(shape.a.body, shape.b.body) for shape in shapes] == [(-1, 0), (0, -1)]


def test_an_edited_formula_is_another_structure(own, tmp_path):
    """The same class and word with another formula must not meet the machine code of yesterday."""
    text = FILE.read_text("utf-8")
    for sort, word in list(REGISTERED):
        forget_registration(sort, word)
    runs = {}
    for factor in ("1.0", "2.0"):
        (tmp_path / "parts.py").write_text(text.replace("self.stiffness * (l", f"{factor} * self.stiffness * (l"))
        jounce.use(tmp_path / "parts.py")
        runs[factor] = jounce.simulate(jounce.load(HUNG), 0.05, integrator="rk4")["band.force"][-1]
    assert runs["2.0"] > 1.5 * runs["1.0"]


def test_an_own_template_is_the_axle_that_it_describes(own):
    ours = jounce.load("double_wishbone")
    text = ours.to_toml().replace('template = "double_wishbone"', 'template = "my_wishbones"')
    found = jounce.run(jounce.load(text), "wheel-travel", axle="front")
    wanted = jounce.run(ours, "wheel-travel", axle="front")
    np.testing.assert_array_equal(found["front_left.toe"], wanted["front_left.toe"])


def test_an_own_tyre_law_gives_the_forces_that_it_says(own):
    """One tyre on a wheel that moves up and down and rolls, by our word and by the user's."""
    law = {"radius": 0.32, "stiffness": 2e5, "slip_stiffness": 6e4, "cornering_stiffness": 5e4, "friction": 0.9}
    runs = [
        jounce.simulate(_rolling_wheel({"type": word, **law}), 0.2, integrator="rk4")
        for word in ("dugoff", "my_dugoff")
    ]
    np.testing.assert_array_equal(runs[0]["tyre.Fx"], runs[1]["tyre.Fx"])
    assert np.abs(runs[1]["tyre.Fx"]).max() > 10.0
    assert ["slip law of tyres", "Dugoff and Uffelmann"] in [row[:2] for row in runs[1].metadata["methods"]]


def _rolling_wheel(law):
    numbers = ", ".join(f"{key} = {json.dumps(value)}" for key, value in law.items())
    return jounce.load(f"""
format = 1
kind = "mechanism"
name = "wheel"
[bodies.carrier]
mass = 200
centre = [0, 0, 0.32]
inertia = [1, 1, 1]
[joints.way]
type = "sequence"
parent = "ground"
child = "carrier"
point = [0, 0, 0.32]
order = ["tx", "tz"]
[bodies.wheel]
mass = 10
centre = [0, 0, 0.32]
inertia = [0.5, 0.9, 0.5]
[joints.axle]
type = "revolute"
parent = "carrier"
child = "wheel"
point = [0, 0, 0.32]
axis = [0, 1, 0]
[forces.push]
type = "force"
body = "carrier"
point = [0, 0, 0.32]
direction = [1, 0, 0]
signal = 500
[forces.tyre]
type = "tyre"
body = "wheel"
point = [0, 0, 0.32]
axis = [0, 1, 0]
law = {{ {numbers} }}
""")


def call(*words):
    return CliRunner().invoke(main, list(map(str, words)), catch_exceptions=False)


@pytest.fixture
def clean():
    yield
    for sort, word in list(REGISTERED):
        forget_registration(sort, word)


def test_commands_know_own_kinds_by_use_and_only_by_it(clean, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("hung.toml").write_text(HUNG, "utf-8")
    refused = call("run", "hung.toml", "--duration", "0.1 s")
    assert refused.exit_code == 2 and "type 'rubber_band' is not known" in refused.stderr
    assert call("run", "hung.toml", "--duration", "0.1 s", "--use", FILE).exit_code == 0
    assert call("check", "hung.toml", "--use", FILE).stdout.startswith("ok: hung mass")
    assert "band" in call("info", "hung.toml", "--use", FILE).stdout
    assert "rubber_band" in call("list", "--use", FILE).stdout


def test_an_own_study_is_a_command_with_its_settings(clean, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "--speed" in call("run", "small_car", "roll-on", "--help", "--use", FILE).stdout
    assert "way of the reference point" in call("info", "roll-on", "--use", FILE).stdout
    words = ("run", "small_car", "roll-on", "--speed", "36 km/h", "--duration", "0.5 s", "--use", FILE, "--json")
    outcome = call(*words)
    assert outcome.exit_code == 0, outcome.stderr
    assert json.loads(outcome.stdout)["metrics"]["distance"]["value"] == pytest.approx(5.0, rel=1e-3)
    wrong = call("run", "small_car", "roll-on", "--speed", "3 kg", "--use", FILE)
    assert wrong.exit_code == 2 and "'3 kg' is not in m/s" in wrong.stderr


def test_own_kinds_keep_the_contract_of_every_kind():
    """Read, written, compiled, run, drawn and differentiated: the contract itself, on the kinds of the file."""
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", str(FILE.with_name("test_contract.py"))]
    told = {**os.environ, "JOUNCE_CONTRACT_OF": str(FILE), "PYTEST_ADDOPTS": ""}
    outcome = subprocess.run([sys.executable, *words], env=told, capture_output=True, text=True, check=False)
    assert outcome.returncode == 0, outcome.stdout


BANDS = """
[forces.left_band]
type = "rubber_band"
parent = "body"
child = "front_left.knuckle"
point = [-0.01, 0.6, 0.6]
child_point = [-0.01, 0.6, 0.3]
free_length = "200 mm"
stiffness = "20 N/mm"
[forces.right_band]
type = "rubber_band"
parent = "body"
child = "front_right.knuckle"
point = [-0.01, -0.6, 0.6]
child_point = [-0.01, -0.6, 0.3]
free_length = "200 mm"
stiffness = "20 N/mm"
"""


def test_an_own_force_element_in_a_vehicle_file_carries_what_it_pulls(own, tmp_path):
    """Bands between body and knuckles pull both together, so the car stands lower by what its springs give way to; the
    load of all wheels stays the weight of the car."""
    path = tmp_path / "car.toml"
    path.write_text(jounce.load("small_car").to_toml() + BANDS, "utf-8")
    standing = {"speed": "0 km/h", "phases": [{"duration": "50 ms"}]}  # no air forces
    plain, taut = (jounce.run(jounce.load(car), "script", **standing) for car in ("small_car", path))
    corners = ("front_left", "front_right", "rear_left", "rear_right")
    loads = [sum(run[f"{corner}.tyre.Fz"][0] for corner in corners) for run in (plain, taut)]
    assert loads[1] == pytest.approx(loads[0], rel=1e-9)
    assert taut["left_band.force"][0] == pytest.approx(20e3 * (taut["left_band.length"][0] - 0.2), rel=1e-12)
    assert taut["left_band.force"][0] > 1000.0 and taut["vehicle.z"][0] < plain["vehicle.z"][0] - 5e-3
    changed = jounce.load(path).with_values({"forces.left_band.stiffness": "1 N/mm"})
    assert changed.values()["forces.left_band.stiffness"] == 1000.0
    assert jounce.load(changed.to_toml()) == changed
