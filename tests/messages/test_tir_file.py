"""Tyre property files: what is read, in which units, and each way of refusing one with its line."""

from __future__ import annotations

import math
import time
from pathlib import Path

import pytest

from jounce.errors import MOST_SHOWN, ModelError
from jounce.model.tyre_files.tir_file import LARGEST, read_tir
from jounce.parts.tyres.magic_formula_data import MagicFormula52, MagicFormula61
from jounce.parts.tyres.tyre_law import Contact

CONTACT = Contact(slip=0.03, slip_angle=0.05, inclination=0.02, load=4000.0, speed=15.0)

GOOD = """[MDI_HEADER]
FILE_TYPE = 'tir'
$ a comment, and one with a quote: don't
! another
[UNITS]
LENGTH = 'meter'
FORCE = 'newton'
ANGLE = 'radians'
MASS = 'kg'
TIME = 'second'
[MODEL]
PROPERTY_FILE_FORMAT = 'PAC2002'
TYRESIDE = 'RIGHT'    $ mounted side
LONGVL = 16.7
[DIMENSION]
UNLOADED_RADIUS = 0.35
WIDTH = 0.235
RIM_RADIUS = 0.19
[SHAPE]
{radial width}
1.0 0.0
0.9 1.0
[VERTICAL]
VERTICAL_STIFFNESS = 2.1E+5
FNOMIN = 4850.0
[VERTICAL_FORCE_RANGE]
FZMIN = 200
FZMAX = 9000
[SLIP_ANGLE_RANGE]
ALPMIN = -0.25
ALPMAX = 0.25
[LONGITUDINAL_COEFFICIENTS]
PCX1 = 1.64
PDX1 = 1.17
PKX1 = 22.3
[LATERAL_COEFFICIENTS]
PCY1 = 1.35
PDY1 = 1.05
PKY1 = -21.9
PKY2 = 2.0
PHY1 = 0.0027
[MY_OWN]
COLOUR = black
NOTE = 'a $ inside quotes'
"""


def line_of(text: str) -> int:
    return next(n for n, line in enumerate(GOOD.split("\n"), 1) if line.startswith(text))


@pytest.fixture
def tir(tmp_path):
    def write(content: str | bytes) -> Path:
        path = tmp_path / "tyre.tir"
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        return path

    return write


def test_a_file_is_read_with_sections_tables_unknown_keys_and_lines(tir):
    found = read_tir(tir(GOOD))
    assert isinstance(found.tyre, MagicFormula52)
    assert (found.tyre.PKY1, found.tyre.FNOMIN, found.tyre.PHY1) == (-21.9, 4850.0, 0.0027)
    assert found.tyre.RCX1 == 0 and found.tyre.LMUY == 1  # what is not given has no effect
    assert found.side == "RIGHT"
    assert found.values["MY_OWN"] == {"COLOUR": "black", "NOTE": "a $ inside quotes"}
    assert found.tables["SHAPE"] == ((1.0, 0.0), (0.9, 1.0))
    assert found.lines["VERTICAL.FNOMIN"] == line_of("FNOMIN")


@pytest.mark.parametrize(
    "change",
    [
        str.lower,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace(" = ", "="),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("4850.0", "4.85D+03"),
        lambda text: text.replace("PDX1 = 1.17", "PDX1 = 1.17\nPDX1 = 1.170"),
        lambda text: text.replace("'PAC2002'", "'MF-TYRE'\nFITTYP = 6"),
    ],
    ids=["case", "line ends", "no spaces", "byte order mark", "Fortran", "twice the same", "FITTYP"],
)
def test_spelling_does_not_matter(tir, change):
    if change is str.lower:
        assert read_tir(tir(change(GOOD))).side == "RIGHT"
    assert read_tir(tir(change(GOOD))).tyre == read_tir(tir(GOOD)).tyre


