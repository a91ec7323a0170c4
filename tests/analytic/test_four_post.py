"""Cars on a four-post rig against the quarter car in closed form, and swept responses against linear ones."""

from __future__ import annotations

import numpy as np
import pytest
from driven_cars import linear_car
from quarter_cars import (
    DAMPER,
    SPRING,
    SPRUNG,
    TYRE,
    TYRE_DAMPER,
    UNSPRUNG,
    WHEELBASE,
    four_quarter_cars,
    quarter_car,
)

import jounce
from jounce.results.vibration.poles import fit_poles
from jounce.results.vibration.responses import frequency_response, sine_sweep, sweep_harmonic_lag
from jounce.studies import FourPost

GENTLE = {"amplitude": "0.5 mm", "fastest": "0.01 m/s"}  # so that a linear car stays linear


@pytest.fixture(scope="module")
def quarters(tmp_path_factory) -> jounce.Vehicle:
    return four_quarter_cars(str(tmp_path_factory.mktemp("cars")))


@pytest.mark.parametrize("name", ["sedan", "hmmwv"])
def test_nothing_presses_the_tyres_sideways_on_the_posts(name):
    """Both sink by centimetres, and their tracks change: tyres that held the road would push with 468 to 2,000 N.

    On floating plates a tyre holds a thousandth of its load; the trim that follows may shift as much to it again.
    """
    seen = FourPost().manoeuvre(jounce.load(name)).start.seen()
    for corner in ("front_left", "front_right", "rear_left", "rear_right"):
        assert abs(seen[f"{corner}.tyre.Fy"]) <= 2e-3 * seen[f"{corner}.tyre.Fz"]


@pytest.mark.parametrize(("motion", "word", "lever"), [("heave", "heave", 1.0), ("pitch", "pitch", WHEELBASE / 2)])
def test_small_motions_on_posts_are_those_of_quarter_cars(quarters, motion, word, lever):
    """Differences have about eight digits. In pitch the front posts move against the sign of the angle, and where the
    body turns the wheels roll a little, with an inertia of 1 kg m^2 at 0.3 m: 0.2 % of the body's moment of inertia.
    """
    done = FourPost(motion=motion).manoeuvre(quarters)
    exact = quarter_car(done.frequency)
    sign = -1.0 if motion == "pitch" else 1.0
    rtol = 1e-6 if motion == "heave" else 3e-3
    found = {"body": lever * done.linear[word], "wheel": sign * done.linear["hub_front_left"]}
    found["load"] = sign * done.linear["load_front_left"]
    for name, response in found.items():
        assert np.abs(response - exact[name]).max() <= rtol * np.abs(exact[name]).max()


def test_the_swept_response_is_that_of_the_quarter_car(quarters):
    """To 0.2 % of the largest: the gate on the lag averages a response over a few tenths of a hertz."""
    study = FourPost(**GENTLE)
    done = study.manoeuvre(quarters)
    run = jounce.run(quarters, study)
    f, swept = study.swept(run, done)
    exact = quarter_car(f)
    for word, name in (("heave", "body"), ("hub_rear_right", "wheel"), ("load_front_left", "load")):
        assert np.abs(swept[word] - exact[name]).max() <= 2e-3 * np.abs(exact[name]).max()
    damped = [DAMPER, SPRING]
    wheel = [UNSPRUNG, DAMPER + TYRE_DAMPER, SPRING + TYRE]
    polynomial = np.polysub(np.polymul([SPRUNG, *damped], wheel), np.polymul(damped, damped))
    roots = sorted((root for root in np.roots(polynomial) if root.imag > 0), key=abs)
    for root, mode in zip(roots, ("bounce", "wheel_hop_front"), strict=True):
        for kind in (mode, f"{mode}_linear"):
            assert run.metrics[f"{kind}_frequency"].value == pytest.approx(abs(root) / (2 * np.pi), rel=2e-3)
            assert run.metrics[f"{kind}_damping"].value == pytest.approx(-root.real / abs(root), rel=5e-3)


