"""A tyre alone, of any law: forces for numbers and arrays, the rig, the checks, its file, and the way to workers."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from tyre_cases import CASES, OUTPUTS, every_case, first_formula

import jounce
from jounce.cli import main
from jounce.errors import ModelError
from jounce.model.reading.toml_writer import toml_text_of_lone_tyre
from jounce.own_parts.register import REGISTERED, forget_registration
from jounce.parts.tyres.tyre_law import Contact
from jounce.studies import find_study
from jounce.studies.many.variant import VariantTask
from jounce.studies.many.wire import task_from_wire, task_to_wire
from jounce.studies.tyres.tyre_checks import check_tyre

OWN = Path(__file__).with_name("own_kinds_file.py")
SOFT = """format = 1
kind = "tyre"
name = "soft tyre"
nominal_load = "4 kN"
[law]
type = "dugoff"
radius = "310 mm"
stiffness = "200 N/mm"
slip_stiffness = "80 kN"
cornering_stiffness = "60 kN/rad"
friction = 0.9
[sources]
law = { source = "class data", estimated = true }
"""


@pytest.fixture
def forget_own_kinds():
    yield
    for sort, word in list(REGISTERED):
        forget_registration(sort, word)


def alone(case) -> jounce.model.LoneTyre:
    return jounce.model.LoneTyre(tyre=case.tyre, rated_load=0.0 if hasattr(case.tyre, "FNOMIN") else case.nominal)


@every_case(CASES)
def test_forces_of_arrays_are_those_of_the_law_at_each_entry(case):
    """Arrays of any shapes that fit together; one law in plain floats, and the same as arrays of NumPy: 1e-12 of the
    load is what their functions differ by."""
    slips, angles = np.array([-0.2, 0.0, 0.05]), np.radians([[-4.0], [1.0]])
    found = alone(case).forces(slip=slips, slip_angle=angles, inclination=0.02, load=0.8 * case.nominal, speed=15.0)
    for i, angle in enumerate(angles[:, 0]):
        for k, slip in enumerate(slips):
            contact = Contact(slip=slip, slip_angle=angle, inclination=0.02, load=0.8 * case.nominal, speed=15.0)
            wanted = case.tyre.forces(contact)
            for name in OUTPUTS:
                assert getattr(found, name).shape == (2, 3)
                assert getattr(found, name)[i, k] == pytest.approx(getattr(wanted, name), abs=1e-12 * case.nominal)


def test_forces_take_text_numbers_and_lists_and_give_numbers_for_numbers():
    tyre = jounce.load("tyre_205_55_r16")
    one = tyre.forces(slip_angle="4 deg", load="4 kN")
    assert isinstance(one.Fy, float) and one == tyre.forces(slip_angle=math.radians(4), load=4000.0)
    many = tyre.forces(slip_angle=["2 deg", "4 deg"], load="4 kN")
    assert many.Fy.shape == (2,) and many.Fy[1] == pytest.approx(one.Fy, rel=1e-12)
    assert tyre.forces(slip="5 %").Fx == tyre.forces(slip=0.05, load=4300.0).Fx  # the nominal load, unless given
    assert tyre.forces(slip_angle="4 deg", friction=0.5).Fy > tyre.forces(slip_angle="4 deg").Fy
    assert tyre.forces(load=[]).Fy.shape == (0,)


def test_a_tyre_shows_itself_in_a_line():
    shown = "<tyre tyre_205_55_r16: Magic Formula 5.2, nominal load 4.3 kN, 0 notes>"
    assert repr(jounce.load("tyre_205_55_r16")) == shown
    assert repr(jounce.load(SOFT)) == "<tyre soft tyre: Dugoff and Uffelmann, nominal load 4 kN, 0 notes>"
    with pytest.raises(ModelError, match=r"str is not a tyre\n.*in Python, what jounce.load returns"):
        jounce.run("tyre_205_55_r16", "tyre-rig")


def test_states_that_cannot_be_are_told_all_at_once():
    tyre = jounce.load("tyre_205_55_r16")
    with pytest.raises(ModelError) as caught:
        tyre.forces(slip_angle="4 kN", load=-5.0, slip=[0.1, math.nan], inclination="much", speed=None)
    assert [p.where for p in caught.value.problems] == ["slip", "slip_angle", "inclination", "speed", "load"]
    assert all(p.help for p in caught.value.problems)
    with pytest.raises(ModelError, match="do not fit together"):
        tyre.forces(slip=[0.1, 0.2], load=[1.0, 2.0, 3.0])


# slopes at zero slip and the nominal load, by each law's own numbers
STIFFNESSES = {
    "linear": (12.0 * 4000, 15.0 * 4000),
    "dugoff": (5e4, 6e4),
    "fiala": (5e4, 8e4),
    "calspan": (None, 6e4),
    "1987": (None, None),
    "1989": (None, None),
}


@pytest.mark.parametrize("name", STIFFNESSES)
def test_any_law_is_put_on_the_rig(name):
    """The rig reads off it the numbers that it was given, and sweeps at loads and angles of one's choice."""
    tyre = alone(CASES[name])
    run = jounce.run(
        tyre, "tyre-rig", loads="1 kN, 3 kN", inclinations="-2 deg, 2.5 deg", slip_angles="3 deg", points=21
    )
    across, along = STIFFNESSES[name]
    if across:
        assert run.metrics["cornering_stiffness"].value == pytest.approx(across, rel=1e-6)
    if along:
        assert run.metrics["slip_stiffness"].value == pytest.approx(along, rel=1e-6)
    owners = {channel.name.rpartition(".")[0] for channel in run.channels} - {"", "by_load"}
    assert owners == {"load_1000", "load_3000", "inclination_-2_deg", "inclination_2.5_deg", "slip_angle_3_deg"}
    wanted = tyre.forces(slip_angle=run["slip_angle"], inclination="2.5 deg").Fy
    np.testing.assert_allclose(run["inclination_2.5_deg.Fy"], wanted, rtol=1e-12)
    assert [check.name for check in check_tyre(tyre, 2000) if check.needed and not check.passed] == []


