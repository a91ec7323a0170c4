"""Tyre property files that can be read but cannot be meant: cut off, in another unit, contradicting themselves."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main
from jounce.errors import ModelError
from jounce.model.library import library_models, library_path
from jounce.model.tyre_files.tir_file import read_tir
from jounce.model.tyre_files.tir_writer import tir_text

TEXT = tir_text(jounce.load("tyre_205_55_r16"), "library")


def with_key(key: str, value: str) -> str:
    found, count = re.subn(rf"(?m)^{key}\s*=.*$", f"{key} = {value}", TEXT)
    assert count == 1
    return found


@pytest.fixture
def tir(tmp_path):
    def write(content: str):
        path = tmp_path / "tyre.tir"
        path.write_text(content, encoding="utf-8")
        return path

    return write


TYRES = [name for name in library_models() if library_path(name).suffix == ".tir"]
BARE = "tyre_commonroad"  # only side and longitudinal force, as in the code that it is taken from
WHOLE = [name for name in TYRES if not name.startswith(BARE)]


def loaded(path):
    """The file, or None where it is refused."""
    try:
        return read_tir(path)
    except ModelError:
        return None


@pytest.mark.parametrize("name", TYRES)
def test_a_tyre_of_the_library_cut_at_any_line_end_is_refused(tir, name):
    """It says how it ends; the first cut that loads is the whole file."""
    lines = library_path(name).read_text(encoding="utf-8").splitlines(keepends=True)
    assert [end for end in range(len(lines) + 1) if loaded(tir("".join(lines[:end])))] == [len(lines)]


def test_the_message_of_a_cut_names_where_the_file_ends(tir):
    lines = TEXT.splitlines(keepends=True)
    (end,) = [k for k, line in enumerate(lines) if line.startswith("QDZ1")]
    with pytest.raises(ModelError) as caught:
        read_tir(tir("".join(lines[: end + 1])))
    (problem,) = caught.value.problems
    assert (problem.where, problem.line) == ("file", end + 1)
    assert problem.what == "[END], its last section by LAST_SECTION, is missing: it ends behind QDZ1"


@pytest.mark.parametrize("name", WHOLE)
def test_a_file_that_does_not_say_how_it_ends_is_told_to_be_cut_where_coefficients_are_lost(tir, name):
    """Files of others have no end mark. Whatever loads has each number as it was or not at all, and where one is lost a
    note says so: by name behind the last key, or as a part of the formulas that is gone."""
    text = library_path(name).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines(keepends=True) if not line.startswith(("LAST_SECTION", "[END]"))]
    whole, told, lost = read_tir(tir("".join(lines))), 0, 0
    assert whole.notes == ()
    for end in range(len(lines)):
        cut = loaded(tir("".join(lines[:end])))
        if cut is None:
            continue
        gone = [f.name for f in fields(cut.tyre) if getattr(cut.tyre, f.name) != getattr(whole.tyre, f.name)]
        assert all(getattr(cut.tyre, f.name) == f.default for f in fields(cut.tyre) if f.name in gone)
        lost += bool(gone)
        told += bool(gone) and bool(cut.notes)
    assert told == lost > 15  # or nothing was tried


def test_a_file_that_ends_inside_a_number_is_told(tir):
    """PKY2 = 1.8 would be another tyre than PKY2 = 1.85; but many whole files have no last line end."""
    begin = TEXT.index("PKY2")
    end = begin + TEXT[begin:].index("1.85") + len("1.8")
    cut = read_tir(tir(re.sub(r"(?m)^LAST_SECTION.*\n", "", TEXT[:end])))
    assert "the file ends behind PKY2 = 1.8, without a line end: was it cut off?" in cut.notes


def test_the_note_of_a_cut_names_the_last_key_and_what_is_absent(tir):
    text = re.sub(r"(?m)^LAST_SECTION.*\n", "", TEXT)
    cut = read_tir(tir(text[: text.index("QEZ1")]))
    line = 1 + text[: text.index("QDZ8")].count("\n")
    assert cut.notes == (
        f"the file may be cut: it ends behind QDZ8 in [ALIGNING_COEFFICIENTS], line {line}, "
        "without QDZ9, QEZ1, QEZ2, QEZ3, QEZ4, QEZ5, QHZ1, QHZ2, QHZ3, QHZ4, SSZ1, SSZ2 and 2 more",
    )
    assert jounce.run(cut, "tyre-rig").metadata["notes"] == list(cut.notes)  # printed by the command


LOST = {
    "Fx": ("RBX1", "RBX1 in [LONGITUDINAL_COEFFICIENTS] is missing or zero: a slip angle does not lower Fx"),
    "Fy": ("RBY1", "RBY1 in [LATERAL_COEFFICIENTS] is missing or zero: a slip does not lower Fy"),
    "relaxation": ("PTX[12]", "PTX1, PTX2 in [LONGITUDINAL_COEFFICIENTS] are missing or zero: Fx follows"),
    "overturning": ("QSX[123]", "there is no overturning moment Mx"),
    "effective radius": ("[BDF]REFF", "the effective radius is the free one under any load"),
    "side relaxation": ("PTY1", "Fy follows the slip angle at once"),
    "trail": ("QDZ1", "Fy has no trail"),
    "rolling resistance": ("QSY[1-4]", "there is no rolling resistance"),
}


@pytest.mark.parametrize(("key", "what"), LOST.values(), ids=LOST.keys())
def test_a_missing_part_of_the_formulas_is_told_by_info_and_check(tir, key, what):
    path = str(tir(re.sub(rf"(?m)^{key}\s.*\n", "", TEXT)))
    for command in ("info", "check"):
        assert what in " ".join(CliRunner().invoke(main, [command, path]).stdout.split())


@pytest.mark.parametrize(("formula", "key"), [("61", "QSX8"), ("61", "QSX13"), ("61", "QSY3"), ("6", "QSY4")])
def test_a_part_of_which_one_term_is_left_is_not_missing(tir, formula, key):
    text = re.sub(r"(?m)^(QSX|QSY)\d+\s.*\n|^FITTYP.*\n", "", TEXT) + "[MORE]\n"
    part = "no overturning" if key.startswith("QSX") else "no rolling"

    def told(more: str) -> bool:
        return any(part in note for note in jounce.load(tir(text + f"FITTYP = {formula}\n" + more)).notes)

    assert told("") and not told(f"{key} = 0.1\n")


def test_a_missing_part_is_told_of_both_formulas():
    assert all(jounce.load(name).notes == () for name in WHOLE)
    assert len(jounce.load(BARE).notes) == 5  # symmetric; moments Mx, My and Mz; the effective radius
    bare = jounce.load("tyre_205_55_r16_mf61").with_values({"LATERAL_STIFFNESS": 0.0})
    (note,) = bare.notes
    assert note.startswith("LATERAL_STIFFNESS in [STRUCTURAL] is missing or zero: Fy follows")


IMPOSSIBLE = {
    "stiffness in N/mm": (
        "VERTICAL_STIFFNESS",
        "220",
        "press the tyre in by 19.5 m",
        "220000 N/m would do (were these N/mm?)",
    ),
    "radius in mm": ("UNLOADED_RADIUS", "316", "is 316 m", "0.316 m would do (were these mm?)"),
    "load in kN": ("FNOMIN", "4.3", "is 4.3 N", "4300 N would do (were these kN?)"),
    "stiffness said to be in N/mm": (
        "VERTICAL_STIFFNESS",
        "2.2e8",
        "press the tyre in by 1.95e-05 m",
        "220000 N/m would do;",
    ),
    "effective radius": ("DREFF", "1e6", "makes the effective radius -2.83e+04 m", "usual are"),
    "no load where the relaxation bends": ("PTY2", "0", "is zero", "no stiffness"),
    "negative relaxation": ("PTY1", "-1", "is -1", "must not be negative"),
    "negative friction": ("PDX1", "-1.02", "is -1.02", "must be positive"),
    "the other sign of Fy": ("PKY1", "18", "Fy rises with the slip angle", "in ISO-W it falls"),
    "no factor of the stiffness": ("PKY1", "-18\nLKY = 0", "is 0", "must be positive"),
    "no slip stiffness": ("PKX1", "0", "is 0", "must be positive"),
    "a factor of nothing": ("PKY1", "-18\nLFZO = 1e-300", "is 1e-300", "0.001 to 1000"),
    "a huge factor": ("PKY1", "-18\nLTR = 1e5", "is 100000", "-1000 to 1000"),
    "no reference speed": ("PKY1", "-18\nLONGVL = 1e-300", "is 1e-300 m/s", "0.1 to 200 m/s"),
    "a huge coefficient": ("PKY1", "-1e308", "is -1e+308", "0.001 to 1e+06 in size"),
    "no slip measure": (
        "TYRESIDE",
        "'LEFT'\nSLIP_MEASURE = 'TANGENTS'",
        "Did you mean 'TANGENT'?",
        "one of: ANGLE, TANGENT",
    ),
}


@pytest.mark.parametrize(("key", "value", "what", "hint"), IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_a_number_that_cannot_be_is_refused_with_what_would_be_right(tir, key, value, what, hint):
    with pytest.raises(ModelError) as caught:
        read_tir(tir(with_key(key, value)))
    (problem,) = caught.value.problems
    assert what in problem.what and hint in problem.help and problem.line
    if "\n" not in value:
        assert problem.where == key


@pytest.mark.parametrize(
    ("key", "value"), [("PKY1", 18.0), ("LKY", 0.0), ("LFZO", 1e-300), ("LONGVL", 1e-300), ("PKY1", -1e308)]
)
def test_a_number_that_cannot_be_is_refused_where_it_is_set_as_well(key, value):
    """Also after changes that went well, when guards answer in place of rules."""
    car = jounce.load("small_car")
    for mass in range(4):
        car.with_values({"body.mass": 727.0 + mass})
    for name, path in (("tyre_205_55_r16", key), ("small_car", f"axles.front.tyre.law.{key}")):
        with pytest.raises(ModelError) as caught:
            jounce.load(name).with_values({path: value})
        (problem,) = caught.value.problems
        assert problem.where == path


TWICE = {
    "side": ("TYRESIDE = 'LEFT'", "TYRESIDE", "'SYMMETRIC'"),
    "formula": ("FITTYP = 5", "FITTYP", "'6'"),
    "load": ("FNOMIN = 4000", "FNOMIN", "'4300.0'"),
}


@pytest.mark.parametrize(("more", "key", "before"), TWICE.values(), ids=TWICE.keys())
@pytest.mark.parametrize("section", ["MORE", None], ids=["another section", "the same section"])
def test_a_key_with_two_values_is_refused_with_both_lines(tir, section, more, key, before):
    lines = TEXT.splitlines()
    first = next(n for n, line in enumerate(lines, 1) if line.startswith(key))
    own = [line for line in lines[:first] if line.startswith("[")][-1]
    with pytest.raises(ModelError) as caught:
        read_tir(tir(f"{TEXT}[{section}]\n{more}\n" if section else f"{TEXT}{own}\n{more}\n"))
    (problem,) = caught.value.problems
    assert problem.line == len(lines) + 2 and f"line {first}" in problem.what and before.strip("'") in problem.what


def test_the_same_value_twice_is_no_contradiction(tir):
    assert read_tir(tir(TEXT + "[MORE]\nFITTYP = 6.0\nTYRESIDE = 'SYMMETRIC'\n")).tyre == read_tir(tir(TEXT)).tyre


def test_changed_numbers_are_refused_also_where_another_key_is_to_blame():
    with pytest.raises(ModelError, match=r"press the tyre in by 0\.195 m"):
        jounce.load("tyre_205_55_r16").with_values({"FNOMIN": 43000.0})


@pytest.mark.parametrize(("measure", "form"), [("tangent", "mf_tyre"), ("angle", "book"), ("tangent", "book")])
def test_the_form_of_the_formulas_is_read_from_the_file_and_written_back(tir, measure, form):
    words = f"[MODEL]\nSLIP_MEASURE = '{measure.upper()}'\nALIGNING = '{form}'\n"
    found = read_tir(tir(TEXT + words))
    assert (found.tyre.slip_measure, found.tyre.aligning) == (measure, form)
    assert read_tir(tir(tir_text(found, "again"))).tyre == found.tyre
