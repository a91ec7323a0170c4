"""The checks of a tyre file: tyres of the library keep them, planted faults break each, published tyres as stated."""

from __future__ import annotations

import numpy as np
import pytest
from tyre_cases import MANY, MF52, MF61, Case, on_graph, states

import jounce
from jounce.errors import ModelError
from jounce.graph import interpret
from jounce.model.library import library_models
from jounce.model.tyre_files.lone_tyre import LoneTyre
from jounce.model.tyre_files.tyre_arrays import TyreArrays
from jounce.parts.tyres.simple_laws.tmeasy import TMeasyTyre
from jounce.studies.tyres.jumps import find_jumps
from jounce.studies.tyres.tyre_checks import check_tyre

SHIPPED = [name for name in library_models() if name.startswith("tyre_")]
CHECKS = (
    "finite forces",
    "finite slopes",
    "continuity",
    "dissipation without shifts",
    "dissipation at high loads",
    "radii",
    "relaxation",
    "dissipation beyond shifts",
    "friction limit",
    "friction",
)
NEEDED = CHECKS[:4]  # a tyre that breaks one of these cannot be used; the others warn


@pytest.mark.parametrize("name", SHIPPED)
def test_a_tyre_of_the_library_keeps_every_check(name):
    file = jounce.load(name)
    checks = check_tyre(file)
    missing = set() if hasattr(file.tyre, "shape") else {"dissipation beyond shifts"}  # TMeasy has no shifts
    assert [check.name for check in checks] == [check for check in CHECKS if check not in missing]
    # Rill adds the force of inclination to that of slip: on ice, at 10 deg, both pass the ellipse together
    warned = {"friction limit"} if isinstance(file.tyre, TMeasyTyre) else set()
    assert [str(check) for check in checks if not check.passed and check.name not in warned] == []


# coefficients that make a tyre break one of the promises: a sine that goes on past its half turn drives the wheel;
# without weights, both peaks act at once; an exponential beyond all numbers; forces that turn round at standstill
# within a nanometre a second; an effective radius that shrinks with load to a quarter; a force that lags by metres; a
# vertical shift larger than what is left of the force at large slip
FAULTS = {
    "finite forces": {"PKX3": 1e4},
    "finite slopes": {"PKX3": 1e4},
    "continuity": {"VXLOW": 1e-9},
    "radii": {"FREFF": 6.0},
    "relaxation": {"PTY1": 20.0},
    "dissipation without shifts": {"PCY1": 2.6},
    "dissipation at high loads": {"PKX2": -40.0},
    "dissipation beyond shifts": {"PVX1": 0.9, "PCX1": 1.9},
    "friction limit": {"RBX1": 0.0, "RBY1": 0.0},
    "friction": {"PDY1": 1.9},
}


@pytest.mark.filterwarnings("error::RuntimeWarning")
def test_a_function_without_finite_numbers_is_no_warning_but_a_jump_without_end():
    """What `finite forces` tells as well; a raw warning of NumPy would tell a user nothing."""
    found, _ = find_jumps(lambda x: np.where(x > 0.0, np.inf, x), np.array([[-1.0]]), np.array([[1.0]]))
    assert not np.isfinite(found).any()


@pytest.mark.parametrize("name", CHECKS)
def test_a_planted_fault_breaks_its_check(name):
    faulty = jounce.load("tyre_205_55_r16").with_values(FAULTS[name])
    (check,) = [check for check in check_tyre(faulty, 20_000) if check.name == name]
    assert not check.passed
    assert ("FAILED" if name in NEEDED else "WARN") in str(check) and "slip angle" in str(check)


def test_the_worst_state_is_one_where_the_fault_can_be_seen():
    """Without weights the combined force is the diagonal of the rectangle of the peaks, at most sqrt(2)."""
    faulty = jounce.load("tyre_205_55_r16").with_values({"RBX1": 0.0, "RBY1": 0.0, "RVY3": 0.0})
    (check,) = [check for check in check_tyre(faulty) if check.name == "friction limit"]
    assert 1.35 < check.worst <= np.sqrt(2) + 1e-9
    assert abs(check.at["slip"]) > 0.005 and abs(check.at["slip_angle"]) > 0.005


def test_the_load_from_which_a_tyre_gains_power_is_named_and_loads_below_it_are_ok():
    """K_x = Fz (PKX1 + PKX2 dfz) changes its sign at dfz = -PKX1 / PKX2, where dfz = Fz / (FNOMIN LFZO) - 1."""
    tyre = jounce.load("tyre_205_55_r16").with_values({"PKX2": -60.0, "LFZO": 1.2})
    p = tyre.tyre
    turns = p.FNOMIN * 1.2 * (1.0 + p.PKX1 / 60.0)
    checks = {check.name: check for check in check_tyre(tyre, 50_000)}
    assert checks["dissipation without shifts"].passed
    high = checks["dissipation at high loads"]
    assert not high.passed and not high.needed
    named = float(high.meaning.split("from load ")[1].split(" kN")[0])
    assert turns / 1e3 <= named < 1.01 * turns / 1e3


def test_what_is_no_tyre_file_is_refused():
    with pytest.raises(ModelError, match="MagicFormula52 is not a tyre"):
        check_tyre(MF52)
    with pytest.raises(ModelError, match="states"):
        check_tyre(jounce.load("tyre_205_55_r16"), states=0)


