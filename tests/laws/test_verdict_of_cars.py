"""A run of a car says itself whether it stayed within what its parts and its study are valid for."""

from __future__ import annotations

import json
import math
import re
import warnings
from importlib.resources import files

import numpy as np
import pytest
from click.testing import CliRunner

import jounce
from campaigns import with_campaign
from jounce.cli import main
from jounce.model.tyre_files.tyre_validity import tyre_validities
from jounce.model.usual.car_classes import CLASSES, UsualRange, usual_figures
from jounce.model.usual.car_figures import all_figures_of_car, car_class, figures_of_car
from jounce.results import Channel, Result
from jounce.results.run_record import DOUBTFUL, PASSED
from jounce.simulation.judging.car_checks import checks_of_jumps, longest_stretch
from jounce.simulation.judging.drive_checks import checks_of_drive
from jounce.studies import ROOMS, STUDIES
from jounce.studies.driving.drive import Drive
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.handling.linkage_figures import linkage_figures
from jounce.studies.ride.corner_figures import corner_figures
from jounce.views.page.encoding import Encoder
from jounce.views.page.page import page_run

CARS = {  # and the class of each
    "small_car": "small car",
    "golf1": "small car",
    "sedan": "mid-size car",
    "bmw_320i": "mid-size car",
    "ford_escort": "mid-size car",
    "large_sedan": "large car",
    "vw_vanagon": "van",
    "hmmwv": "light truck",
    "small_car_electric": "small car",
    "small_car_compliant": "small car",
    "golf1_carcass": "small car",
    "hatchback_twist_beam": "mid-size car",
    "van_live_axle": "van",
    "open_wheel": "race car",
    "pickup": "light truck",
    "car_with_caravan": "mid-size car",
}
DRIVES = [
    name for room in ROOMS.values() for name in room if issubclass(STUDIES[name], Drive) and STUDIES[name].simulates
]
ROLLS_OVER = {("bmw_320i", "sine-with-dwell"), ("ford_escort", "sine-with-dwell"), ("vw_vanagon", "sine-with-dwell")}
REVERSED = {"brakes.front_share": 0.1}


def checks(run) -> dict:
    return {check.name: check for check in run.verdict.checks}


@pytest.fixture(scope="module")
def small_car():
    return jounce.load("small_car")


@pytest.fixture(scope="module")
def turned(small_car):
    """A stop with reversed brake bias: the rear wheels lock, and the car turns round."""
    with pytest.warns(jounce.DoubtfulResult) as warned:
        run = jounce.run(small_car.with_values(REVERSED), "straight-braking")
    assert len(warned) == 1  # once a run
    return run


@pytest.fixture(scope="module")
def overturned(small_car):
    """A top-heavy car that turns too fast; nothing but its tyres can touch the road."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jounce.DoubtfulResult)
        high = small_car.with_values({"body.centre.z": 1.2})
        return jounce.run(high, "step-steer", angle="180 deg", speed="80 km/h", duration="3 s")


def test_a_stop_that_turns_round_is_doubtful(turned):
    """Heading and travel from the path itself: the way of the centre of mass over ground against the yaw angle."""
    found = checks(turned)
    yaw = np.degrees(np.unwrap(turned["vehicle.yaw"]))
    assert found["turned"].value == pytest.approx(np.abs(yaw - yaw[0]).max()) and found["turned"].value > 180.0
    x, y = (np.gradient(turned[f"vehicle.cg.{axis}"], turned.time) for axis in "xy")
    away = np.degrees(np.angle(np.exp(1j * (np.arctan2(y, x) - turned["vehicle.yaw"]))))
    fast = np.hypot(x, y) > 3.0
    assert found["spun"].value == pytest.approx(np.abs(away[fast]).max(), abs=1.0)  # differences of rows
    assert {"spun", "turned", "left its lane"} <= {name for name, c in found.items() if c.state == DOUBTFUL}


def test_a_car_on_its_roof_is_doubtful(overturned):
    """Upright is what the body's quaternion says: R_zz = 1 - 2 (x^2 + y^2), written apart from roll and pitch."""
    found = checks(overturned)
    q = {k: overturned.coordinates[f"body.q{k}"] for k in range(4)}
    size = sum(part**2 for part in q.values())
    leans = np.degrees(np.arccos(1.0 - 2.0 * (q[1] ** 2 + q[2] ** 2) / size))
    assert found["overturned"].value == pytest.approx(leans.max(), rel=1e-6) and leans.max() > 90.0
    assert found["overturned"].state == DOUBTFUL and found["tyre range"].state == DOUBTFUL


