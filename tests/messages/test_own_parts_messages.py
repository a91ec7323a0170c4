"""Mistakes in a user's file of own parts: one message with the line of his file, and no traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main
from jounce.own_parts.register import REGISTERED, forget_registration

HEAD = """from dataclasses import dataclass
import jounce
from jounce.graph import maximum, tanh
from jounce.units import Point, Stiffness

"""  # five lines
BAND = """@jounce.register("band")
@dataclass(frozen=True, kw_only=True)
class Band:
    '''A band.'''

    name: str
    parent: str
    child: str
    point: Point
    child_point: Point
    k: Stiffness

    def tension(self, length, rate):
        return maximum(self.k * length, 0.0)
"""  # lines 6 to 19

WRONG = {
    ("        return", "        return)"): (19, "SyntaxError"),
    ("maximum(self.k", "maximun(self.k"): (19, "name 'maximun' is not defined"),
    ("return maximum", "import math; return math.exp(length) if length > 1 else max"): (19, "not supported"),
    ("k: Stiffness", "k: float"): (6, "is not known as a number"),
    ("k: Stiffness", "k: Stifness"): (None, "name 'Stifness' is not defined"),
    ("frozen=True, ", ""): (6, "can be changed after it was made"),
    ("    '''A band.'''\n", "\n"): (6, "has no description"),
    ("    name: str\n", "\n"): (6, "has no field name"),
    ("    child_point: Point\n", "\n"): (6, "acts on"),
    ("def tension(self, length, rate)", "def pull(self, length, rate)"): (6, "is nothing known"),
    ("def tension(self, length, rate)", "def loads(self, view)"): (19, "name 'length' is not defined"),
    ('register("band")', 'register("spring")'): (6, "jounce has a force element of this name"),
    ('register("band")', 'register("My Band")'): (6, "is not a word"),
    ("import jounce\n", "import jounce, nonsense\n"): (2, "No module named 'nonsense'"),
    ('@jounce.register("band")\n', "\n"): (None, "registers nothing"),
    ("k: Stiffness\n", "k: Stiffness\n    drawing = 3\n"): (6, "is no drawing"),
}


@pytest.fixture(autouse=True)
def forgotten():
    yield
    for sort, word in list(REGISTERED):
        forget_registration(sort, word)


@pytest.mark.parametrize(("change", "told"), WRONG.items(), ids=lambda c: str(c[1])[:30])
def test_a_mistake_is_told_with_its_line_and_without_a_traceback(change, told, tmp_path):
    text = HEAD + BAND
    assert change[0] in text
    file = tmp_path / "parts.py"
    file.write_text(text.replace(*change), "utf-8")
    outcome = CliRunner().invoke(main, ["list", "--use", str(file)], catch_exceptions=False)
    line, words = told
    assert outcome.exit_code == 2 and words in outcome.stderr and "Traceback" not in outcome.stderr
    assert line is None or f"parts.py:{line}: " in outcome.stderr
    assert not REGISTERED


def test_two_files_cannot_use_one_word(tmp_path):
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text(HEAD + BAND, "utf-8")
    jounce.use(tmp_path / "a.py")
    with pytest.raises(jounce.ModelError, match="has registered a force element of this name"):
        jounce.use(tmp_path / "b.py")
    assert {known.file for known in REGISTERED.values()} == {str((tmp_path / "a.py").resolve())}


def test_a_file_that_is_not_there_and_an_entry_point_that_is_not_installed_are_named(tmp_path):
    with pytest.raises(jounce.ModelError, match="there is no such file"):
        jounce.use(tmp_path / "missing.py")
    with pytest.raises(jounce.ModelError, match=r"no entry point of jounce.parts 'missing'"):
        jounce.use("missing")


def test_an_entry_point_is_used_by_its_name(tmp_path, monkeypatch):
    """As an installed package has it: a .dist-info with entry_points.txt beside its module."""
    (tmp_path / "acme_parts.py").write_text(HEAD + BAND, "utf-8")
    info = tmp_path / "acme-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text("[jounce.parts]\nacme = acme_parts\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert [known.word for known in jounce.use("acme")] == ["band"]


STUDY = """from jounce.studies.study import Study
import jounce

