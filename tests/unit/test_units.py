"""Quantities as people write them. Factors of foreign units: NIST SP 811 (2008), appendix B.8."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jounce.units import (
    UNITS,
    Axes,
    Plain,
    Quantity,
    UnitError,
    bare_number_readings,
    parse_unit,
    show_in_unit,
    to_si,
    unit_of_number,
)

SI = {
    ("25 mm", "m"): 0.025,
    ("212 mm", "m"): 0.212,
    ("3 deg", "rad"): 3 * math.pi / 180,
    ("180 deg", "rad"): math.pi,
    ("90°", "rad"): math.pi / 2,
    ("80 km/h", "m/s"): 80 / 3.6,
    ("25 N/mm", "N/m"): 25_000.0,
    ("1.2 kN", "N"): 1200.0,
    ("5 Nm/deg", "N m/rad"): 5 * 180 / math.pi,
    ("5 N m/deg", "N m/rad"): 5 * 180 / math.pi,
    ("5 N*m/deg", "N m/rad"): 5 * 180 / math.pi,
    ("1200 rpm", "rad/s"): 40 * math.pi,
    ("2500 N s/m", "N s/m"): 2500.0,
    ("2.5 Ns/mm", "N s/m"): 2500.0,
    ("25000 kg mm^2", "kg m^2"): 0.025,
    ("25000 kg mm²", "kg m^2"): 0.025,
    ("-9810 mm/s^2", "m/s^2"): -9.81,
    ("9.81 m/s/s", "m/s^2"): 9.81,
    ("2 s^-1", "Hz"): 2.0,
    ("2.2 bar", "Pa"): 220_000.0,
    ("30 mph", "m/s"): 30 * 0.44704,
    ("100 lbf", "N"): 100 * 4.4482216152605,
    ("1 in", "m"): 0.0254,
    ("12 ft", "m"): 12 * 0.3048,
    ("3000 lb", "kg"): 3000 * 0.45359237,
    ("80 %", "1"): 0.8,
    ("0.4 g", "m/s^2"): 0.4 * 9.80665,
    ("2 g/deg", "m/s^2/rad"): 2 * 9.80665 * 180 / math.pi,
    ("350 g", "kg"): 0.35,
    ("12 °/s", "rad/s"): 12 * math.pi / 180,
    ("12 deg/sec", "rad/s"): 12 * math.pi / 180,
    ("9.81 m/s2", "m/s^2"): 9.81,
    ("0.1 kg m2", "kg m^2"): 0.1,
    ("32 psi", "Pa"): 32 * 6894.757293168361,
    ("50 kmh", "m/s"): 50 / 3.6,
    ("1.4 t", "kg"): 1400.0,
    ("+.5e-3 m", "m"): 0.0005,
    ("0", "m"): 0.0,
    ("0.7", "1"): 0.7,
    ("100 lb/in", "N/m"): 100 * 175.1268,  # NIST SP 811 gives 1.751 268 E+02 for lbf/in
    ("100 lb", "N"): 100 * 4.4482216152605,
    ("50 lb ft^2", "kg m^2"): 50 * 0.04214011,
    ("150 ft lbf", "N m"): 150 * 1.3558179483314,
    ("100 kph", "m/s"): 100 / 3.6,
    ("60 mi/h", "m/s"): 60 * 0.44704,
    ("5 N·m", "N m"): 5.0,
    ("−3 º", "rad"): -3 * math.pi / 180,
    ("2 inch", "m"): 0.0508,
    ("2200 mbar", "Pa"): 220_000.0,
    ("10 kgf", "N"): 98.0665,
    ("0e999999999 m", "m"): 0.0,
    ("100 hp", "W"): 74569.9871582270,  # NIST SP 811 prints 7.456 999 E+02
    ("100 PS", "W"): 73549.875,  # and 7.354 988 E+02
    ("50 km/hr", "m/s"): 50 / 3.6,
    ("9.81 m/s**2", "m/s^2"): 9.81,
    ("150 ft-lbf", "N m"): 150 * 1.3558179483314,
    ("150 lb-ft", "N m"): 150 * 1.3558179483314004,
    ("5 N-m", "N m"): 5.0,
    ("25 kg-m^2", "kg m^2"): 25.0,
}

ASKED = {
    ("2 kip", "N"): 'write "1000 lbf"',
    ("90 HP", "W"): 'write "hp" of 745.7 W or "PS" of 735.5 W',
    ("60 kmph", "m/s"): 'write "km/h"',
    ("500 mg", "m/s^2"): 'write "0.5 g" for the acceleration',
    ("0.5 G", "m/s^2"): 'write "g"',
}


@pytest.mark.parametrize("case, help", ASKED.items(), ids=lambda case: case[0] if isinstance(case, tuple) else "")
def test_a_unit_of_several_meanings_is_refused_with_what_to_write(case, help):
    with pytest.raises(UnitError) as refused:
        to_si(*case)
    assert refused.value.help == help


@pytest.mark.parametrize("case, si", SI.items(), ids=lambda case: case[0] if isinstance(case, tuple) else "")
def test_text_becomes_si(case, si):
    printed = "lb" in case[0] and "lbf" not in case[0]  # these are printed with seven digits
    assert to_si(*case) == pytest.approx(si, rel=5e-7 if printed else 4e-16)  # one rounding, and the expectation's


@pytest.mark.parametrize(
    "text, unit, readings",
    [
        ("60", "m/s", 'write "60 m/s" (216 km/h) or "60 km/h"'),
        ("30", "rad", 'write "30 rad" (1718.87 deg) or "30 deg"'),
        ("15", "N/m", 'write "15 N/m" (0.015 N/mm) or "15 N/mm"'),
        ("4", "m/s^2", 'write "4 m/s^2" (0.407886 g) or "4 g"'),
        ("-80", "m", 'write "-80 m" (-80000 mm) or "-80 mm"'),
        ("3", "N m", 'write "3 N m"'),
    ],
)
def test_a_text_without_a_unit_is_refused_with_both_readings(text, unit, readings):
    with pytest.raises(UnitError) as refused:
        to_si(text, unit)
    assert (refused.value.what, refused.value.help) == (f"{text} has no unit", readings)
    assert to_si(float(text), unit) == float(text)  # a number of Python is SI
    assert bare_number_readings(2.0, "1 or m/rad or rad/m") is None  # a ratio may have no unit


def test_only_readings_that_fit_are_offered():
    assert bare_number_readings("30", "m/s", "km/h", lambda v: v < 10.0).help == 'write "30 km/h"'
    assert bare_number_readings("-1", "s", "ms", lambda t: t > 0.0).help == ""


@pytest.mark.parametrize(
    ("number", "text"), [(1390.4, "1390"), (25000.0, "25000"), (13.94, "13.9"), (2.5e-4, "0.00025"), (3e12, "3e+12")]
)
def test_sentences_write_large_numbers_without_an_exponent(number, text):
    assert f"{Plain(number):.3g}" == text


@given(st.integers(-(10**9), 10**9), st.integers(0, 6))
def test_a_decimal_in_millimetres_is_the_float_of_the_decimal_in_metres(digits, places):
    """Python's own decimal-to-float is the oracle: no second rounding comes from the unit."""
    text = f"{digits}e-{places}"
    assert to_si(f"{text} mm", "m") == float(f"{digits}e-{places + 3}")


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_bare_number_in_si_stays_as_it_is(number):
    assert to_si(number, "m") == number