def test_units_are_honoured_exactly(tir):
    """The same tyre in millimetres, kilonewtons and degrees."""
    other = GOOD
    for old, new in (
        ("'meter'", "'mm'"),
        ("'newton'", "'kilonewton'"),
        ("'radians'", "'degrees'"),
        ("= 0.35", "= 350"),
        ("= 0.235", "= 235"),
        ("RIM_RADIUS = 0.19", "RIM_RADIUS = 190"),
        ("2.1E+5", "0.21"),
        ("4850.0", "4.85"),
        ("16.7", "16700"),
        ("FZMIN = 200", "FZMIN = 0.2"),
        ("FZMAX = 9000", "FZMAX = 9"),
        ("ALPMIN = -0.25", "ALPMIN = -15"),
    ):
        assert old in other
        other = other.replace(old, new)
    found = read_tir(tir(other))
    assert found.tyre == read_tir(tir(GOOD)).tyre
    assert found.values["SLIP_ANGLE_RANGE"]["ALPMIN"] == pytest.approx(math.radians(-15), rel=1e-15)


def test_pressure_follows_its_own_word_or_force_and_length(tir):
    more = "[OPERATING_CONDITIONS]\nNOMPRES = {}\nINFLPRES = {}\n"
    mf61 = GOOD.replace("'PAC2002'", "'MF61'\nFITTYP = 61")
    plain = read_tir(tir(mf61 + more.format(2.2e5, 2.5e5))).tyre
    assert isinstance(plain, MagicFormula61) and plain.INFLPRES == 2.5e5
    bar = mf61.replace("TIME = 'second'", "TIME = 'second'\nPRESSURE = 'bar'")
    assert read_tir(tir(bar + more.format(2.2, 2.5))).tyre == plain


def test_a_symmetric_file_loses_conicity_and_ply_steer(tir):
    found = read_tir(tir(GOOD.replace("'RIGHT'", "'SYMMETRIC'")))
    assert found.tyre == read_tir(tir(GOOD)).tyre.symmetric()
    assert found.tyre.PHY1 == 0


