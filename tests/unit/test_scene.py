"""The scene is drawn from the model: links between their hardpoints, obstacles at their true size."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from jounce.model.outline import read_road_outline, road_outline
from jounce.parts.roads import Bump, Flat, Plank, Road, Sinusoid
from jounce.results import Channel, ChannelOwner, Result
from jounce.results.panel import FREQUENCY, Panel
from jounce.views.highlights import highlight_panels
from jounce.views.page.encoding import Encoder
from jounce.views.page.events import events_of
from jounce.views.page.page import page_run
from jounce.views.page.page_data import Box, Coil, Rod, Scene, Shell, Strut, Wheel
from jounce.views.page.scene_road import scene_of_road
from jounce_benchmarks.wishbone_car import CAR_START_RATES, wishbone_car
from jounce_benchmarks.wishbone_car_data import HARDPOINTS, QUARTER_CORNER
from page_decoder import decoded


def scene(run: Result) -> Scene:
    found = page_run(run, Encoder()).scene
    assert found is not None
    return found


@pytest.fixture(scope="module")
def rig() -> Scene:
    return scene(jounce.run(jounce.load("double_wishbone"), "wheel-travel", axle="front", points=5))


def rods(found: Scene, name: str) -> list[set]:
    return [{shape.a, shape.b} for shape in found.shapes if isinstance(shape, Rod) and shape.name == name]


def test_arms_and_tie_rods_run_between_their_hardpoints(rig):
    points = jounce.load("double_wishbone").axles["front"].hardpoints
    front, rear, ball = (tuple(points[f"lower_{name}"]) for name in ("arm_front", "arm_rear", "ball_joint"))
    arm = rods(rig, "front_left.lower_arm")
    for end in (front, rear):
        assert any(min(np.linalg.norm(np.subtract(p, end)) for p in line) < 1e-12 and ball in line for line in arm)
    assert rods(rig, "front_left.tie_rod") == [{tuple(points["tie_rod_inner"]), tuple(points["tie_rod_outer"])}]


def test_steering_is_in_the_accent_tone_and_nothing_else(rig):
    steered = {shape.name for shape in rig.shapes if isinstance(shape, Rod) and shape.tone == "steer"}
    assert steered == {"rack", "front_left.tie_rod", "front_right.tie_rod"}


def test_one_spring_and_one_damper_are_drawn_for_elements_on_one_line(rig):
    """Spring and bump stop of each corner act along lines of their own or shared ones; stops are not drawn twice."""
    model = jounce.load("double_wishbone").axle_model("front").model
    lines = {(f.point, f.child_point) for f in model.forces if type(f).__name__ == "Spring"}
    coils = [shape for shape in rig.shapes if isinstance(shape, Coil)]
    assert len(coils) == len(lines)
    assert {(coil.a.point, coil.b.point) for coil in coils} == lines
    assert len([shape for shape in rig.shapes if isinstance(shape, Strut)]) == 2


def test_a_rig_has_its_wheels_though_they_are_no_bodies(rig):
    wheels = [shape for shape in rig.shapes if isinstance(shape, Wheel)]
    assert [wheel.name for wheel in wheels] == ["front_left", "front_right"]
    assert rig.follow == -1


@pytest.fixture(scope="module")
def car() -> Result:
    return jounce.simulate(wishbone_car(), "0.5 s", start_rates=CAR_START_RATES, integrator="rk4")


def test_a_car_has_a_shell_around_its_wheels_and_cameras_go_with_it(car):
    found = scene(car)
    (shell,) = [shape for shape in found.shapes if isinstance(shape, Shell)]
    wheels = [shape for shape in found.shapes if isinstance(shape, Wheel)]
    assert found.bodies[shell.body].name == "car_body" and found.follow == shell.body
    x, z = np.transpose(shell.profile)
    for wheel in wheels:
        assert x.min() < wheel.centre[0] - wheel.radius and wheel.centre[0] + wheel.radius < x.max()
        assert abs(wheel.centre[1]) < shell.width / 2
        away = np.hypot(x - wheel.centre[0], z - wheel.centre[2])
        assert away.min() > wheel.radius  # the arches leave the wheel free


def test_a_body_with_many_mounts_is_a_block_around_them():
    found = scene(jounce.simulate(jounce.load("quarter_car"), "20 ms", integrator="rk4"))
    (block,) = [shape for shape in found.shapes if isinstance(shape, Box)]
    for name in ("lower_arm_front", "upper_arm_rear", "strut_top", "tie_rod_inner"):
        point = QUARTER_CORNER.at(HARDPOINTS[name])
        assert all(a < p < b for a, p, b in zip(block.low, point, block.high, strict=True))


def test_lifting_off_is_an_event(car):
    """The wishbone car lands from its start; its tyres are off the road again wherever Fz returns to zero."""
    events = page_run(car, Encoder()).events
    expected = 0
    for suffix in ("_fl", "_fr", "_rl", "_rr"):
        off = car[f"tyre{suffix}.Fz"] <= 0.0
        expected += int(np.sum(off[1:] & ~off[:-1]))
    assert len(events) == expected
    assert [e.time for e in events] == sorted(e.time for e in events)


def test_open_panels_hold_channels_that_exist(car):
    panels = highlight_panels(car)
    assert 1 < len(panels) <= 4
    assert all(name in car for panel in panels for name in panel)


def test_obstacles_are_drawn_at_their_true_size():
    planks = Plank(height=0.025, length=0.1, start=20.0, side="left", count=3, spacing=1.0)
    bump = Bump(height=0.05, length=0.5, start=5.0)
    road = Road(elements={"level": Flat(), "planks": planks, "bump": bump})
    way = np.array([[0.0, 0.7], [30.0, -0.7]])
    encoder = Encoder()
    blocks, (piece,) = scene_of_road(road_outline(road), [way], encoder)
    sizes = [[b.x, b.length, b.height, b.direction] for b in blocks]
    np.testing.assert_allclose(sizes, [[20.05 + k, 0.1, 0.025, 0.0] for k in range(3)])
    assert all(b.y - 0.5 * b.width == 0.0 and b.width > 0.7 for b in blocks)
    s, height = decoded(encoder.data, piece.s), decoded(encoder.data, piece.height).reshape(piece.s.count, -1)
    # z = h (1 - cos(2 pi s / l)) / 2, kept to half of 1e-5 m
    formula = 0.5 * 0.05 * (1 - np.cos(2 * np.pi * (s - 5.0) / 0.5))
    np.testing.assert_allclose(height, np.stack([formula] * height.shape[1], axis=1), atol=1e-5)


def test_obstacles_on_a_circle_are_drawn_across_it():
    """On a quarter of a circle of 20 m about (0, 20): the middle of the first edge of a board and of a bump, as wide as
    the way and 3 m more to each side, lies on the radius through it; the bump is as high in its middle as it is."""
    angle = np.pi / 4
    line = {"start": 20.0 * angle, "radius": 20.0}
    plank, bump = Plank(height=0.025, length=0.1, **line), Bump(height=0.05, length=0.5, **line)
    turned = np.linspace(0.0, np.pi / 2, 200)
    way = [np.column_stack([r * np.sin(turned), 20.0 - r * np.cos(turned)]) for r in (19.3, 20.7)]
    (block,), _ = scene_of_road(road_outline(Road(elements={"plank": plank})), way, Encoder())
    encoder = Encoder()
    _, (piece,) = scene_of_road(road_outline(Road(elements={"bump": bump})), way, encoder)
    assert block.direction == piece.direction == pytest.approx(angle, abs=1e-15)
    edge = np.array([block.x, block.y]) - 0.05 * np.array([np.cos(angle), np.sin(angle)])
    np.testing.assert_allclose(edge, [20 * np.sin(angle), 20 - 20 * np.cos(angle)], atol=1e-12)
    np.testing.assert_allclose([piece.x, piece.y], edge, atol=1e-12)
    assert block.width == pytest.approx(2 * (0.7 + 3.0), abs=1e-3)
    assert decoded(encoder.data, piece.height).max() == pytest.approx(0.05, abs=1e-5)


def test_a_road_comes_back_from_its_outline_and_rolling_ground_is_sampled_along_the_way():
    road = Road(elements={"waves": Sinusoid(amplitude=0.01, wavelength=8.0, start=0.0)})
    again = read_road_outline(road_outline(road))
    assert list(again.elements.values()) == list(road.elements.values())
    way = np.array([[0.0, 0.0], [40.0, 0.0]])
    _, (piece,) = scene_of_road(road_outline(road), [way], Encoder())
    assert 1000 < piece.height.count < 20_000


def test_brakes_and_obstacles_are_events_at_their_time():
    """At 10 m/s, with the first wheel 1 m ahead of the origin: planks at 21 m and 22 m are met at 2.0 s and 2.1 s.
    The rear wheel comes later, and rolls beside the second one."""
    planks = Plank(height=0.025, length=0.1, start=21.0, count=2, spacing=1.0, side="left")
    road = Road(elements={"planks": planks})
    time = np.arange(301) * 0.01
    run = Result(
        time=time,
        channels=(
            *(Channel(f"{corner}.tyre.{axis}", "m") for corner in ("front_left", "rear_left") for axis in "xy"),
            Channel("front_left.brake.torque", "N m", "", "", ChannelOwner("brake")),
        ),
        numbers=np.column_stack(
            [
                *(1.0 + 10.0 * time, np.full(301, 0.7)),
                *(-1.0 + 10.0 * time, np.where(time < 2.25, 0.7, -0.7)),
                np.where(time > 1.234, 300.0, 0.0),
            ]
        ),
        metadata={"road": road_outline(road), "events": [{"time": 0.5, "label": "told"}]},
    )
    found = [(event.label, event.time) for event in events_of(run)]
    assert [label for label, _ in found] == ["told", "brakes", "plank", "plank"]
    assert [t for _, t in found] == pytest.approx([0.5, 1.24, 2.0, 2.1], abs=0.011)  # to a sample


def test_a_page_opens_with_the_picture_of_its_study():
    channels = tuple(Channel(name, "m") for name in ("a", "b", "vehicle.roll"))
    panels = (Panel("first", ("b",)), Panel("spectrum", ("a",), FREQUENCY))
    run = Result(time=np.arange(3.0), channels=channels, numbers=np.ones((3, 3)), panels=panels)
    assert highlight_panels(run) == [["b"], ["vehicle.roll"]]