def test_the_header_speaks_of_pure_lengths_only():
    header = {"length": "mm", "angle": "deg"}
    assert to_si(212, "m", header) == 0.212
    assert to_si(180.0, "rad", header) == math.pi
    assert to_si("212", "m", header) == 0.212
    with pytest.raises(UnitError, match="20 has no unit"):
        to_si("20", "N/m", header)
    assert to_si("0.212 m", "m", header) == 0.212
    assert to_si(20_000, "N/m", header) == 20_000
    assert to_si(0.1, "kg m^2", header) == 0.1


def test_either_of_two_dimensions_is_taken_but_a_bare_number_must_not_be_ambiguous():
    assert to_si("90 deg", "rad or m") == math.pi / 2
    assert to_si("5 mm", "rad or m") == 0.005
    assert to_si(0.1, "rad or m") == 0.1
    assert to_si(0, "rad or m", {"angle": "deg"}) == 0.0
    with pytest.raises(UnitError, match="could be in rad or m"):
        to_si(30, "rad or m", {"angle": "deg"})


REFUSED = {
    ("5 mm", "kg"): "needs kg",
    ("5 N m", "N m/rad"): "needs N m/rad",
    ("5 rad/s", "Hz"): "needs Hz",
    ("5 N/mm", "N s/m"): "needs N s/m",
    ("5 deg", "1"): "needs a plain number",
    ("5 parsec", "m"): "'parsec' is not known",
    ("5 N/mm s", "N s/m"): "reads in two ways",
    ("5 m//s", "m/s"): "is not a unit",
    ("5 m/", "m"): "is not a unit",
    ("5 m^", "m"): "is not a unit",
    ("5 m^999999999", "m"): "is not a unit",
    ("5 m2", "m"): "needs m",
    ("5 m4", "m"): "is not a unit",
    ("5 12", "1"): "is not a unit",
    ("5 g", "N"): "needs N",
    ("5 kg", "m/s^2"): "needs m/s²",
    ("m", "m"): "is not a quantity",
    ("", "m"): "is not a quantity",
    ("nan m", "m"): "is not a quantity",
    ("2,5 mm", "m"): "has a comma",
    ("1e400 m", "m"): "too large",
    ("1e308 km", "m"): "too large",
    ("9" * 5000 + " m", "m"): "is not a quantity",
    (True, "m"): "is not a number",
    (None, "m"): "is not a number",
    (float("nan"), "m"): "not a finite number",
    (10**400, "m"): "too large",
}