def test_the_load_of_metrics_can_be_chosen():
    run = jounce.run(jounce.load("tyre_205_55_r16"), "tyre-rig", load="3 kN", points=21)
    law = jounce.load("tyre_205_55_r16").tyre
    K = -law.PKY1 * law.FNOMIN * math.sin(2 * math.atan(3000 / law.FNOMIN / law.PKY2))
    assert run.metrics["nominal_load"].value == 3000
    assert run.metrics["cornering_stiffness"].value == pytest.approx(K, rel=1e-9)


def test_a_force_that_still_rises_at_the_end_of_its_range_has_its_peak_there():
    run = jounce.run(alone(CASES["linear"]), "tyre-rig", points=21)
    assert run.metrics["slip_at_peak"].value == 1.0 and run.metrics["friction_x"].value == pytest.approx(15.0)


def test_a_file_of_a_tyre_alone_is_read_written_and_sent_to_workers():
    tyre = jounce.load(SOFT)
    assert (tyre.name, tyre.nominal_load, tyre.free_radius, tyre.side) == ("soft tyre", 4000.0, 0.31, "LEFT")
    assert tyre.sources == {"law": "class data"} and tyre.notes == ()
    assert jounce.load(toml_text_of_lone_tyre(tyre)).tyre == tyre.tyre
    task = VariantTask(subject=tyre, study=find_study("tyre-rig")(), metrics=("friction_y",), histories=None)
    sent = task_from_wire(task_to_wire(task, {})).subject
    assert (sent.tyre, sent.nominal_load, sent.name) == (tyre.tyre, tyre.nominal_load, tyre.name)
    softer = tyre.with_values({"cornering_stiffness": "50 kN/rad"})
    assert softer.forces(slip_angle=1e-6).Fy == pytest.approx(-0.05, rel=1e-6)


def test_numbers_inside_curves_are_changed_by_their_path():
    tyre = jounce.model.LoneTyre(tyre=first_formula(), rated_load=4000.0).with_values({"Fy.a2": 1100.0})
    assert tyre.tyre.Fy.a2 == 1100 and tyre.tyre.Fx == first_formula().Fx
    with pytest.raises(ModelError, match=r"Did you mean 'Fy.a2'"):
        tyre.with_values({"Fy.a22": 1.0})


