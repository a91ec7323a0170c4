"""What is wrong with brakes, anti-lock brakes, stability and traction control: where, what, and what would be right."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main
from jounce.errors import ModelError
from jounce.model.library import library_path

GOOD = library_path("small_car").read_text("utf-8").partition("[sources]")[0]
OLD = 'torque = "2732 N m"\nfront_share = 0.789\n'
NEW = 'pressure = "80 bar"\nfront_torque = "13 N m/bar"\nrear_torque = "5 N m/bar"\n'


def points(x: str, y: str) -> str:
    return f'{{ type = "points", x = {x}, y = {y} }}'


FALLING = points('["0 bar", "50 bar", "100 bar"]', "[0, 900, 700]")
CASES = {  # lines of [brakes] and tables behind it: the path of the problem, words of the message
    'pressure = "80 bar"\nfront_share = 0.6': [
        ("brakes.front_torque", "'front_torque' is missing"),
        ("brakes.rear_torque", "N m/bar"),
    ],
    "front_share = 0.6": [("brakes.torque", "or pressure, front_torque and rear_torque")],
    NEW + 'torque = "2 kN m"': [("brakes.torque", "is given, and so is pressure; keep one form")],
    OLD + 'rear_torque = "5 N m/bar"': [("brakes.rear_torque", "is given, but no pressure")],
    NEW + "front_share = 1.2": [("brakes.front_share", "a share from 0 to 1")],
    NEW + "front_share = 0.3": [("brakes.front_share", "more than the line's pressure")],
    NEW + "front_share = 0.6\nrear_pressure = 0.5": [("brakes.front_share", "and so is rear_pressure")],
    NEW + "rear_pressure = 1.5": [("brakes.rear_pressure", "1.5 of the line's pressure")],
    NEW + f"rear_pressure = {points('[0, 1e6, 2e6]', '[0, 1e6, 3e6]')}": [
        ("brakes.rear_pressure.y.2", "3e+06 Pa behind, at 2e+06 Pa in the line")
    ],
    NEW.replace('"13 N m/bar"', FALLING): [("brakes.front_torque.y.2", "700 is less than 900 before it")],
    NEW.replace('"13 N m/bar"', points('["-1 bar", "50 bar"]', "[0, 900]")): [
        ("brakes.front_torque.x.0", "-100000 is negative")
    ],
    NEW.replace('"13 N m/bar"', points('["0 bar", "50 bar"]', "[-5, 900]")): [
        ("brakes.front_torque.y.0", "-5 is negative")
    ],
    NEW.replace('"13 N m/bar"', points('["0 bar", "50 bar"]', "[100, 900]")): [
        ("brakes.front_torque.y.0", "100 is not zero")
    ],
    NEW.replace('"13 N m/bar"', points('["0 bar", "50 bar", "40 bar"]', "[0, 900, 950]")): [
        ("brakes.front_torque.x.2", "does not rise")
    ],
    NEW.replace('"13 N m/bar"', '"-13 N m/bar"'): [("brakes.front_torque", "is negative; the torque of a brake")],
    NEW.replace('"13 N m/bar"', "13"): [("brakes.front_torque", 'at most 100000 N m of one wheel; with its unit: "20')],
    NEW.replace('"80 bar"', "80"): [("brakes.pressure", "80 Pa is no pressure of a brake line; 1 to 1000 bar")],
    NEW.replace('"80 bar"', '"80 N"'): [("brakes.pressure", "is not in Pa")],
    OLD + "[abs]": [("abs", "it modulates pressures, and the brakes have none")],
    OLD + "[esc]": [("esc", "it brakes single wheels, and the brakes have no pressures")],
    NEW + "[abs]\nrelease_slip = 0.1\nreapply_slip = 0.1": [("abs.reapply_slip", "the modulator chatters")],
    NEW + "[abs]\ncontrolled_slip = 0.1": [("abs.controlled_slip", "at least release_slip")],
    NEW + "[abs]\nrelease_slip = 1.5": [("abs.release_slip", "below 1, which is a locked wheel")],
    NEW + '[abs]\nrear = "low"': [("abs.rear", "one of: individual, select low")],
    NEW + '[abs]\nfront = "late"': [("abs.front", "one of: individual, delayed")],
    NEW + "[abs]\ndelay_rate = 0": [("abs.delay_rate", "")],
    NEW + "[esc]\nexit_share = 1.5": [("esc.exit_share", "at most 1")],
    NEW + "[esc]\nlag = -0.1": [("esc.lag", "")],
    NEW + '[abs]\non = "yes"': [("abs.on", "needs true or false")],
    NEW + "[esc]\ngian = 1": [("esc.gian", "Did you mean 'gain'?")],
    NEW + "[traction_control]\nmost_reduction = 2": [("traction_control.most_reduction", "a share from 0 to 1")],
}


@pytest.mark.parametrize("lines", CASES, ids=range(len(CASES)))
def test_a_mistake_is_told_where_it_stands(lines):
    with pytest.raises(ModelError) as refused:
        jounce.load(GOOD.replace(OLD, f"{lines}\n", 1))
    found = refused.value.problems
    assert [problem.where for problem in found] == [where for where, _ in CASES[lines]]
    for problem, (_, words) in zip(found, CASES[lines], strict=True):
        assert words in f"{problem.what}; {problem.help}" and problem.line


def test_all_mistakes_are_told_at_once_with_file_and_line(tmp_path):
    """Also on the command line, which ends with 2 and writes nothing."""
    lines = NEW.replace('"13 N m/bar"', FALLING).replace('"80 bar"', "80")
    lines += "[abs]\nreapply_slip = 0.3\n[esc]\ngain = -1\n"
    file = tmp_path / "car.toml"
    file.write_text(GOOD.replace(OLD, lines, 1), "utf-8")
    outcome = CliRunner().invoke(main, ["run", str(file), "straight-braking", "--out", str(tmp_path / "out")])
    assert outcome.exit_code == 2 and not (tmp_path / "out").exists()
    first = 1 + GOOD[: GOOD.index(OLD)].count("\n")
    for line, where in enumerate(("brakes.pressure", "brakes.front_torque.y.2"), first):
        assert f"car.toml:{line}: {where}" in outcome.output
    assert "abs.reapply_slip" in outcome.output and "esc.gain" in outcome.output


def test_flags_are_set_by_path_and_nothing_else_that_is_structure():
    car = jounce.load(GOOD.replace(OLD, NEW + "[abs]\n[esc]\n", 1))
    changed = car.with_values({"abs.on": "false", "esc.on": False, "esc.gain": "2e7 Pa s/rad"})
    assert not changed.abs.on and not changed.esc.on and changed.esc.gain == 2e7 and car.abs.on
    with pytest.raises(ModelError, match="needs true or false"):
        car.with_values({"abs.on": 1})
    with pytest.raises(ModelError, match="is structure, not a number"):
        car.with_values({"abs.rear": "select low"})
    assert jounce.load(changed.to_toml()).abs == changed.abs


def test_a_car_saved_and_loaded_brakes_the_same(tmp_path):
    table = points('["0 bar", "20 bar", "80 bar"]', "[0, 200, 1000]")
    car = jounce.load(GOOD.replace(OLD, NEW.replace('"13 N m/bar"', table) + "rear_pressure = 0.7\n[abs]\n[esc]\n", 1))
    again = jounce.load(str(car.save(tmp_path / "saved.toml")))
    assert again.brakes == car.brakes and again.esc == car.esc
    assert car.brakes.wheel_torque(0.25, True) == pytest.approx(200.0)
    assert car.brakes.wheel_torque(0.5, False) == pytest.approx(0.7 * 40.0 * 5.0)