@pytest.mark.parametrize("case, why", REFUSED.items(), ids=lambda case: str(case)[:30])
def test_what_is_no_such_quantity_is_refused_with_the_reason(case, why):
    with pytest.raises(UnitError, match=why):
        to_si(*case)


@given(st.text(max_size=60))
def test_any_text_is_a_number_or_refused(text):
    try:
        assert math.isfinite(to_si(text, "m"))
    except UnitError as error:
        assert error.what and error.help


def test_every_unit_comes_back_as_it_was_shown():
    for unit in UNITS:
        si = to_si(f"2.5 {unit}", _si_unit(unit))
        assert show_in_unit(si, unit).split(" ")[0] == "2.5"


def _si_unit(unit: str) -> str:
    powers = parse_unit(unit).powers
    names = ("m", "kg", "s", "rad")
    return " ".join(f"{n}^{p}" for n, p in zip(names, powers, strict=True) if p) or "1"


def test_units_of_a_law_follow_from_its_axes():
    damper, torsion = Axes("m/s", "N"), Axes("rad or m", "N m or N")
    assert unit_of_number(Quantity("y/x"), damper) == "N s/m"
    assert unit_of_number(Quantity("1/x"), damper) == "s/m"
    assert unit_of_number(Quantity("y/x"), Axes("rad/s", "N m")) == "N m s/rad"
    assert unit_of_number(Quantity("1/x"), Axes("m", "N")) == "1/m"
    assert unit_of_number(Quantity("y/x"), torsion) == "N m/rad or N/m"
    assert unit_of_number(Quantity("y"), torsion) == "N m or N"
    assert unit_of_number(Quantity("y/x"), Axes("s", "rad or m")) == "rad/s or m/s"


def test_a_bushing_matrix_has_the_units_of_its_rows_and_columns():
    stiffness, damping, none = Quantity("bushing stiffness"), Quantity("bushing damping"), Axes("1", "1")
    assert [unit_of_number(stiffness, none, i, 6) for i in (0, 2, 3, 5)] == ["N/m", "N/m", "N m/rad", "N m/rad"]
    assert unit_of_number(stiffness, none, 0 * 6 + 4, 36) == "N/rad"
    assert unit_of_number(stiffness, none, 4 * 6 + 0, 36) == "N m/m"
    assert unit_of_number(damping, none, 5, 6) == "N m s/rad"
    assert unit_of_number(damping, none, 0, 36) == "N s/m"