@pytest.mark.parametrize("name", ["tyre_155_65_r13", "tyre_37x12_5_r16_5", "tyre_275_35_r20"])
def test_limits_of_a_tyre_are_those_of_its_file(name, small_car):
    """Read here by a pattern, not by our reader; a file that names no rim has a usual side wall."""
    text = (files("jounce.model") / "library" / "tyres" / f"{name}.tir").read_text()
    given = {key: float(value) for key, value in re.findall(r"^(\w+)\s*=\s*([-+.\deE]+)", text, re.M)}
    car = small_car.with_tables({"axles.front.tyre.file": name})
    found = tyre_validities(car.car_model().model, car)["front_left.tyre"]
    assert found.side_wall == pytest.approx(given["UNLOADED_RADIUS"] - given["RIM_RADIUS"])
    assert (found.most_load, found.nominal_load) == (given["FZMAX"], given["FNOMIN"])
    assert (found.most_inclination, found.most_slip_angle) == (given["CAMMAX"], given["ALPMAX"])


def test_a_variant_keeps_the_ranges_of_its_tyres(small_car):
    changed = small_car.with_values({"body.mass": 700.0})
    models = [car.car_model().model for car in (small_car, changed)]
    assert tyre_validities(models[0], small_car) == tyre_validities(models[1], changed)


@pytest.mark.parametrize(("lasts", "jumps"), [(1.3e-3, False), (1.0e-3, True), (1e-6, True)])
def test_a_hand_turns_at_most_5_deg_in_a_millisecond(lasts, jumps):
    """A ramp of 6 deg in 1.3 ms is 4.6 deg/ms; a table with two points a microsecond apart is a jump, however drawn."""
    ramp = (np.array([0.0, 1.0, 1.0 + lasts, 2.0]), np.radians([0.0, 0.0, 6.0, 6.0]), "linear")
    (check,) = checks_of_jumps({"steering.wheel_angle": ramp}, {})
    assert (check.state == DOUBTFUL) == jumps
    assert check.value == pytest.approx(6.0 * min(1e-3 / lasts, 1.0))


def test_an_input_that_does_not_begin_where_it_was_held_jumps():
    (check,) = checks_of_jumps({"brakes.pedal": 0.5}, {"brakes.pedal": 0.0})
    assert check.value == 0.5 and check.state == DOUBTFUL
    (check,) = checks_of_jumps({"brakes.pedal": 0.5}, {"brakes.pedal": 0.5})
    assert check.value == 0.0 and check.state == PASSED


def test_the_longest_stretch_of_a_square_wave():
    """Rows every 0.1 s; a flag stands for half of both steps beside it."""
    t = 0.1 * np.arange(20)
    flags = np.zeros(20, bool)
    flags[[3, 4, 5, 9, 10]] = True
    assert longest_stretch(t, flags) == pytest.approx(0.3)
    assert longest_stretch(t, np.ones(20, bool)) == pytest.approx(1.9)
    assert longest_stretch(t, np.zeros(20, bool)) == 0.0
    uneven = np.array([0.0, 1.0, 3.0, 6.0, 10.0])
    assert longest_stretch(uneven, uneven == 3.0) == pytest.approx(0.5 * (6.0 - 1.0))


@pytest.mark.parametrize(
    ("vx", "vy", "slides"), [(10.0, 10.0, 45.0), (-10.0, 5.0, 26.565), (1.0, 2.0, 0.0), (0.0, 8.0, 90.0)]
)
def test_the_angle_of_sliding_in_closed_form(small_car, vx, vy, slides):
    """atan(vy / vx) of constant speeds, also in reverse; a car slower than 3 m/s does not spin."""
    names = ("vehicle.cg.vx", "vehicle.cg.vy")
    rows = np.tile([vx, vy], (3, 1))
    run = Result(time=np.arange(3.0), channels=tuple(Channel(name, "m/s") for name in names), numbers=rows)
    (check,) = checks_of_drive(run, small_car.car_model(), goes_straight=False, in_lane=False)
    assert check.name == "spun" and check.value == pytest.approx(slides, abs=1e-3)