def sample(name: str) -> LoneTyre:
    """A published tyre with the ranges its file states."""
    tyre, ranges = {
        "5.2": (MF52, {"FZ": (100.0, 20469.8), "CAM": (-0.2634, 0.26395)}),
        "6.1": (MF61, {"FZ": (0.0, 18000.0), "CAM": (-0.0873, 0.105)}),
    }[name]
    return LoneTyre(source=name, tyre=tyre, ranges=ranges)


def test_the_published_6_1_tyre_keeps_every_check_in_its_ranges():
    assert [str(check) for check in check_tyre(sample("6.1")) if not check.passed] == []


def test_the_published_5_2_tyre_gains_power_only_where_its_vertical_shift_outgrows_the_end_of_its_curve():
    """C_y = 1.889 leaves sin(pi C / 2) = 17 % of the peak at large slip angles. S_Vy, which grows with load times
    inclination (PVY4), is more than that in a corner of the ranges of the file; outside that corner the promise holds,
    and all other checks hold everywhere."""
    checks = {check.name: check for check in check_tyre(sample("5.2"))}
    assert [name for name, check in checks.items() if not check.passed] == ["dissipation beyond shifts"]
    at = checks["dissipation beyond shifts"].at
    dfz = at["load"] / 9416.6 - 1
    gamma = at["inclination"]
    shift = abs(0.005978 + 0.008146 * dfz + (-0.4066 - 0.4417 * dfz) * gamma)
    peak = (0.8271 - 0.2306 * dfz) * (1 + 7.088 * gamma**2)
    assert shift > peak * np.sin(np.pi * 1.889 / 2)


@pytest.mark.parametrize("name", ["5.2", "6.1"])
def test_peaks_and_shifts_are_those_of_the_coefficients(name):
    """To first order a force is zero at a slip of -S_H - S_V / K; written here from the coefficients, in the ranges of
    the published files. `test_tyre_dissipation` has the law itself."""
    file = sample(name)
    p, case = file.tyre, Case(None, file.tyre, float(file.tyre.FNOMIN), None)
    random = np.random.default_rng(8)
    at = states(case, MANY)
    at["slip"], at["slip_angle"] = np.clip(at["slip"], -1, 1), np.clip(at["slip_angle"], -0.96, 0.96)
    at["load"], at["inclination"] = random.uniform(*file.limits("FZ"), MANY), random.uniform(*file.limits("CAM"), MANY)
    at["friction"] = np.ones(MANY)
    Fz, dfz = at["load"], at["load"] / p.FNOMIN - 1
    gamma = np.sin(at["inclination"]) if name == "6.1" else at["inclination"]
    K_x = Fz * (p.PKX1 + p.PKX2 * dfz) * np.exp(p.PKX3 * dfz)
    shift_x = np.abs(p.PHX1 + p.PHX2 * dfz) + np.abs(Fz * (p.PVX1 + p.PVX2 * dfz) / K_x)
    D_y = Fz * (p.PDY1 + p.PDY2 * dfz) * (1 - p.PDY3 * gamma**2)
    S_V = Fz * (p.PVY1 + p.PVY2 * dfz + (p.PVY3 + p.PVY4 * dfz) * gamma)
    by_slip = np.abs(D_y * (p.RVY1 + p.RVY2 * dfz + p.RVY3 * gamma))
    if name == "5.2":
        K_y = p.PKY1 * p.FNOMIN * np.sin(2 * np.arctan(Fz / (p.PKY2 * p.FNOMIN))) * (1 - p.PKY3 * np.abs(gamma))
        S_H = p.PHY1 + p.PHY2 * dfz + p.PHY3 * gamma
    else:
        at_most = p.PKY2 + p.PKY5 * gamma**2
        K_y = p.PKY1 * p.FNOMIN * np.sin(p.PKY4 * np.arctan(Fz / p.FNOMIN / at_most)) * (1 - p.PKY3 * np.abs(gamma))
        S_camber = Fz * (p.PVY3 + p.PVY4 * dfz) * gamma
        S_H = p.PHY1 + p.PHY2 * dfz + (Fz * (p.PKY6 + p.PKY7 * dfz) * gamma - S_camber) / K_y
    shift_y = np.abs(S_H) + (np.abs(S_V) + by_slip) / np.abs(K_y)
    shape = TyreArrays(lambda c: [(s := p.shape(c)).shift_x, s.shift_y, s.peak_y])(**at)
    for own, here in zip(shape, (shift_x, shift_y, np.abs(D_y) + np.abs(S_V) + by_slip), strict=True):
        np.testing.assert_allclose(own, here, rtol=1e-6, atol=1e-9)  # guards of 1e-9 N, loads of a few newtons


def test_on_ice_the_combined_force_keeps_to_the_friction_ellipse_as_on_asphalt():
    """Similarity: with slips divided by the friction, the upright even tyre has the same shape on any road."""
    file = jounce.load("tyre_205_55_r16")
    case = Case(None, file.tyre.even(), 4300.0, None)
    _, outputs = on_graph(case)
    slips = np.random.default_rng(3).normal(0, 0.1, (2, 5000))
    rest = {"inclination": 0.0, "load": 4300.0, "speed": 20.0}
    dry = interpret(outputs, rest | {"slip": slips[0], "slip_angle": slips[1], "friction": 1.0})
    ice = interpret(outputs, rest | {"slip": 0.1 * slips[0], "slip_angle": 0.1 * slips[1], "friction": 0.1})
    for a, b in zip(dry[:2], ice[:2], strict=True):
        np.testing.assert_allclose(0.1 * a, b, atol=1e-6)
