"""What acts on a coordinate is written in units of its kind: no newton on a hinge, no degree on a slider."""

from __future__ import annotations

import copy
import pickle

import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main
from jounce.errors import BAD_INPUT, ModelError
from jounce.model import check

HEAD = 'format = 1\nkind = "mechanism"\nname = "one arm"\n'
ARM = "[bodies.arm]\nmass = 2\ncentre = [0.5, 0, 0]\ninertia = [0.1, 0.1, 0.1]\n"
JOINT = '[joints.pin]\ntype = "{}"\nparent = "ground"\nchild = "arm"\npoint = [0, 0, 0]\naxis = [0, 1, 0]\n'
HINGE, SLIDER = (HEAD + ARM + JOINT.format(kind) for kind in ("revolute", "prismatic"))
ANGLE, SLIDE = "pin.angle", "pin.displacement"
EXTERNAL = 'signal = { type = "external", input = "u" }'


def part(kind: str, *keys: str, on: str = "coordinate", section: str = "forces") -> str:
    """The last key stands on the last line."""
    one = on == "coordinate"
    lines = [f"[{section}.it]", f'type = "{kind}"', f"{on} = {{0}}" if one else f"{on} = [{{0}}]", *keys]
    return "\n".join(lines) + "\n"


MANY = {"on": "coordinates"}
# the part, then the faulty path with a unit that is wrong on a hinge, one that is wrong on a slider
PARTS = {
    "spring": (part("torsion_spring", 'law = "{1}"'), "law.slope", "20 N/mm", "20 N m/rad"),
    "spring, free": (part("torsion_spring", "law = 20", 'free = "{1}"'), "free", "20 mm", "2 deg"),
    "spring, points": (
        part("torsion_spring", 'law = {{ type = "points", x = [0, "{1}"], y = [0, 1] }}'), "law.x.1", "9 mm", "9 deg",
    ),
    "spring, forces": (
        part("torsion_spring", 'law = {{ type = "points", x = [0, 1], y = [0, "{1}"] }}'), "law.y.1", "9 N", "9 N m",
    ),
    "spring, tanh": (
        part("torsion_spring", 'law = {{ type = "tanh", k1 = 1, k2 = "{1}" }}'), "law.k2", "9 1/mm", "9 1/rad",
    ),
    "damper": (part("torsion_damper", 'law = "{1}"'), "law.slope", "20 N s/m", "20 N m s/rad"),
    "motor": (part("motor", 'signal = "{1}"'), "signal.value", "5 N", "5 N m"),
    "bar": (part("torsion_bar", "factors = [1]", 'stiffness = "{1}"', **MANY), "stiffness", "5 N/mm", "5 N m/rad"),
    "bar, damping": (
        part("torsion_bar", "factors = [1]", "stiffness = 1", 'damping = "{1}"', **MANY),
        "damping", "5 N s/m", "5 N m s/rad",
    ),
    "friction": (part("dry_friction", "slip = 1", 'limit = "{1}"', **MANY), "limit", "5 N", "5 N m"),
    "friction, slip": (part("dry_friction", "limit = 1", 'slip = "{1}"', **MANY), "slip", "1 mm", "1 deg"),
    "brake": (part("brake", "torque = 5", "signal = 1", 'slip = "{1}"'), "slip", "2 mm", "2 deg"),
    "prescribed": (part("prescribed", 'signal = "{1}"', section="joints"), "signal.value", "3 mm", "3 deg"),
    "prescribed, harmonic": (
        part("prescribed", 'signal = {{ type = "harmonic", frequency = 1, amplitude = "{1}" }}', section="joints"),
        "signal.amplitude", "3 mm", "3 deg",
    ),
}  # fmt: skip


def problems(text: str):
    with pytest.raises(ModelError) as refusal:
        jounce.load(text)
    return refusal.value.problems


@pytest.mark.parametrize("joint", ["hinge", "slider"])
@pytest.mark.parametrize("text, where, on_hinge, on_slider", PARTS.values(), ids=PARTS)
def test_a_unit_of_the_other_kind_is_refused_and_one_of_its_own_is_not(text, where, on_hinge, on_slider, joint):
    base, name, kind = (HINGE, ANGLE, "an angle") if joint == "hinge" else (SLIDER, SLIDE, "a displacement")
    wrong, right = (on_hinge, on_slider) if joint == "hinge" else (on_slider, on_hinge)
    whole = base + text.format(f'"{name}"', wrong)
    (problem,) = problems(whole)
    section = "joints" if "[joints.it]" in text else "forces"
    assert problem.where == f"{section}.it.{where}" and problem.line == len(whole.splitlines())
    assert f"'{wrong}' is not in " in problem.what and f"'{name}' is {kind}" in problem.what
    assert problem.help.startswith("needs ")
    loaded = jounce.load(base + text.format(f'"{name}"', right))
    assert loaded == jounce.load(loaded.to_toml())
    bare = jounce.load((base + text.format(f'"{name}"', "0.25")).replace('"0.25"', "0.25"))
    assert 0.25 in bare.values().values()


