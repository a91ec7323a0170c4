"""Channels know their kind and their owner from where they are made, and units fit kinds."""

from __future__ import annotations

import pytest

import jounce
from jounce.results import ChannelOwner, Result
from jounce.results.channel import GROUPS
from jounce.results.kinds import KINDS, NAMED, OTHER, kind_of_unit, kind_read_in, shown_unit
from jounce.studies.kinematics.outputs import kc_outputs
from jounce.units import parse_unit


@pytest.fixture(scope="module")
def drive() -> Result:
    return jounce.run(jounce.load("small_car"), "step-steer", duration="1.2 s")


def test_kinds_have_names_of_their_own_and_are_read_in_units_of_their_dimension():
    assert len(NAMED) == len(KINDS)
    for kind in KINDS:
        shown, stored = (parse_unit(unit, of_weight="/g" in kind.shown) for unit in (kind.shown, kind.unit))
        assert shown.powers == stored.powers, kind  # per g is per acceleration, not per gram


def test_a_unit_without_a_kind_has_the_usual_one():
    assert [kind_of_unit(unit) for unit in ("m", "N", "J", "N m", "furlong")] == [
        "position",
        "force",
        "energy",
        "moment",
        OTHER,
    ]
    assert shown_unit(OTHER, "rad/s^3") == "deg/s^3" and shown_unit(OTHER, "furlong") == "furlong"


def test_every_output_of_kinematics_has_a_kind_that_is_read_in_its_unit():
    outputs = (
        *kc_outputs.kc_outputs_of_corner(front=True),
        *kc_outputs.kc_outputs_of_corner(front=False),
        *kc_outputs.AXLE,
    )
    for output in outputs:
        kind = kind_read_in(output.unit, output.shown)
        assert kind != OTHER and shown_unit(kind, output.unit) == output.shown, output


def test_a_small_length_is_a_displacement_and_a_place_a_position(drive):
    assert drive.kinds["front_left.tyre.u_x"] == drive.kinds["steering.rack.displacement"] == "displacement"
    assert drive.kinds["vehicle.x"] == "position" and drive.kinds["front_left.spring.length"] == "length"


def test_channels_of_a_drive_are_found_by_type(drive):
    corners = [f"{axle}_{side}" for axle in ("front", "rear") for side in ("left", "right")]
    assert sorted(drive.select(kind="wheel load")) == sorted(f"{corner}.tyre.Fz" for corner in corners)
    assert drive.select(group="brake", kind="moment", corner="rear_left") == ["rear_left.brake.torque"]
    assert drive.select(group="vehicle", part="vehicle", kind="speed") == [
        f"vehicle.{end}" for end in ("vx", "vy", "vz")
    ]
    assert drive.select(kind="driving speed") == ["vehicle.speed", "vehicle.cg.speed"]
    assert set(drive.select(group="energy")) == {f"energy.{e}" for e in ("kinetic", "potential", "work", "balance")}
    assert "front_left.spring.force" in drive.select(group="force", kind="force", side="left")
    assert "steering.wheel.angle" in drive.select(group="coordinate", kind="angle")
    assert all(name.endswith(("Fx", "Fy", "Fz", "Mx", "My", "Mz", "effort")) for name in drive.select(group="reaction"))


def test_every_channel_of_a_drive_has_an_owner_and_a_kind_of_its_unit(drive):
    for channel in drive.channels:
        assert channel.owner.group in GROUPS, channel
        assert channel.kind in NAMED and NAMED[channel.kind].unit == channel.unit, channel
        in_corner = channel.name.startswith(("front_left.", "front_right.", "rear_left.", "rear_right."))
        assert bool(channel.owner.corner) == in_corner, channel


def test_outputs_of_an_axle_belong_to_its_wheels_and_elements():
    kc = jounce.run(jounce.load("small_car"), "wheel-travel", axle="rear", points=3)
    owner = {channel.name: channel.owner for channel in kc.channels}
    assert owner["rear_right.toe"] == ChannelOwner("kinematics", "rear_right", "rear", "right", "car")
    assert owner["rear_left.spring.motion_ratio"] == ChannelOwner(
        "kinematics", "rear_left.spring", "rear", "left", "car"
    )
    assert (owner["rear.track_change"].axle, owner["rear.track_change"].side) == ("rear", "")
    assert kc.metrics["rear_left.camber"].kind == "angle" and kc.metrics["rear_left.camber"].owner.side == "left"
