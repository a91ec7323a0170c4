"""A rear axle that is steered: its rack follows that of the front axle."""

from __future__ import annotations

import numpy as np
import pytest

import jounce


def car(ratio: float | None) -> jounce.Vehicle:
    """Double wishbones with tie rods at all wheels."""
    tables = {"axles.rear.steered": True} | ({} if ratio is None else {"steering.follow_ratio": ratio})
    return jounce.load("hmmwv").with_tables(tables)  # type: ignore[union-attr]


@pytest.mark.parametrize("ratio", [-0.3, 0.2])
def test_the_rear_rack_goes_its_share_of_the_way_and_its_wheels_turn_as_its_sign_says(ratio):
    """Mean steer angles by the rates of both linkages on their rigs, at small angles: a tenth of them is roll steer."""
    run = jounce.run(car(ratio), "step-steer", speed="20 km/h", lateral_acceleration="0.5 m/s^2")
    racks = [np.abs(run[f"steering.{name}.displacement"]).max() for name in ("rack", "rear_rack")]
    assert racks[1] == pytest.approx(abs(ratio) * racks[0], rel=1e-9)
    turned = [
        float(np.mean([run[f"{axle}_{side}.steer"][-1] - run[f"{axle}_{side}.steer"][0] for side in ("left", "right")]))
        for axle in ("front", "rear")
    ]
    rates = []
    for axle in ("front", "rear"):
        kc = jounce.run(car(ratio), "wheel-travel", axle=axle, travel=(-0.005, 0.005), points=3).metrics
        rates.append(abs(kc[f"{axle}_left.steer_per_rack"].value))
    assert turned[0] > 0.0
    assert turned[1] / turned[0] == pytest.approx(ratio * rates[1] / rates[0], rel=0.1)


def test_what_has_no_place_for_a_second_rack_is_refused():
    with pytest.raises(jounce.ModelError, match="one rack"):
        car(-0.3).at_depth("tabulated").car_model()
    with pytest.raises(jounce.ModelError, match="'rear' is steered as well"):
        jounce.run(car(-0.3), "understeer-budget")


def test_a_second_steered_axle_without_its_ratio_is_refused():
    with pytest.raises(jounce.ModelError) as caught:
        jounce.run(car(None), "step-steer")
    assert [problem.where for problem in caught.value.problems] == ["steering.follow_ratio"]