@pytest.mark.parametrize(
    ("value", "outside"), [(1.5, 0.0), (2.5, 0.5), (4.0, 2.0), (0.5, 1.0), (0.25, 2.0), (-1.0, math.inf)]
)
def test_how_far_a_figure_lies_outside(value, outside):
    """In widths of 1 to 2, or in doublings of its ends where these are more; what may be zero goes by widths alone."""
    assert UsualRange(1.0, 2.0, "", False).outside(value) == pytest.approx(outside)
    widths = max(1.0 - value, value - 2.0, 0.0)
    assert UsualRange(1.0, 2.0, "", True).outside(value) == pytest.approx(widths)


def test_what_a_study_is_about_is_no_doubt_in_it(small_car):
    """A car that is made to roll over has rolled over as asked; the note stays."""
    run = jounce.run(small_car, "roll-over", raised="0.8 m", angle="250 deg")
    assert np.abs(run["vehicle.roll"]).max() > np.radians(60.0)
    assert run.verdict.state == PASSED and "overturned" not in checks(run)
    assert any(
        note.startswith("no doubt in this study, which is about rolling over: overturned")
        for note in run.metadata["notes"]
    )


@pytest.mark.campaign
def test_a_row_of_a_batch_has_the_verdict_of_the_run_alone(small_car):
    shares = [0.1, 0.3, 0.789]
    table = jounce.vary(small_car, "straight-braking", {"brakes.front_share": shares}, workers=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jounce.DoubtfulResult)
        alone = [jounce.run(small_car.with_values({"brakes.front_share": s}), "straight-braking") for s in shares]
    assert list(table["verdict"]) == [run.verdict.state for run in alone] == [DOUBTFUL, DOUBTFUL, PASSED]
    for reason, run in zip(table["reason"], alone, strict=True):
        assert all(check.name in reason for check in run.verdict.checks if check.state == DOUBTFUL)


def test_a_batch_in_lanes_has_the_verdict_of_the_run_alone(small_car):
    """Lanes compute only the channels that are read: those that the verdict reads are among them."""
    values = {"body.centre.z": [0.6, 0.95]}
    settings = {"angle": "160 deg", "speed": "80 km/h", "duration": "2.5 s"}
    table = jounce.vary(small_car, "step-steer", values, workers=1, **settings)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jounce.DoubtfulResult)
        alone = [jounce.run(small_car.with_values({"body.centre.z": z}), "step-steer", **settings) for z in (0.6, 0.95)]
    assert list(table["verdict"]) == [run.verdict.state for run in alone]
    assert table["verdict"][1] == DOUBTFUL
    for reason, run in zip(table["reason"], alone, strict=True):
        assert all(check.name in reason for check in run.verdict.checks if check.state == DOUBTFUL)


def test_doubts_are_shown_wherever_a_run_is_shown(turned, tmp_path, monkeypatch, recwarn):
    monkeypatch.chdir(tmp_path)
    words = ["run", "small_car", "straight-braking", "--set", "brakes.front_share=0.1", "--report"]
    told = CliRunner().invoke(main, words)
    assert told.exit_code == 0 and "verdict: doubtful: spun, turned" in told.output
    assert not [w for w in recwarn if issubclass(w.category, jounce.DoubtfulResult)]  # a command prints it itself
    answer = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)
    assert answer["verdict"]["state"] == DOUBTFUL
    kept = jounce.read("small_car_straight_braking.h5")
    assert kept.verdict == turned.verdict
    assert "doubtful: spun" in page_run(kept, Encoder()).note
    assert "doubtful: spun" in kept.report(tmp_path / "report.html").read_text(encoding="utf-8")