# what to change in GOOD; a word of the message; the line it speaks of, as it begins, if there is one
BROKEN = {
    "no section": ("[MDI_HEADER]\n", "", "stands before any section", "FILE_TYPE"),
    "no equals sign": ("PKY1 = -21.9", "PKY1 -21.9", "is not KEY = value", "PKY1"),
    "no value": ("PKY1 = -21.9", "PKY1 = ", "has no value", "PKY1"),
    "a word for a number": ("PKY1 = -21.9", "PKY1 = 'stiff'", "is not a finite number", "PKY1"),
    "two numbers": ("PKY1 = -21.9", "PKY1 = -21.9 3", "is not a finite number", "PKY1"),
    "too large": ("PKY1 = -21.9", "PKY1 = 1e400", "is not a finite number", "PKY1"),
    "too large in its unit": ("FNOMIN = 4850.0", "FNOMIN = 1e307\n[UNITS]\nFORCE = 'kN'", "", "FORCE"),
    "an endless exponent": ("PKY1 = -21.9", "PKY1 = 1e-99999999999999999999999999999999999999999", "finite", "PKY1"),
    "not a number": ("PKY1 = -21.9", "PKY1 = nan", "is not a finite number", "PKY1"),
    "twice": ("PKY1 = -21.9", "PKY1 = -21.9\nPKY2 = 3.0", "is '2.0' here and '3.0' in line", None),
    "twice in two sections": ("COLOUR = black", "PKY1 = -20", "here and '-21.9' in [LATERAL_COEFFICIENTS]", "COLOUR"),
    "an unknown length": ("'meter'", "'furlong'", "is not a known unit of length", "LENGTH"),
    "an unknown side": ("'RIGHT'", "'LEFTT'", "is not a side. Did you mean 'LEFT'?", "TYRESIDE"),
    "an unknown format": ("'PAC2002'", "'PAC2003'", "is not known. Did you mean 'PAC2002'?", "PROPERTY_FILE_FORMAT"),
    "no format": ("PROPERTY_FILE_FORMAT = 'PAC2002'\n", "", "is missing", None),
    "another formula": ("LONGVL = 16.7", "FITTYP = 7", "is a formula that is not known here", "LONGVL"),
    "two formulas": ("LONGVL = 16.7", "FITTYP = 61", "contradicts PROPERTY_FILE_FORMAT PAC2002", "LONGVL"),
    "a negative load": ("4850.0", "-4850.0", "must be positive", "FNOMIN"),
    "a negative damper": ("COLOUR = black", "VERTICAL_DAMPING = -50", "must not be negative", "COLOUR"),
    "no stiffness": ("PKY2 = 2.0", "PKY2 = 0", "is zero", "PKY2"),
    "a formula of others": ("'PAC2002'", "'PAC94'", "is not read: the Magic Formula of 1994", "PROPERTY_FILE_FORMAT"),
    "letters for FITTYP": ("LONGVL = 16.7", "FITTYP = 'six'", "is a formula that is not known here", "LONGVL"),
    "a hollow spring": ("PAC2002'\nTYRESIDE = 'RIGHT'", "MF61'\nQ_FZ2 = 1000", "contradicts VERTICAL", "TYRESIDE"),
    "a missing coefficient": ("PKY2 = 2.0\n", "", "PKY2 is missing", None),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "what", "place"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_file_is_refused_where_it_is_broken(tir, old, new, what, place):
    assert old in GOOD
    path = tir(GOOD.replace(old, new, 1))
    with pytest.raises(ModelError) as caught:
        read_tir(path)
    assert what in str(caught.value)
    assert all(problem.help for problem in caught.value.problems)
    if place and what:
        shift = -1 if old.startswith("[MDI_HEADER]") else 0  # a line less before it
        assert f"tyre.tir:{line_of(place) + shift}: " in str(caught.value)


# what no formula needs, and is told: what to change in GOOD, and the note
NOTED = {
    "a table with words": ("0.9 1.0", "0.9 wide", "[SHAPE], line 22: '0.9 wide' is not a row of numbers"),
    "an empty range": ("FZMIN = 200", "FZMIN = 9000", "FZMIN 9000 is not below FZMAX 9000"),
    "a range of pulling loads": ("FZMIN = 200", "FZMIN = -200", "FZMIN is -200 N, where 0 to 1e+08 N is possible"),
    "angles in degrees": ("ALPMAX = 0.25", "ALPMAX = 15", "ALPMAX is 15 rad, where -1.571 to 1.571 rad is possible"),
    "a rim outside the tyre": ("RIM_RADIUS = 0.19", "RIM_RADIUS = 190", "RIM_RADIUS 190 m is not below"),
    "no number": ("WIDTH = 0.235", "WIDTH = wide", "not a number, and not needed: WIDTH"),
    "no value": ("PHY1 = 0.0027", "PHY1 = ", "without a value, as if missing: PHY1"),
    "an unknown side": ("'RIGHT'", "'UNKNOWN'", "TYRESIDE is unknown: the tyre counts as measured on the left"),
    "a line of words": ("COLOUR = black", "a black tyre", "not KEY = value, passed over: line 43, 'a black tyre'"),
    "another formula's number": ("COLOUR = black", "PPX1 = 0.3", "Magic Formula 5.2 does not use: PPX1"),
    "more friction than any tyre": ("PDX1 = 1.17", "PDX1 = 1.85", "a friction of Fx above 1.8"),
    "MF 5.0": ("'PAC2002'", "'MF_05'\nFITTYP = 5", "MF 5.0 is read as MF 5.2"),
    "MF 6.0": ("'PAC2002'", "'MF60'\nFITTYP = 60", "MF 6.0 is read as MF 6.1"),
    "MF 6.2": ("'PAC2002'", "'MF_62'\nFITTYP = 62", "MF 6.2 is read as MF 6.1"),
    "one pressure": ("'PAC2002'", "'MF61'\nNOMPRES = 97000", "INFLPRES is missing: the tyre is inflated as it was"),
    "no free radius": ("'PAC2002'", "'MF61'\nQ_RE0 = 0", "Q_RE0 is zero"),
    "a scaled spring": ("COLOUR = black", "LCZ = 0.5", "105000 N/m with LCZ = 0.5"),
    "no spring": ("= 2.1E+5", "= 0", "VERTICAL_STIFFNESS is missing or zero: a usual one takes its place"),
    "a friction ellipse": (
        "COLOUR = black",
        "FE_METHOD = 'YES'",
        "FE_METHOD is YES: the file asks for a friction ellipse",
    ),
    "mixed signs": ("PDY1 = 1.05", "PDY1 = -1.05\nPDY2 = -0.2", "PDY1 -1.05 and PDY2 -0.2 have the same sign"),
}


@pytest.mark.parametrize(("old", "new", "note"), NOTED.values(), ids=NOTED.keys())
def test_what_the_formula_does_not_need_is_noted_and_never_stops_a_file(tir, old, new, note):
    assert old in GOOD
    found = read_tir(tir(GOOD.replace(old, new, 1)))
    assert sum(note in told for told in found.notes) == 1
    assert all(note not in other for other in read_tir(tir(GOOD)).notes)


def test_a_friction_of_1_8_is_that_of_a_tyre(tir):
    assert not [note for note in read_tir(tir(GOOD.replace("1.17", "1.8"))).notes if "friction" in note]


def test_pressure_of_one_word_is_that_of_the_measurement(tir):
    """Without INFLPRES no term of pressure acts, whatever NOMPRES is."""
    text = GOOD.replace("'PAC2002'", "'MF61'") + "[MORE]\nPPX1 = 2.0\n"
    plain, other = read_tir(tir(text)).tyre, read_tir(tir(text + "NOMPRES = 97000\n")).tyre
    assert other.INFLPRES == other.NOMPRES == 97000
    assert other.forces(CONTACT) == plain.forces(CONTACT)


LAYOUTS = {
    "comments with #": lambda text: text.replace("$ ", "# ").replace("! ", "# "),
    "comments with %": lambda text: text.replace("$ ", "% "),
    "comments with //": lambda text: text.replace("FNOMIN = 4850.0", "FNOMIN = 4850.0 // N"),
    "a table without braces": lambda text: text.replace("{radial width}", "radial width"),
    "a table without a heading": lambda text: text.replace("{radial width}\n", ""),
    "a table with commas": lambda text: text.replace("1.0 0.0\n", "1.0, 0.0\n"),
    "comments of Adams": lambda text: text.replace(
        "[UNITS]", "(COMMENTS)\n{comment_string}\n'a tyre of nobody'\n[UNITS]", 1
    ),
    "empty texts": lambda text: text.replace("[MODEL]", "[MODEL]\nTEST_NUMBER = ''\nDATE =", 1),
}


@pytest.mark.parametrize("change", LAYOUTS.values(), ids=LAYOUTS.keys())
def test_layouts_of_other_makers_are_the_same_file(tir, change):
    assert change(GOOD) != GOOD
    found, plain = read_tir(tir(change(GOOD))), read_tir(tir(GOOD))
    assert (found.tyre, found.tables["SHAPE"], found.notes) == (plain.tyre, plain.tables["SHAPE"], plain.notes)


def test_a_file_cut_off_at_any_place_is_refused_or_told(tir):
    """Before the last number that is needed it is refused; behind it, a value that may be half of one is told."""
    last = GOOD.index("PKY2 = 2.0\n") + len("PKY2 = 2")
    for end in range(len(GOOD)):
        try:
            notes = read_tir(tir(GOOD[:end])).notes
        except ModelError:
            continue
        assert end >= last
        inside = "=" in GOOD[:end].rpartition("\n")[2]  # the last line has a value, perhaps half of it
        assert any("without a line end" in note for note in notes) == inside


FOREIGN = {
    "empty": (b"", "is empty"),
    "blank": (b" \r\n\t\n", "is empty"),
    "zeros": (bytes(1000), "is not text"),
    "an archive": (b"PK\x03\x04" + bytes(range(256)) * 4, "is not text"),
    "UTF-16": (GOOD.encode("utf-16"), "is not text"),
    "prose": (b"This is a letter.\n" * 5000, "(and 4999 more such lines)"),
    "numbers": (b"[A]\n" + b"".join(b"PCX1 %d\n" % k for k in range(5000)), f"and {5001 - MOST_SHOWN} more"),
    "one long line": (b"x" * 900_000, "stands before any section"),
    "quotes": (b"[A]\n" + b"'" * 900_001, "PROPERTY_FILE_FORMAT"),
}


@pytest.mark.parametrize(("content", "what"), FOREIGN.values(), ids=FOREIGN.keys())
def test_what_is_no_tyre_file_ends_in_one_short_message(tir, content, what):
    with pytest.raises(ModelError) as caught:
        read_tir(tir(content))
    assert what in str(caught.value)
    assert len(str(caught.value)) < 5000
    assert str(caught.value).isprintable() or "\n" in str(caught.value)


def test_a_hundred_megabytes_are_refused_at_once(tmp_path):
    path = tmp_path / "large.tir"
    with path.open("wb") as stream:
        stream.truncate(100_000_000)
    begin = time.perf_counter()
    with pytest.raises(ModelError, match=f"more than {LARGEST} bytes"):
        read_tir(path)
    assert time.perf_counter() - begin < 1


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ModelError, match="cannot be read"):
        read_tir(tmp_path / "nowhere.tir")
    with pytest.raises(ModelError, match="cannot be read"):
        read_tir(tmp_path)