@pytest.mark.parametrize("motion", ["heave", "pitch", "roll", "warp"])
def test_swept_responses_of_a_linear_car_are_the_linear_ones_within_2_percent_to_20_hertz(motion):
    """All links, struts and Magic Formula tyres; dampers linear, motions of half a millimetre."""
    run = jounce.run(linear_car(), "four-post", motion=motion, duration="30 s", **GENTLE)
    errors = {name: m.value for name, m in run.metrics.items() if name.endswith("_error") and name != "energy_error"}
    assert len(errors) >= 9
    assert max(errors.values()) < 0.02


def test_a_car_with_curved_dampers_departs_from_small_motions():
    """So the comparison can fail: dampers are stiffest near rest."""
    run = jounce.run(jounce.load("small_car"), "four-post", fastest="0.3 m/s", amplitude="10 mm", duration="20 s")
    assert run.metrics["heave_error"].value > 0.05


def test_the_posts_move_as_the_motion_says(quarters):
    signs = {
        "heave": (1, 1, 1, 1),
        "pitch": (-1, -1, 1, 1),  # nose down is positive
        "roll": (1, -1, 1, -1),  # positive to the right: the left side rises
        "warp": (1, -1, -1, 1),
    }
    car = quarters.car_model("angle", posts=True)
    for motion, wanted in signs.items():
        assert tuple(FourPost(motion=motion).post_shares(car).values()) == wanted
    assert tuple(FourPost(motion="corner", corner="rear_left").post_shares(car).values()) == (0, 0, 1, 0)
    with pytest.raises(jounce.ModelError, match="Did you mean 'rear_left'"):
        FourPost(motion="corner", corner="rear_lift").post_shares(car)


def test_a_sweep_passes_each_frequency_at_its_time_and_no_faster_than_asked():
    """Amplitude A while slow, A/(1 + (w A/v)^2)^(1/2) then; instantaneous frequency by zero crossings."""
    band, duration = (1.0, 20.0), 30.0
    t = np.arange(0.0, 34.0, 1e-4)
    z = sine_sweep(t, band, duration, 0.01, 0.1)
    assert z[0] == 0.0 and np.abs(z[t >= duration]).max() < 1e-9
    assert np.abs(np.gradient(z, t)).max() < 0.1
    up = t[:-1][(z[:-1] < 0.0) & (z[1:] >= 0.0)]
    frequency, at = 1.0 / np.diff(up), 0.5 * (up[1:] + up[:-1])
    growth = np.polyfit(at, np.log(frequency), 1)[0]
    assert growth == pytest.approx(np.log(2.0) / sweep_harmonic_lag(band, duration), rel=1e-2)
    assert frequency[0] < band[0] and frequency[-1] > band[1]


def test_harmonics_of_a_curved_system_do_not_spoil_the_response():
    """A lag of first order plus u^2/2, as large as itself: that gives second harmonics and a mean, nothing at f."""
    step, band, duration = 1e-3, (1.0, 20.0), 60.0
    t = step * np.arange(64_000)
    u = sine_sweep(t, band, duration, 1.0, 1e9)
    lag = 0.05  # s
    spectrum = np.fft.rfft(u) / (1.0 + 2j * np.pi * np.fft.rfftfreq(len(u), step) * lag)
    y = np.fft.irfft(spectrum, len(u)) + 0.5 * u**2
    late = sweep_harmonic_lag(band, duration)
    f, H = frequency_response(u, np.column_stack([y, y]), step, band, late, [0, 1])
    exact = 1.0 / (1.0 + 2j * np.pi * f * lag)
    assert np.abs(H[0] - exact).max() < 5e-3
    inner = (f > 1.5) & (f < 18)
    assert np.abs(H[1] * 2j * np.pi * f - exact)[inner].max() < 5e-3


def test_poles_of_responses_are_found():
    """Three responses with the same four pairs of poles, of which two lie close together; to rounding."""
    poles = np.array([-2.9 + 8.5j, -4.2 + 9.9j, -30 + 72j, -31 + 82j])
    f = np.geomspace(0.5, 25.0, 200)
    s, random = 2j * np.pi * f, np.random.default_rng(0)
    residues = random.normal(size=(3, 4)) + 1j * random.normal(size=(3, 4))
    responses = np.array(
        [
            0.1 + sum(r / (s - p) + r.conj() / (s - p.conj()) for r, p in zip(own, poles, strict=True))
            for own in residues
        ]
    )
    np.testing.assert_allclose(fit_poles(f, responses, 6, enough=1e-9), poles, rtol=1e-6)
