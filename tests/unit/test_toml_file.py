"""Model files: what is written is read again, to the last bit."""

from __future__ import annotations

import math
import tomllib

import numpy as np
import pytest
from every_part import KNOWN, every_part, kinds
from hypothesis import given, settings
from hypothesis import strategies as st

from jounce.errors import ModelError
from jounce.model import Model, check, load
from jounce.model.reading.positions import scan_positions
from jounce.model.rules.shapes import inertia_tensor_of_shape
from jounce.parts import Body, Input
from jounce.parts.joints import Revolute

HEAD = 'format = 1\nkind = "mechanism"\nname = "test"\n'
ARM = "[bodies.arm]\nmass = 2\n"
PIN = '[joints.pin]\ntype = "revolute"\nparent = "ground"\nchild = "arm"\npoint = [0, 0, 0]\naxis = [0, 1, 0]\n'


def test_the_model_with_every_part_has_every_part():
    assert kinds(every_part()) == KNOWN
    assert check(every_part()) == []


def test_every_part_comes_back_as_it_was_written():
    model = every_part()
    again = load(model.to_toml())
    assert again == model
    assert again.sources == model.sources
    assert again.to_toml() == model.to_toml()
    signs = [{path: math.copysign(1, v) for path, v in each.values().items()} for each in (again, model)]
    assert signs[0] == signs[1]


@settings(max_examples=50, deadline=None)
@given(st.lists(st.floats(-99, 99), min_size=3, max_size=3), st.floats(0, 1e300))
def test_numbers_come_back_to_the_last_bit(centre, mass):
    model = Model("bits").add(Body(name="arm", mass=mass, centre=tuple(n / 2 for n in centre)))
    assert load(model.to_toml()).values() == model.values()


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=30), st.text(st.characters(categories=["L", "Nd"]), min_size=1, max_size=20))
def test_texts_come_back_as_they_were(text, name):
    try:
        model = Model(text or "x").add(Body(name=f"b {name}", mass=1), Input(name="i", definition=text))
    except ModelError as error:
        assert "half a character" in str(error)
        return
    assert load(model.to_toml()) == model


def test_a_saved_file_is_loaded_by_its_path(tmp_path):
    path = every_part().save(tmp_path / "model.toml")
    assert load(path) == load(str(path)) == every_part()


def test_windows_line_ends_and_a_byte_order_mark_do_not_matter(tmp_path):
    file = tmp_path / "windows.toml"
    file.write_bytes(b"\xef\xbb\xbf" + (HEAD + ARM).replace("\n", "\r\n").encode())
    assert load(file) == load(HEAD + ARM)


def test_bare_numbers_are_in_the_units_of_the_header():
    model = load(
        HEAD
        + 'units = { length = "mm", angle = "deg", mass = "g", force = "kN", time = "ms" }\n'
        + "[bodies.arm]\nmass = 1500\ncentre = [100, 200, 0]\ninertia = [0.1, 0.1, 0.1]\n"
        + PIN
        + '[forces.spring]\ntype = "torsion_spring"\ncoordinate = "pin.angle"\nlaw = 3\n'
        + '[forces.motor]\ntype = "motor"\ncoordinate = "pin.angle"\n'
        + 'signal = { type = "harmonic", amplitude = "2 N m", frequency = 1, phase = 90 }\n'
        + '[forces.strut]\ntype = "spring"\nparent = "ground"\nchild = "arm"\npoint = [0, 0, 300]\n'
        + "child_point = [100, 0, 0]\nfree_length = 400\n"
        + 'law = { type = "points", x = [0, 10], y = [0, "500 N"] }\n'
        + '[forces.push]\ntype = "force"\nbody = "arm"\npoint = [0, 0, 0]\ndirection = [0, 0, 2]\n'
        + 'signal = { type = "half_sine", height = 2, start = 0, duration = 250 }\n'
    )
    values = model.values()
    assert values["bodies.arm.mass"] == 1.5
    assert values["bodies.arm.centre.y"] == 0.2
    assert values["bodies.arm.inertia.x"] == 0.1  # a compound unit stays SI
    assert values["forces.motor.signal.phase"] == math.pi / 2
    assert values["forces.spring.law.slope"] == 3.0
    assert values["forces.strut.law.x.1"] == 0.01
    assert values["forces.strut.law.y.1"] == 500.0
    assert values["forces.push.direction.z"] == 2.0
    assert values["forces.push.signal.height"] == 2000.0
    assert values["forces.push.signal.duration"] == 0.25


def test_prescribed_motion_takes_an_angle_of_a_hinge_or_a_length_of_a_slider():
    text = HEAD + ARM + PIN + '[joints.drive]\ntype = "prescribed"\ncoordinate = "pin.angle"\nsignal = "%s"\n'
    slider = text.replace("revolute", "prismatic").replace("pin.angle", "pin.displacement")
    assert load(text % "90 deg").values()["joints.drive.signal.value"] == math.pi / 2
    assert load(slider % "5 mm").values()["joints.drive.signal.value"] == 0.005


