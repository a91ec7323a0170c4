"""Which channels of two results are laid over each other, and in which unit."""

from __future__ import annotations

import numpy as np
import pytest

from jounce.errors import ModelError
from jounce.results import Channel, Result
from jounce.results.comparison.pairing import pair_to_lay_over

T = np.linspace(0.0, 2.0, 201)


def result(time=T, **channels) -> Result:
    """Channels as name = (unit, values)."""
    return Result(
        time=time,
        channels=tuple(Channel(name, unit, f"{name} in words") for name, (unit, _) in channels.items()),
        numbers=np.column_stack([values for _, values in channels.values()]),
    )


def test_a_channel_in_another_unit_of_the_same_kind_is_converted():
    """1 km is 1000 m; 90 deg is half of pi."""
    ours = result(x=("m", T), a=("rad", T), work=("J", T))
    laid = pair_to_lay_over(ours, result(x=("km", T), a=("deg", 90 + 0 * T), work=("N m", T)))
    np.testing.assert_allclose(laid["x"], 1000 * T)
    np.testing.assert_allclose(laid["a"], np.pi / 2)
    np.testing.assert_allclose(laid["work"], T)
    assert laid.units == ours.units


def test_channels_of_different_kinds_are_refused_all_at_once():
    with pytest.raises(ModelError) as refusal:
        pair_to_lay_over(result(x=("m", T), a=("rad", T), b=("1", T)), result(x=("s", T), a=("kg", T), b=("1", T)))
    assert [(p.where, p.what) for p in refusal.value.problems] == [("x=x", "m against s"), ("a=a", "rad against kg")]


def test_names_can_be_paired_and_what_is_not_paired_keeps_its_own():
    laid = pair_to_lay_over(
        result(x=("m", T), y=("m", T)), result(x=("m", T), their=("mm", T), more=("m", 3 * T)), {"y": "their"}
    )
    assert set(laid) == {"x", "y", "more"}
    np.testing.assert_allclose(laid["y"], 1e-3 * T)
    swapped = pair_to_lay_over(result(x=("m", T), y=("m", T)), result(x=("m", T), y=("m", 2 * T)), {"x": "y", "y": "x"})
    np.testing.assert_allclose(swapped["x"], 2 * T)


def test_nothing_in_common_is_refused_with_the_names_that_are_close():
    with pytest.raises(ModelError, match=r"hinge_angel \(did you mean 'hinge_angle'\?\), q"):
        pair_to_lay_over(result(hinge_angle=("rad", T)), result(hinge_angel=("rad", T), q=("rad", T)))


def test_a_clock_that_began_elsewhere_is_set_by_the_channel_that_agrees_best():
    """A bump by a clock 100.3 s ahead, and noise whose own lag is another. To half a sample."""
    bump = np.exp(-(((T - 0.8) / 0.1) ** 2))
    noise = np.random.default_rng(3).normal(size=(2, T.size))
    ours, theirs = result(bump=("m", bump), n=("m", noise[0])), result(T + 100.3, n=("m", noise[1]), bump=("m", bump))
    with pytest.raises(ModelError, match="no time in common"):
        pair_to_lay_over(ours, theirs)
    assert pair_to_lay_over(ours, theirs, shift="auto").time[0] == pytest.approx(0.0, abs=0.005)
    assert pair_to_lay_over(ours, theirs, shift=-100.0).time[0] == pytest.approx(0.3)