def test_a_tyre_without_a_nominal_load_has_a_usual_one_and_says_so():
    tyre = jounce.load(SOFT.replace('nominal_load = "4 kN"\n', ""))
    assert tyre.nominal_load == pytest.approx(0.07 * 0.31 * 2e5, rel=0.05)
    assert tyre.notes == ("no nominal load is given: 4.3 kN, which presses it in by 7 % of its radius",)


BROKEN = {
    "no law": (SOFT[: SOFT.index("[law]")], ["law"]),
    "an unknown law": (SOFT.replace("dugoff", "dugof"), ["law.type"]),
    "a negative number": (SOFT.replace("friction = 0.9", "friction = -0.9"), ["law.friction"]),
    "two at once": (SOFT.replace('"310 mm"', '"310 kg"').replace('"4 kN"', '"0 N"'), ["nominal_load", "law.radius"]),
    "an unknown key": (SOFT.replace("nominal_load", "nominal_laod"), ["nominal_laod"]),
    "a side": (SOFT.replace("[law]", 'measured_on = "top"\n[law]'), ["measured_on"]),
}


@pytest.mark.parametrize(("text", "where"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_file_of_a_tyre_is_refused_where_it_is_broken(text, where):
    with pytest.raises(ModelError) as caught:
        jounce.load(text)
    assert [problem.where for problem in caught.value.problems] == where
    assert all(problem.help for problem in caught.value.problems)


def test_a_tyre_law_of_the_user_s_own_is_put_on_the_rig_and_checked(tmp_path, forget_own_kinds):
    path = tmp_path / "mine.toml"
    path.write_text(SOFT.replace("dugoff", "my_dugoff"), "utf-8")
    out = ["--out", str(tmp_path), "--json", "--use", str(OWN)]
    run = CliRunner().invoke(main, ["run", str(path), "tyre-rig", "--loads", "2 kN, 4 kN", *out])
    assert run.exit_code == 0, run.output
    found = json.loads(run.stdout)["metrics"]["cornering_stiffness"]
    assert found["value"] == pytest.approx(6e4, rel=1e-6)
    check = CliRunner().invoke(main, ["check", str(path), "--json", "--use", str(OWN)])
    assert check.exit_code == 0 and json.loads(check.stdout)["ok"] is True


def test_what_is_unusual_warns_and_what_cannot_be_used_fails(tmp_path):
    """A friction of 2 is a warning; a curve that turns the force round, and so drives the wheel, is none."""
    grip = tmp_path / "grip.toml"
    grip.write_text(SOFT.replace("0.9", "2.0"), "utf-8")
    found = CliRunner().invoke(main, ["check", str(grip)])
    assert found.exit_code == 0 and "8 of 9 checks over 100000 states kept, 1 warning" in found.stdout
    assert "WARN   friction: 2, at most 1.8 allowed" in found.stdout
    real = tmp_path / "real.toml"
    real.write_text(SOFT.replace("0.9", "1.8"), "utf-8")
    assert "warning" not in CliRunner().invoke(main, ["check", str(real)]).stdout
    letters = "\n".join(f"{name} = {value}" for name, value in DRIVING.items())
    drives = tmp_path / "drives.toml"
    drives.write_text(
        f'format = 1\nkind = "tyre"\nname = "drives"\n[law]\ntype = "magic_formula_1989"\n{letters}\n', "utf-8"
    )
    found = CliRunner().invoke(main, ["check", str(drives)])
    assert found.exit_code == 2 and "FAILED dissipation without shifts" in found.stdout


# A0 = 2.6: the sine goes on past its half turn
DRIVING = {"radius": 0.3, "stiffness": 2e5, "A0": 2.6, "A1": 0.0, "A2": 1000.0, "A3": 1200.0, "A4": 7.0}
DRIVING |= {"B0": 1.6, "B1": 0.0, "B2": 1000.0, "B3": 20.0, "B4": 200.0}