@pytest.mark.parametrize("set_so", ["20 N/mm", "20 N s/m"])
def test_a_wrong_unit_is_refused_when_it_is_set(set_so, tmp_path):
    (tmp_path / "arm.toml").write_text(HINGE + part("torsion_spring", "law = 20").format(f'"{ANGLE}"'), "utf-8")
    model, path = jounce.load(tmp_path / "arm.toml"), "forces.it.law.slope"
    with pytest.raises(ModelError, match=f"'{set_so}' is not in N m/rad"):
        model.with_values({path: set_so})
    words = ("run", str(tmp_path / "arm.toml"), "--out", str(tmp_path), "--set", f"{path}={set_so}")
    outcome = CliRunner().invoke(main, words)
    assert outcome.exit_code == BAD_INPUT and f"'{set_so}' is not in N m/rad" in outcome.stderr
    assert model.with_values({path: "2 N m/deg"}).with_values({path: 5}).values()[path] == 5
    with pytest.raises(ModelError, match=f"'{set_so}' is not in N m/rad"):
        model.with_tables({"forces.it.law": set_so})


def test_in_python_the_joint_may_come_later():
    hinge = jounce.parts.Revolute(name="pin", parent="ground", child="arm", point=(0, 0, 0), axis=(0, 1, 0))
    body = jounce.parts.Body(name="arm", mass=1, centre=(1, 0, 0))
    motor = jounce.parts.Motor(name="it", coordinate=ANGLE, signal="5 N")
    with pytest.raises(ModelError, match=r"'5 N' is not in N m: 'pin\.angle' is an angle"):
        jounce.prepare(jounce.Model("arm").add(motor).add(body, hinge))


COUPLED = HEAD + ARM + JOINT.format("revolute") + "[bodies.rack]\nmass = 1\n" + JOINT.format("prismatic").replace(
    "joints.pin", "joints.guide"
).replace("arm", "rack")  # fmt: skip
TIE = '[joints.it]\ntype = "coupling"\ncoordinates = ["pin.angle", "guide.displacement"]\n'
BAR = '[forces.it]\ntype = "torsion_bar"\ncoordinates = ["pin.angle", "guide.displacement"]\n'


@pytest.mark.parametrize(
    "text, where, what",
    [
        (TIE + 'factors = ["5 mm/rad", 1]\noffset = "1 deg"\n', "joints.it.offset", "'1 deg' is not in m"),
        (TIE + 'factors = [1, "5 rad/m"]\noffset = "1 mm"\n', "joints.it.offset", "'1 mm' is not in rad"),
        (TIE + 'factors = ["5 rad/m", 1]\n', "joints.it.factors.0", "'5 rad/m' times an angle"),
        (TIE + 'factors = [1, "5 mm/rad"]\n', "joints.it.factors.1", "'5 mm/rad' times a displacement"),
        (BAR + 'factors = ["5 mm/rad", -1]\nstiffness = "5 N m/rad"\n', "forces.it.stiffness", "is not in N/m"),
    ],
)
def test_a_factor_with_a_unit_decides_what_a_sum_of_coordinates_is(text, where, what):
    (problem,) = problems(COUPLED + text)
    assert problem.where == where and what in problem.what and problem.help


@pytest.mark.parametrize(
    "text",
    [
        TIE + 'factors = ["5 mm/rad", 1]\noffset = "1 mm"\n',
        TIE + 'factors = [5, 1]\noffset = "1 mm"\n',  # which is which nobody said
        TIE + 'factors = [1, 1]\nlaw = { type = "points", x = ["-9 mm", "9 mm"], y = ["-5 deg", "5 deg"] }\n',
        BAR + 'factors = [1, "5 rad/m"]\nstiffness = "5 N m/rad"\n',
    ],
)
def test_sums_of_both_kinds_may_be_told_as_they_are(text):
    assert jounce.load(COUPLED + text).parts


@pytest.mark.parametrize(
    "unit, text, what",
    [
        ("m", part("motor", EXTERNAL), "input 'u' is in m, needed is N m: 'pin.angle' is an angle"),
        ("N", part("motor", EXTERNAL), "input 'u' is in N, needed is N m: 'pin.angle' is an angle"),
        ("N m", part("brake", "torque = 5", EXTERNAL), "input 'u' is in N m, needed is a plain number"),
        (
            "m",
            f'[forces.it]\ntype = "force"\nbody = "arm"\npoint = [0, 0, 0]\ndirection = [0, 0, 1]\n{EXTERNAL}\n',
            "input 'u' is in m, needed is N",
        ),
    ],
)
def test_an_input_drives_only_what_has_its_unit(unit, text, what):
    text = text.replace("{0}", f'"{ANGLE}"')
    whole = f'{HINGE}[inputs.u]\nunit = "{unit}"\n{text}'
    (problem,) = problems(whole)
    assert problem.what == what and problem.where == "forces.it.signal.input"
    assert problem.line == len(whole.splitlines()) and "[inputs.u]" in problem.help
    assert jounce.load(whole.replace(f'unit = "{unit}"', "")).inputs  # a plain number is SI


def test_a_number_that_remembers_its_unit_is_a_number():
    text = HINGE + part("torsion_spring", 'law = "20 N m/rad"').format(f'"{ANGLE}"')
    model = jounce.load(text)
    same = jounce.load(text.replace('"20 N m/rad"', "20"))
    assert model == same and model.to_toml() == same.to_toml()
    for again in (copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        assert again == model and again.parts == model.parts


@pytest.mark.parametrize("name", ["hmmwv", "small_car", "small_car_electric"])
def test_whole_cars_speak_in_units_of_their_coordinates(name):
    assert not check(jounce.load(name).car_model().model)