@jounce.register("my-study")
class MyStudy(Study):
    '''Nothing to see.'''

    metrics = {"a": ("m", "a length")}

    def run(self, subject, on_progress=None):
        return 1 / 0
"""


def test_a_study_that_fails_is_told_with_the_line_of_its_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("my.py").write_text(STUDY, "utf-8")
    outcome = CliRunner().invoke(main, ["run", "small_car", "my-study", "--use", "my.py"], catch_exceptions=False)
    assert outcome.exit_code == 2 and "my.py:11: my-study" in outcome.stderr
    assert "ZeroDivisionError: division by zero" in outcome.stderr and "Traceback" not in outcome.stderr


LAW = """@jounce.register("stiffening")
@dataclass(frozen=True, kw_only=True)
class Stiffening:
    '''F = k x.'''

    k: Stiffness

    def value(self, x):
        return self.k * x
"""  # lines 6 to 14
JOB = """format = 1
kind = "job"
car = "car.toml"
[settings]
speed = "40 km/h"
[[phases]]
duration = "0.1 s"
[outputs]
files = ["h5"]
"""


@pytest.mark.parametrize("form", [("--use", "my_parts.py"), ("--use=my_parts.py",)])
def test_a_job_runs_with_parts_of_ones_own(form, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("my_parts.py").write_text(HEAD + LAW, "utf-8")
    old, new = 'law = { type = "linear", slope = 17000.0 }', 'law = { type = "stiffening", k = 17000.0 }'
    car = jounce.load("small_car").to_toml()
    assert old in car
    Path("car.toml").write_text(car.replace(old, new), "utf-8")
    Path("job.toml").write_text(JOB, "utf-8")
    for words in (("job.toml", *form), (*form, "job.toml")):
        outcome = CliRunner().invoke(main, ["run", *words], catch_exceptions=False)
        assert outcome.exit_code == 0, outcome.stderr
    assert CliRunner().invoke(main, ["run", "job.toml", *form, "--plots"]).exit_code == 2


CONTROLLER = """@jounce.register("my_cruise")
@dataclass(frozen=True, kw_only=True)
class Cruise:
    '''A torque that is held.'''

    name: str
    rate: TickRate = 10.0
    reads = ("vehicle.vx",)
    sets = ("drive.torque",)

    def begin(self, reading, inputs):
        return (0.0,)

    def tick(self, time, reading, memory):
        return {"drive.torque": jounce.parts.controls.Hold(80.0)}, memory
"""
MORE = "from typing import Annotated\nimport numpy as np\nfrom jounce.units import Quantity, TickRate\n"
OWN_STUDY = """from jounce.studies.study import Study
from jounce.studies.driving.drive import Drive
@jounce.register("my-study")
class MyStudy(Study):
    '''Nothing to see.'''

    def run(self, subject, on_progress=None):
        return None