def test_the_sheet_of_a_programme_shows_doubts(small_car, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    words = ["programme", "small_car", "--only", "straight-braking", "--set", "brakes.front_share=0.1", "--no-pages"]
    told = CliRunner().invoke(main, words)
    assert re.search(r"straight-braking +doubtful: spun, turned", told.output)
    assert "doubtful: spun, turned" in (tmp_path / "small_car_programme" / "programme.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", CARS)
def test_a_car_of_the_library_is_like_its_class(name):
    car = jounce.load(name)
    model = car.car_model()
    figures = all_figures_of_car(car, model, tyre_validities(model.model, car))
    assert car_class(car, figures) == CARS[name]
    usual = usual_figures()
    far = {key: value for key, value in figures.items() if usual[key].ranges[CARS[name]].outside(value) > 1.0}
    assert far == {}


def test_the_table_of_usual_ranges_is_whole():
    """At least 20 figures in 6 classes, each with its source or marked as a judgement."""
    table = usual_figures()
    assert len(table) >= 20 and len(CLASSES) >= 6
    for figure in table.values():
        assert tuple(figure.ranges) == CLASSES and figure.unit and figure.means
        assert all(usual.low < usual.high and usual.source for usual in figure.ranges.values())


def test_a_file_says_the_class_of_its_car(small_car):
    van = small_car.with_tables({"size.usual_class": "van"})
    model = van.car_model()
    assert car_class(van, figures_of_car(model, tyre_validities(model.model, van))) == "van"


def test_masses_and_places_against_sums_written_out(small_car):
    """Mass, weight share and inertia by summing the values of the file, both sides."""
    values, model = small_car.values(), small_car.car_model()
    found = figures_of_car(model, tyre_validities(model.model, small_car))
    assert found["wheelbase"] == pytest.approx(2.2) and found["track_front"] == pytest.approx(1.27)
    assert found["brake_front_share"] == pytest.approx(values["brakes.front_share"])
    parked = jounce.run(small_car, "park-on-slope", grade=0.0, duration="1 s")
    loads = {corner: parked[f"{corner}.tyre.Fz"][-1] for corner in model.corners}
    weight = sum(loads.values())
    assert found["mass"] == pytest.approx(weight / 9.81, rel=2e-3)  # g of the model is 9.80665 or 9.81
    front = loads["front_left"] + loads["front_right"]
    assert found["front_share"] == pytest.approx(front / weight, rel=5e-3)  # it stands near its design position
    assert found["tyre_load_front"] == pytest.approx(loads["front_left"] / 3000.0, rel=5e-3)


def test_dampers_that_do_nothing_and_springs_of_a_truck_are_unlike_their_class(small_car):
    """No damping is infinitely many halvings away; springs 20 times as stiff swing four times as fast."""
    undamped = {f"axles.{axle}.damper.law.y_factor": 0.0 for axle in ("front", "rear")}
    stiff = {"axles.rear.spring.law.slope": 20 * small_car.values()["axles.rear.spring.law.slope"]}
    for changed, told in ((undamped, "damping ratio front 0, usual"), (stiff, "ride frequency rear")):
        with pytest.warns(jounce.DoubtfulResult, match="unlike its class"):
            run = jounce.run(small_car.with_values(changed), "step-steer", duration="1.5 s")
        doubt = checks(run)["unlike its class"]
        assert doubt.state == DOUBTFUL and told in doubt.definition


@pytest.mark.parametrize(
    "name", with_campaign(["small_car", "sedan", "hmmwv", "golf1"], ("small_car", "golf1").__contains__)
)
def test_ride_and_damping_at_the_start_of_a_run_are_those_of_the_rig(name):
    """Another way to the same figures: the axle on its rig, with derivatives of its own. The rig also counts how the
    springs' directions turn, and sprung masses by the shares of the file: 8 % of a frequency."""
    car = jounce.load(name)
    model = car.car_model("angle")
    rig = dict(linkage_figures(car, model))
    found = corner_figures(start_straight(model, 2.0))
    assert set(found) == {
        f"{word}_{place}" for word in ("ride_frequency", "damping_ratio") for place in ("front", "rear")
    }
    for word, value in found.items():
        assert value == pytest.approx(rig[word], rel=0.08), word


def test_ride_and_damping_do_not_depend_on_the_elements_of_half_shafts():
    """Rigid shafts couple the spin of wheels with their travel; springs and dampers know nothing of it."""
    rigid, soft = (
        corner_figures(
            start_straight(jounce.load("small_car").with_values({"half_shafts.elements": n}).car_model(), 2.0)
        )
        for n in (0, 1)
    )
    assert rigid == pytest.approx(soft, rel=1e-5)


CASES = [(car, study) for car in CARS for study in DRIVES if study not in ("replay", "script")]
QUICK = {("small_car", "step-steer"), ("golf1", "straight-braking")}


@pytest.mark.parametrize(("car", "study"), with_campaign(CASES, lambda case: case in QUICK))
def test_no_car_of_the_library_is_doubted_in_a_study_by_default(car, study):
    """What rolls over in sine with dwell is doubted, and rightly so: beyond that, nothing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jounce.DoubtfulResult)
        try:
            run = jounce.run(jounce.load(car), study)
        except jounce.ModelError as refused:  # the study is not for this car
            assert refused.problems
            return
    if (car, study) in ROLLS_OVER:
        assert checks(run)["overturned"].state == DOUBTFUL
    else:
        assert run.verdict.notes() == []
