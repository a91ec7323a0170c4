"""Load transfer in a steady circle: its parts add up, and each is what statics says of it."""

from __future__ import annotations

import pytest
from linear_tyre_car import TEXT, TRACKS, linear_tyre_car

import jounce
from campaigns import with_campaign

SMALL = "0.5 m/s^2"
TYRE, RATES, BARS = 2e5, {"front": 19e3, "rear": 21e3}, {"front": 8e3, "rear": 5e3}
CARS = [
    ("small_car", "structural", False),
    ("golf1", "structural", False),
    ("small_car", "functional", False),
    ("small_car_compliant", "structural", True),
    ("pickup", "structural", False),
    ("hatchback_twist_beam", "structural", False),
    ("hmmwv", "structural", False),
    ("vw_vanagon", "structural", False),
    ("golf1_carcass", "structural", False),
    ("small_car_electric", "structural", False),
]


def split(car, **settings):
    return {name: metric.value for name, metric in jounce.run(car, "load-transfer", **settings).metrics.items()}


@pytest.mark.parametrize(("name", "depth", "compliance"), with_campaign(CARS, lambda case: case == CARS[0]))
def test_parts_of_the_load_transfer_add_up_to_the_loads_of_the_tyres(name, depth, compliance, measured):
    """The parts are virtual work of forces on poses, the loads come from the equations of motion: two formulations of
    one balance. 1e-6 is what was asked for; rounding of forces of 1e4 N leaves 1e-12."""
    found = split(jounce.load(name).at_depth(depth), compliance=compliance)
    measured("budget.load_transfer", found["split_error"], 1e-6)
    for axle in ("front", "rear"):
        parts = sum(found[f"{axle}.{part}"] for part in ("geometric", "springs", "bars", "unsprung"))
        assert parts == pytest.approx(found[f"{axle}.load_transfer"], rel=1e-6)
        assert found[f"{axle}.load_transfer"] > 0.0  # to the right, where the outer wheels of a left turn are


def test_axles_share_the_load_transfer_as_their_roll_stiffness_in_series_with_the_tyres():
    """With roll centres on the road all of it is elastic: dF t = phi / (1/K + 1/K_t), K = c t^2/2 + bar, K_t = c_t
    t^2/2 [Milliken 1995, chapter 18]. 1 %: squares of the roll, and the wheels' own gyroscopic moment."""
    found = split(linear_tyre_car(), lateral_acceleration=SMALL)
    moments = {}
    for axle, t in TRACKS.items():
        suspension, tyre = 0.5 * RATES[axle] * t**2 + BARS[axle], 0.5 * TYRE * t**2
        moments[axle] = 1.0 / (1.0 / suspension + 1.0 / tyre) / t
        assert found[f"{axle}.bars"] / found[f"{axle}.elastic"] == pytest.approx(BARS[axle] / suspension, rel=2e-3)
        assert abs(found[f"{axle}.unsprung"]) < 1e-3 * found[f"{axle}.load_transfer"]
    share = moments["front"] / sum(moments.values())
    assert found["front.elastic_share"] == pytest.approx(share, rel=0.01)


def test_links_carry_the_side_force_at_the_height_of_the_roll_centre():
    """Sliders that lean give roll centres of 60 and 120 mm: that is the height at which the links carry side forces.

    The linear tyre has no moments, and at 0.5 m/s^2 the roll moves the centres by less than a percent.
    """
    heights = {"front": 0.06, "rear": 0.12}
    text = TEXT.replace("roll_centre = [0, 0]", "roll_centre = [0.06, 0.12]")
    laws = {f"axles.{axle}.tyre": linear_tyre_car().tables()["axles"][axle]["tyre"] for axle in heights}
    found = split(jounce.load(text).with_tables(laws), lateral_acceleration=SMALL)
    for axle, height in heights.items():
        assert found[f"{axle}.geometric_height"] == pytest.approx(height, rel=0.02)


@pytest.mark.campaign
def test_links_of_a_live_axle_carry_the_side_force_at_the_height_of_its_roll_centre():
    """Panhard rod and links hold the axle against the body where their forces meet: at the roll centre of K&C.

    2 % as above: the moments of the tyres are part of it, and the rod leans as the body rolls.
    """
    car = jounce.load("pickup")
    centre = jounce.run(car, "wheel-travel", axle="rear", points=3).metrics["rear.roll_centre_height"].value
    found = split(car, lateral_acceleration=SMALL)
    assert found["rear.geometric_height"] == pytest.approx(centre, rel=0.02)


def test_tables_in_place_of_links_are_refused():
    with pytest.raises(jounce.ModelError, match="tables"):
        jounce.run(jounce.load("small_car").at_depth("tabulated"), "load-transfer")