def test_a_file_with_x_rearward_describes_the_same_mechanism():
    """The oracle is the rotation itself: R = diag(-1, -1, 1) on vectors, R I R' on tensors."""
    body = "mass = 5\ncentre = [1, 2, 3]\ninertia = [0.5, 0.6, 0.7]\nproducts = [0.01, 0.02, 0.03]\n"
    half = np.random.default_rng(0).integers(-9, 9, (6, 6))
    matrix = (half @ half.T).astype(float).ravel().tolist()  # symmetric, as a stiffness is
    bushing = '[forces.mount]\ntype = "bushing"\nparent = "ground"\nchild = "arm"\npoint = [1, 2, 3]\n'
    rest = "[bodies.arm]\n" + body + PIN.replace("[0, 1, 0]", "[1, 2, 3]") + bushing + f"stiffness = {matrix}\n"
    iso = load(HEAD + "gravity = [1, 2, -9]\n" + rest)
    turned = load(HEAD + 'gravity = [1, 2, -9]\naxes = "x rearward"\n' + rest)
    R = np.diag([-1.0, -1.0, 1.0])
    assert np.array_equal(turned.gravity, R @ iso.gravity)
    assert np.array_equal(turned.bodies[0].centre, R @ iso.bodies[0].centre)
    assert np.array_equal(inertia_tensor_of_shape(turned.bodies[0]), R @ inertia_tensor_of_shape(iso.bodies[0]) @ R.T)
    assert np.array_equal(turned.joints[0].axis, R @ iso.joints[0].axis)
    T = np.kron(np.eye(2), R)
    K = np.array(matrix).reshape(6, 6)
    assert np.array_equal(np.reshape(turned.forces[0].stiffness, (6, 6)), T @ K @ T.T)


def test_values_are_set_and_listed_as_the_file_writes_them():
    """Setting what stands in the file changes nothing; setting another number is editing the file."""
    text = HEAD + 'axes = "x rearward"\nunits = { length = "mm" }\n' + ARM + PIN.replace("[0, 0, 0]", "[30, 40, 50]")
    model = load(text)
    assert model.joints[0].point == (-0.03, -0.04, 0.05)  # ISO 8855
    assert model.values()["joints.pin.point.x"] == 0.03
    assert model.with_values({"joints.pin.point": "[30, 40, 50]"}) == model
    assert model.with_values(model.values()) == model
    assert model.with_values({"joints.pin.point.x": "35"}) == load(text.replace("[30,", "[35,"))
    assert model.with_values({"joints.pin.point.x": 0.035}) == load(text.replace("[30,", "[35,"))


def test_keys_are_found_on_their_lines():
    text = (
        'a = """\nb = 1\n"""\n'  # 1 to 3
        "[table] # comment [x]\n"  # 4
        '"quoted.key" = [ # ]\n  1,\n  { c = "}", d = [\n2] },\n]\n'  # 5 to 9
        "e.f = { g = [1], h = { i = 1 } }\n"  # 10
        "'lit\\eral' = '#'\n"  # 11
        "[[many]]\nj = 1\n"  # 12, 13
        "[[many]]\nj = 1\n[many.k]\nl = 1\n"  # 14 to 17
        "[[many.n]]\no = 1\n[[many.n]]\no = 1\n"  # 18 to 21
    )
    found = scan_positions(text)
    lines = {
        "a": 1,
        "b": 1,
        "table": 4,
        "table.quoted.key": 5,
        "table.quoted.key.0": 6,
        "table.quoted.key.1.c": 7,
        "table.quoted.key.1.d": 7,
        "table.quoted.key.1.d.0": 8,
        "table.e.f.g": 10,
        "table.e.f.h.i": 10,
        "table.e.f.not there": 10,
        "table.lit\\eral": 11,
        "many.0.j": 13,
        "many.1.j": 15,
        "many.1.k.l": 17,
        "many.1.n.0.o": 19,
        "many.1.n.1.o": 21,
    }
    assert {path: found.line(path) for path in lines} == lines
    assert set(_paths(tomllib.loads(text))) <= set(found.lines)


def _paths(value, path=""):
    """Every path of parsed TOML, to which numbers of list entries belong."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        yield f"{path}{key}"
        yield from _paths(inner, f"{path}{key}.")


@given(st.text(st.sampled_from("ab=[]{}.,\"'#\n\\ 1"), max_size=200))
def test_any_text_is_a_model_or_refused(text):
    for begin in ("", HEAD):
        with pytest.raises(ModelError) as refusal:
            load(begin + text + "\n")
        assert all(p.line and p.what and p.help for p in refusal.value.problems)


def test_python_and_file_describe_the_same_part():
    by_hand = Model("test").add(
        Body(name="arm", mass="2 kg"),  # type: ignore[arg-type]
        Revolute(name="pin", parent="ground", child="arm", point=("0 mm", 0, 0), axis=(0, 1, 0)),  # type: ignore[arg-type]
    )
    assert by_hand == load(HEAD + ARM + PIN)
