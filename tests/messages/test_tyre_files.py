"""Measured points and tyres in studies: what is read, and every way of refusing it."""

from __future__ import annotations

import numpy as np
import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main
from jounce.errors import ModelError
from jounce.model.tyre_files.tir_file import read_tir
from jounce.model.tyre_files.tir_writer import tir_text
from jounce.studies.tyres.tyre_points import LARGEST, read_tyre_points

HEADER = "slip_angle [deg],load [kN],remark,Fy [N]"
GOOD = "\n".join([HEADER, *(f"{a},4,x,{-700 * a / (1 + abs(a) / 6):.1f}" for a in range(-12, 13))]) + "\n"


@pytest.fixture
def points(tmp_path):
    def write(content: str | bytes):
        path = tmp_path / "measured.csv"
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        return path

    return write


def test_points_are_read_in_their_units_and_the_rest_is_zero(points):
    found = read_tyre_points(points(GOOD)).columns
    assert set(found) == {"slip", "slip_angle", "inclination", "load", "Fy"}
    np.testing.assert_allclose(found["slip_angle"], np.radians(np.arange(-12, 13)))
    assert (found["load"] == 4000).all() and (found["slip"] == 0).all()


def test_a_table_of_our_own_reads_back(points, tmp_path):
    """What `to_csv` of a rig writes has the same kind of header; spelling and empty lines do not matter."""
    other = "\ufeff" + GOOD.replace(HEADER, " slip_angle[ deg ] ,load  [kN], remark,Fy [N]").replace("\n", "\r\n\r\n")
    assert (read_tyre_points(points(other)).columns["Fy"] == read_tyre_points(points(GOOD)).columns["Fy"]).all()
    percent = "slip [%],load [N],Fx [kN]\n5,4000,2\n"
    plain = "slip [1],load [N],Fx [N]\n0.05,4000,2000\n"
    for name, column in read_tyre_points(points(percent)).columns.items():
        assert column == pytest.approx(read_tyre_points(points(plain)).columns[name])


# what to write in place of what; a word of the message; the line
BROKEN = {
    "no unit": ("slip_angle [deg]", "slip_angle", "has no unit", 1),
    "another unit": ("[kN]", "[mm]", "cannot be in mm", 1),
    "an unknown unit": ("[kN]", "[parsec]", "unit 'parsec' is not known", 1),
    "a column twice": ("remark", "load [N]", "stands there twice", 1),
    "no load": ("load [kN]", "laod [kN]", "Did you mean 'laod'?", 1),
    "no force": ("Fy [N]", "force [N]", "slip_angle and Fy, or slip and Fx, missing", 1),
    "a word": ("-12,4,x", "-12,much,x", "'much' is not a number", 2),
    "nothing": ("-12,4,x", "-12,,x", "has no value", 2),
    "not finite": ("-12,4,x", "-12,inf,x", "'inf' is not a number", 2),
    "a short row": ("-12,4,x", "-12,4", "has no value", 2),
}