"""
WRONG_ANSWERS = [
    (LAW, "return self.k * x", "pass", "value gives NoneType"),
    (LAW, "return self.k * x", "return np.array([x, x])", "value gives ndarray"),
    (LAW, "return self.k * x", 'return float("nan") * x', "value gives nan at all that was tried"),
    (LAW, "k: Stiffness", 'k: Annotated[float, Quantity("furlong")]', "furlong"),
    (CONTROLLER, "jounce.parts.controls.Hold(80.0)", "[1, 2]", "not one number"),
    (CONTROLLER, '{"drive.torque": jounce', '{"brakes.pedal": jounce', "brakes.pedal"),
    (CONTROLLER, "(80.0)}, memory", "(80.0)}, (1.0, 2.0)", "memory"),
    (OWN_STUDY, "def run", "def walk", "has no method run"),
    (OWN_STUDY.replace("(Study)", "(Drive)"), "def run", "def walk", "has no method manoeuvre"),
]

HELD = """from jounce.parts.forces.loads import Guard, Held, Loads
@jounce.register("counter")
@dataclass(frozen=True, kw_only=True)
class Counter:
    '''Counts.'''

    name: str
    coordinate: str
    held = (Held("count", "1", "how often", 0.0), Held("since", "s", "when", -1e9))

    def loads(self, view):
        x, _ = view.coordinate(self.coordinate)
        count = view.held("count")
        up = Guard(count + 1.0 - x, sets={"count": count + 1.0, "since": view.time()})
        return Loads(efforts=((self.coordinate, 0.0),), guards={"up": up})
"""
WRONG_ANSWERS += [
    (
        HELD,
        'sets={"count"',
        'sets={"cuont"',
        "sets 'cuont', which the element does not hold\n    it holds count, since",
    ),
    (HELD, 'view.held("count")', 'view.held("cuont")', "asks for 'cuont', which it does not hold"),
    (HELD, 'Held("since"', 'Held("count"', "is there twice"),
    (HELD, 'Held("since"', 'Held("power"', "is the name of another channel or state of it"),
    (HELD, "-1e9", "float('inf')", "starts with inf"),
    (HELD, '"s", "when"', '"lightyear", "when"', "lightyear"),
    (HELD, 'Held("since", "s", "when", -1e9)', '"since"', "has 'since', which is no Held"),
]


@pytest.mark.parametrize(("text", "old", "new", "told"), WRONG_ANSWERS, ids=lambda word: str(word)[:25])
def test_what_answers_wrongly_is_refused_when_it_is_registered(text, old, new, told, tmp_path):
    file = tmp_path / "parts.py"
    file.write_text(HEAD + MORE + text, "utf-8")
    jounce.use(file)
    forget_registration(*next(iter(REGISTERED)))
    assert old in text
    bare = text.replace(old, new).replace("    '''", "    # '''")  # a missing docstring hides nothing
    for wrong in (text.replace(old, new), bare):
        file.write_text(HEAD + MORE + wrong, "utf-8")
        with pytest.raises(jounce.ModelError) as caught:
            jounce.use(file)
        assert told in str(caught.value) and "parts.py:" in str(caught.value), caught.value
        assert ("has no description" in str(caught.value)) == (wrong is bare)
        assert not REGISTERED


def test_a_law_that_is_not_defined_everywhere_may_be_registered(tmp_path):
    file = tmp_path / "parts.py"
    file.write_text(HEAD + "from jounce.graph import sqrt\n" + LAW.replace("self.k * x", "self.k * sqrt(x)"), "utf-8")
    assert [known.word for known in jounce.use(file)] == ["stiffening"]


def test_info_says_what_is_known_of_every_own_part_that_list_names():
    file = Path(__file__).parents[1] / "laws" / "own_kinds_file.py"
    listed = json.loads(CliRunner().invoke(main, ["list", "--json", "--use", str(file)]).stdout)["own parts"]
    assert len(listed) > 4
    for word in listed:
        outcome = CliRunner().invoke(main, ["info", word, "--use", str(file)], catch_exceptions=False)
        assert outcome.exit_code == 0 and outcome.stdout.startswith(f"{word}: {listed[word]}"), outcome.stderr
    told = CliRunner().invoke(main, ["info", "rubber_band", "--use", str(file)]).stdout
    assert "T = k (l - l0) + c l'" in told
    assert "  stiffness    a number in N/m\n" in told and "  damping      a number in N s/m; may be left out" in told
    about = json.loads(CliRunner().invoke(main, ["info", "rubber_band", "--json", "--use", str(file)]).stdout)
    assert about["kind"] == "force element" and about["fields"][-1]["unit"] == "N s/m"