def test_all_problems_are_told_at_once_and_each_once(tir):
    """Text, units, missing keys and numbers that cannot be; none follows from another, and none is left for later."""
    broken = GOOD.replace("PKY1 = -21.9", "PKY1 = x").replace("'meter'", "'furlong'").replace("PCX1 = 1.64\n", "")
    broken = (
        broken.replace("PKX1 = 22.3", "PKX1 = -22.3").replace("'RIGHT'", "'LEFTT'").replace("PKY2 = 2.0", "PKY2 2.0")
    )
    with pytest.raises(ModelError) as caught:
        read_tir(tir(broken))
    found = [problem.where for problem in caught.value.problems]
    wanted = ["[LATERAL_COEFFICIENTS]", "[UNITS] LENGTH", "[LATERAL_COEFFICIENTS] PKY1", "file", "PKX1", "TYRESIDE"]
    assert sorted(found) == sorted(wanted)
    (missing,) = [problem.what for problem in caught.value.problems if problem.where == "file"]
    assert missing == "PCX1, PKY2 are missing"


def test_a_file_without_units_says_what_it_is_taken_for(tmp_path):
    """The same numbers are another tyre in millimetres: nothing in them says so."""
    units = GOOD[GOOD.index("[UNITS]") : GOOD.index("[MODEL]")]
    for left, wanted in (("", "is missing"), ("[UNITS]\nFORCE = 'newton'\n", "does not say")):
        file = tmp_path / "tyre.tir"
        file.write_text(GOOD.replace(units, left))
        (note,) = (note for note in read_tir(file).notes if note.startswith("[UNITS]"))
        assert wanted in note and "LENGTH m" in note
        assert ("FORCE N" in note) == (not left)
    file.write_text(GOOD)
    assert not any(note.startswith("[UNITS]") for note in read_tir(file).notes)