@pytest.mark.parametrize(("old", "new", "what", "line"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_table_is_refused_where_it_is_broken(points, old, new, what, line):
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    if new == "-12,4":
        text = text.replace(f"{new},{GOOD.splitlines()[1].split(',')[3]}", new, 1)
    with pytest.raises(ModelError) as caught:
        read_tyre_points(points(text))
    assert what in str(caught.value) and f"measured.csv:{line}: " in str(caught.value)
    assert all(problem.help for problem in caught.value.problems)


FOREIGN = {
    "empty": (b"", "load missing"),
    "only a header": (HEADER.encode(), "has no points"),
    "binary": (b"PK\x03\x04" + bytes(500), "is not text"),
    "prose": (b"This is a letter.\n" * 100, "load missing"),
    "a line without end": ((HEADER + "x" * 200_000).encode(), "more than 10000 characters"),
    "semicolons": (GOOD.replace(",", ";").encode(), "commas between columns"),
    "negative loads": (GOOD.replace(",4,", ",-4,").encode(), "negative throughout"),
}


@pytest.mark.parametrize(("content", "what"), FOREIGN.values(), ids=FOREIGN.keys())
def test_what_is_no_table_ends_in_one_message(points, content, what):
    with pytest.raises(ModelError, match=what) as caught:
        read_tyre_points(points(content))
    assert len(str(caught.value)) < 3000


def test_a_table_that_is_not_there_or_too_large_is_named(tmp_path):
    with pytest.raises(ModelError, match="cannot be read"):
        read_tyre_points(tmp_path / "nowhere.csv")
    with (tmp_path / "large.csv").open("wb") as stream:
        stream.truncate(2 * LARGEST)
    with pytest.raises(ModelError, match="more than"):
        read_tyre_points(tmp_path / "large.csv")


def test_not_more_than_ten_rows_are_listed(points):
    with pytest.raises(ModelError) as caught:
        read_tyre_points(points(GOOD.replace(",4,", ",x,")))
    assert len(caught.value.problems) == 10


REFUSED = {
    "too few points": ("slip_angle [deg],load [N],Fy [N]\n1,4000,-1000\n2,4000,-1900\n", {}, "2 points for"),
    "no force": (HEADER + "\n" + "\n".join(f"{a},4,x,0" for a in range(-15, 15)), {}, "is zero at all points"),
    "another unit": (
        HEADER.replace("[N]", "[kN]") + "\n" + "\n".join(f"{a},4,x,{-500 * a}" for a in range(-15, 15)),
        {},
        "is up to 1.88e.03 times the load",
    ),
    "one slip angle": (HEADER + "\n" + "2,4,x,-900\n" * 30, {}, "is the same at all points"),
    "combined slip": (
        "slip [%],slip_angle [deg],load [N],Fy [N]\n" + "\n".join(f"5,{a},4000,{-500 * a}" for a in range(1, 30)),
        {},
        "no point has one slip alone",
    ),
    "another formula": (GOOD, {"like": "tyre_205_55_r16_mf61"}, "is not a tyre of MF 5.2"),
    "no tyre": (GOOD, {"like": "pendulum"}, "is not a tyre of MF 5.2"),
    "a load in metres": (GOOD, {"nominal_load": "4 m"}, "is not in N"),
    "a negative load": (GOOD, {"nominal_load": "-4 kN"}, "-4 kN\n    from 1e-06 to 10000 kN"),
    "newtons that were kN": (GOOD, {"nominal_load": "4 N"}, "nominal loads are 20 to 2e.06 N"),
    "a load that presses nothing in": (GOOD, {"nominal_load": "40 N"}, "40 N: VERTICAL_STIFFNESS .* lets FNOMIN"),
    "degrees called radians": (GOOD.replace("[deg]", "[rad]"), {}, r"(?s)is up to 12 rad.*were these degrees\?"),
    "no side": (GOOD, {"side": "upper"}, "there is no side 'upper'"),
}


@pytest.mark.parametrize(("text", "settings", "what"), REFUSED.values(), ids=REFUSED.keys())
def test_a_fit_that_cannot_be_is_refused(points, text, settings, what):
    with pytest.raises(ModelError, match=what):
        jounce.run(points(text), "tyre-fit", **settings)


SETTINGS = {
    "slip": ({"slip": "200 %"}, "from 0.1 to 100 %"),
    "angle": ({"slip_angle": "3 mm"}, "is not in rad"),
    "loads": ({"loads": "3 kN, 3000 N"}, "some alike"),
    "no loads": ({"loads": []}, "0 values"),
    "the load zero": ({"loads": 0}, "0 N .a number without a unit is in N"),
    "a negative load": ({"loads": -4000.0}, "from 0.001 to 1000 kN"),
    "speed": ({"speed": 0.0}, "from 0.1 to 100 m/s"),
    "points": ({"points": 2}, "a whole number from 11 to 10001"),
}


@pytest.mark.parametrize(("settings", "what"), SETTINGS.values(), ids=SETTINGS.keys())
def test_a_rig_that_cannot_be_is_refused(settings, what):
    with pytest.raises(ModelError, match=what):
        jounce.run(jounce.load("tyre_205_55_r16"), "tyre-rig", **settings)


def test_one_number_is_one_load():
    tyre = jounce.load("tyre_205_55_r16")
    one = jounce.run(tyre, "tyre-rig", loads=4000, points=11)
    assert one.metadata["settings"]["loads"] == [4000.0]
    np.testing.assert_array_equal(one.values, jounce.run(tyre, "tyre-rig", loads="4 kN", points=11).numbers)


def test_all_settings_that_are_wrong_are_told_at_once():
    with pytest.raises(ModelError) as caught:
        jounce.run(jounce.load("tyre_205_55_r16"), "tyre-rig", slip=7, slip_angle=7, points=0)
    assert len(caught.value.problems) == 3


def test_a_model_is_no_tyre():
    with pytest.raises(ModelError, match="Model is not a tyre"):
        jounce.run(jounce.load("pendulum"), "tyre-rig")


def test_a_tyre_alone_is_not_simulated():
    with pytest.raises(ModelError, match="is of type TirFile"):
        jounce.simulate(jounce.load("tyre_155_65_r13"), 1.0, integrator="rk4")


def test_a_tyre_is_written_and_read_back_to_the_last_bit(tmp_path):
    for name in ("tyre_155_65_r13", "tyre_205_55_r16_mf61"):
        file = jounce.load(name).with_values({"PKY1": -100 / 7, "UNLOADED_RADIUS": 1 / 3})
        path = tmp_path / "again.tir"
        path.write_text(tir_text(file, "a 'quoted'\nsource $ with [all] sorts"), encoding="utf-8")
        again = read_tir(path)
        assert again.tyre == file.tyre and again.side == file.side
        assert again.sources == {"ALL": "a ?quoted??source $ with [all] sorts"}
        assert [again.limits(kind) for kind in ("FZ", "CAM")] == [file.limits(kind) for kind in ("FZ", "CAM")]


def test_numbers_of_a_tyre_can_be_set_and_are_checked():
    tyre = jounce.load("tyre_155_65_r13")
    assert tyre.with_values({"FNOMIN": "4 kN", "PKY1": -10}).tyre.FNOMIN == 4000.0
    with pytest.raises(ModelError) as caught:
        tyre.with_values({"PKY9": 1, "FNOMIN": "5 mm", "PKY1": 0, "UNLOADED_RADIUS": 0.1})
    text = str(caught.value)
    assert "no such number" in text and "is not in N" in text and "is zero" in text
    assert len(caught.value.problems) == 3


def test_the_command_line_knows_tyres(tmp_path, monkeypatch, points):
    monkeypatch.chdir(tmp_path)

    def call(*words: str):
        return CliRunner().invoke(main, words)

    words = ("--loads", "2 kN, 4 kN", "--points=51", "--set", "PDY1=0.9", "--plots", "--csv")
    outcome = call("run", "tyre_205_55_r16", "tyre-rig", *words)
    assert outcome.exit_code == 0 and "friction y" in outcome.stdout and "  0.9 " in outcome.stdout
    kept = {path.name for path in tmp_path.iterdir()}
    assert kept == {
        f"tyre_205_55_r16_tyre_rig.{end}" for end in ("h5", "csv", "png", "svg", "html", "metrics.csv", "metrics.json")
    }
    assert (
        (tmp_path / "tyre_205_55_r16_tyre_rig.csv")
        .read_text("utf-8")
        .startswith("sweep [1],slip [1],slip_angle [rad],")
    )

    outcome = call("run", str(points(GOOD)), "tyre-fit", "--nominal-load", "3 kN", "--out", "fit")
    assert outcome.exit_code == 0, outcome.output
    assert call("check", "fit/measured_tyre_fit.tir").stdout.startswith("ok: ")
    assert read_tir(tmp_path / "fit" / "measured_tyre_fit.tir").tyre.FNOMIN == 3000.0

    assert call("info", "tyre_205_55_r16").stdout.startswith("tyre_205_55_r16: Magic Formula 5.2")


MISTAKES = {
    "no study": (("tyre_155_65_r13",), "put it on a rig: jounce run tyre_155_65_r13 tyre-rig"),
    "unknown study": (("tyre_155_65_r13", "tyre-rg"), "Did you mean 'tyre-rig'?"),
    "unknown setting": (("tyre_155_65_r13", "tyre-rig", "--lods", "3"), "Did you mean 'loads'?"),
    "no value": (("tyre_155_65_r13", "tyre-rig", "--loads"), "needs a value"),
    "twice": (("tyre_155_65_r13", "tyre-rig", "--slip", "0.1", "--slip=0.2"), "is given twice"),
    "a word too many": (("tyre_155_65_r13", "tyre-rig", "loads"), "is not an option"),
    "unknown option of a simulation": (("pendulum", "--nonsense", "3"), "No such option: --nonsense"),
    "no such file": (("nowhere.tir", "tyre-rig"), "cannot be read"),
}


@pytest.mark.parametrize(("words", "what"), MISTAKES.values(), ids=MISTAKES.keys())
def test_mistakes_on_the_command_line_end_in_a_sentence(words, what):
    outcome = CliRunner().invoke(main, ["run", *words])
    assert outcome.exit_code == 2 and what in outcome.output
    assert "Traceback" not in outcome.output


def test_a_tyre_that_breaks_a_check_is_not_ok(tmp_path):
    path = tmp_path / "driving.tir"
    path.write_text(tir_text(jounce.load("tyre_155_65_r13").with_values({"PCY1": 2.6}), "planted"), encoding="utf-8")
    outcome = CliRunner().invoke(main, ["check", str(path)])
    assert outcome.exit_code == 2 and outcome.stdout.startswith("not ok: ")
    assert "FAILED dissipation without shifts" in outcome.stdout
