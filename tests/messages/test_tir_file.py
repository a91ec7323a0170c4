"""Tyre property files: what is read, in which units, and each way of refusing one with its line."""

from __future__ import annotations

import math
import time
from pathlib import Path

import pytest

from jounce.errors import ModelError
from jounce.model.tyre_files.tir_file import LARGEST, MOST_PROBLEMS, read_tir
from jounce.parts.tyres.magic_formula_data import MagicFormula52, MagicFormula61

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
    "no value of an unknown key": ("COLOUR = black", "COLOUR =", "has no value", "COLOUR"),
    "a word for a number": ("PKY1 = -21.9", "PKY1 = 'stiff'", "is not a finite number", "PKY1"),
    "two numbers": ("PKY1 = -21.9", "PKY1 = -21.9 3", "is not a finite number", "PKY1"),
    "too large": ("PKY1 = -21.9", "PKY1 = 1e400", "is not a finite number", "PKY1"),
    "too large in its unit": ("FNOMIN = 4850.0", "FNOMIN = 1e307\n[UNITS]\nFORCE = 'kN'", "", "FORCE"),
    "an endless exponent": ("PKY1 = -21.9", "PKY1 = 1e-99999999999999999999999999999999999999999", "finite", "PKY1"),
    "not a number": ("PKY1 = -21.9", "PKY1 = nan", "is not a finite number", "PKY1"),
    "twice": ("PKY1 = -21.9", "PKY1 = -21.9\nPKY2 = 3.0", "is '2.0' here and '3.0' in line", None),
    "twice in two sections": ("COLOUR = black", "PKY1 = -20", "here and '-21.9' in [LATERAL_COEFFICIENTS]", "COLOUR"),
    "a table with words": ("0.9 1.0", "0.9 wide", "is not a row of numbers", "0.9 1.0"),
    "an unknown length": ("'meter'", "'furlong'", "is not a known unit of length", "LENGTH"),
    "an unknown side": ("'RIGHT'", "'LEFTT'", "is not a side. Did you mean 'LEFT'?", "TYRESIDE"),
    "an unknown format": ("'PAC2002'", "'PAC2003'", "is not known. Did you mean 'PAC2002'?", "PROPERTY_FILE_FORMAT"),
    "no format": ("PROPERTY_FILE_FORMAT = 'PAC2002'\n", "", "is missing", None),
    "another formula": ("LONGVL = 16.7", "FITTYP = 62", "is a formula that is not known here", "LONGVL"),
    "two formulas": ("LONGVL = 16.7", "FITTYP = 61", "contradicts PROPERTY_FILE_FORMAT PAC2002", "LONGVL"),
    "a negative load": ("4850.0", "-4850.0", "must be positive", "FNOMIN"),
    "a negative damper": ("COLOUR = black", "VERTICAL_DAMPING = -50", "must not be negative", "COLOUR"),
    "no stiffness": ("PKY2 = 2.0", "PKY2 = 0", "is zero", "PKY2"),
    "an empty range": ("FZMIN = 200", "FZMIN = 9000", "is not below FZMAX = 9000", "FZMIN"),
    "a rim outside the tyre": ("RIM_RADIUS = 0.19", "RIM_RADIUS = 190", "is not below UNLOADED_RADIUS", "RIM_RADIUS"),
    "a hollow spring": ("COLOUR = black", "Q_FZ2 = 1000", "contradicts VERTICAL_STIFFNESS", "COLOUR"),
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


def test_a_file_cut_off_at_any_place_is_refused_or_whole(tir):
    """A cut behind the line of the last number that is needed does no harm; any other is told, in one error."""
    harmless = GOOD.index("PKY2 = 2.0\n") + len("PKY2 = 2.0\n")
    for end in range(len(GOOD)):
        path = tir(GOOD[:end])
        try:
            read_tir(path)
        except ModelError:
            continue
        assert end >= harmless


FOREIGN = {
    "empty": (b"", "is empty"),
    "blank": (b" \r\n\t\n", "is empty"),
    "zeros": (bytes(1000), "is not text"),
    "an archive": (b"PK\x03\x04" + bytes(range(256)) * 4, "is not text"),
    "UTF-16": (GOOD.encode("utf-16"), "is not text"),
    "prose": (b"This is a letter.\n" * 5000, f"and {5000 - MOST_PROBLEMS} more"),
    "one long line": (b"x" * 900_000, "stands before any section"),
    "quotes": (b"[A]\n" + b"'" * 900_001, "is not KEY = value"),
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


def test_all_problems_are_told_at_once(tir):
    with pytest.raises(ModelError) as caught:
        read_tir(tir(GOOD.replace("PKY1 = -21.9", "PKY1 = x").replace("'meter'", "'furlong'")))
    assert len(caught.value.problems) == 2
