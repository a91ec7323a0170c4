"""Points that slipped by a sign or a unit, in a file or by a set value: named with the numbers."""

from __future__ import annotations

import csv
import json
import re
from io import StringIO

import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main
from jounce.errors import ModelError
from jounce.model.library import library_path
from jounce.model.rules.vehicle import vehicle_warnings

TEXT = library_path("double_wishbone").read_text("utf-8")
POINT = re.compile(r"^(\w+) = \[(-?[\d.]+), (-?[\d.]+), (-?[\d.]+)\]", re.MULTILINE)
POINTS = re.search(r"\[axles\.front\.hardpoints\]\n(.*?)\n\[", TEXT, re.DOTALL)[1]
H = "axles.front.hardpoints"


def rearward(x: int = -1, y: int = -1) -> str:
    """The file as a tool with x rearward writes it; with y = +1 it shows the right wheel."""
    points = POINT.sub(lambda m: f"{m[1]} = [{x * float(m[2])}, {y * float(m[3])}, {m[4]}]", POINTS)
    head = TEXT.replace(POINTS, points).split("[axles.front.bodies")[0]
    return head.replace('kind = "vehicle"', 'kind = "vehicle"\naxes = "x rearward"') + (
        "[axles.front.tyre]\nradius = 310\n"
    )


def with_point(text: str, name: str, change) -> str:
    found = re.search(rf"^{name} = \[(.*?)\]", text, re.MULTILINE)
    point = change(*(float(v) for v in found[1].split(",")))
    return text[: found.start()] + f"{name} = {list(point)}" + text[found.end() :]


def problems(text: str):
    with pytest.raises(ModelError) as refusal:
        jounce.load(text)
    return refusal.value.problems


# --- values are set as the file writes them -----------------------------------------------------------------


@pytest.mark.parametrize("y", [-1, 1], ids=["left wheel", "right wheel"])
def test_a_value_is_set_in_the_axes_and_units_of_its_file(y):
    """Setting the number that stands in the file changes nothing; another one moves the point as editing would."""
    text = rearward(y=y)
    car = jounce.load(text)
    listed = re.search(r"^lower_ball_joint = \[(.*?)\]", text, re.MULTILINE)[1].split(",")
    same = car.with_values({f"{H}.lower_ball_joint": f"[{', '.join(listed)}]"})
    assert same.axles == car.axles
    moved = with_point(text, "lower_ball_joint", lambda a, b, c: (a + 7, b, c))
    set_so = car.with_values({f"{H}.lower_ball_joint.x": str(float(listed[0]) + 7)})
    assert set_so.axles["front"].hardpoints == jounce.load(moved).axles["front"].hardpoints
    assert set_so.axles["front"].hardpoints["lower_ball_joint"][0] == pytest.approx(0.010 - 0.007)


@pytest.mark.parametrize("y", [-1, 1], ids=["left wheel", "right wheel"])
def test_values_that_are_listed_can_be_set_again(y):
    car = jounce.load(rearward(y=y))
    assert car.with_values(car.values()).axles == car.axles
    assert car.values()[f"{H}.wheel_centre.y"] == pytest.approx(y * 0.75)


def test_a_number_of_python_is_si_and_bare_text_is_in_the_units_of_the_file():
    car = jounce.load("double_wishbone")
    path = f"{H}.lower_ball_joint.z"
    assert car.with_values({path: "199"}).values()[path] == car.with_values({path: 0.199}).values()[path] == 0.199
    assert car.with_values({"axles.front.tyre.radius": "305"}).axles["front"].tyre.radius == 0.305
    with pytest.raises(ModelError, match="with its unit"):
        car.with_values({path: 199})


def test_the_command_says_how_it_read_values_and_the_echo_names_the_axes(tmp_path):
    place = tmp_path / "car.toml"
    place.write_text(rearward(), "utf-8")
    words = ["kc", str(place), "--points", "3", "--travel", "-5 mm", "5 mm", "--out", str(tmp_path)]
    done = CliRunner().invoke(main, [*words, "--set", f"{H}.lower_ball_joint.x=-9"])
    assert done.exit_code == 0, done.output
    assert "values were set in the axes of the file: x rearward" in done.output
    assert f"{H}.lower_ball_joint.x=-9 was read as -9 mm" in done.output
    assert "values were set" not in CliRunner().invoke(main, words).output
    (row,) = (r for r in csv.DictReader(StringIO(jounce.load(place).echo())) if r["path"] == f"{H}.lower_ball_joint.x")
    assert (float(row["value"]), row["axes"]) == (-0.010, "x rearward")


def test_a_point_of_the_right_side_may_be_set_where_the_file_has_none():
    car = jounce.load("double_wishbone")
    path = "axles.front.right.hardpoints.tie_rod_inner"
    left = car.axles["front"].hardpoints["tie_rod_inner"]
    one = car.with_values({f"{path}.z": "265 mm"}).axles["front"]
    assert one.right_hardpoints == {"tie_rod_inner": (left[0], -left[1], 0.265)}
    both = car.with_values({f"{path}.z": "265 mm", f"{H}.tie_rod_inner.x": "-125 mm"}).axles["front"]
    assert both.right_hardpoints["tie_rod_inner"][0] == -0.125  # it follows where it was not set
    whole = car.with_values({path: "[-121, -400, 262]"}).axles["front"]
    assert whole.right_hardpoints == {"tie_rod_inner": pytest.approx((-0.121, -0.4, 0.262))}
    with pytest.raises(ModelError, match="no such value"):
        car.with_values({"axles.front.right.hardpoints.strut_top.z": "1 m"})
    with pytest.raises(ModelError, match="100 mm; leave it out"):
        car.with_values({f"{path}.z": "465 mm"})


# --- signs ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [m[1] for m in POINT.finditer(POINTS)])
@pytest.mark.parametrize("axes", ["ISO 8855", "left, x rearward", "right, x rearward"])
def test_one_wrong_sign_of_y_is_named_with_where_the_others_lie(axes, name):
    text = {"ISO": TEXT, "lef": rearward(), "rig": rearward(y=1)}[axes[:3]]
    found = problems(with_point(text, name, lambda a, b, c: (a, -b, c)))
    assert [p.where for p in found] == [f"{H}.{name}"]
    assert "is not on the left, where the other points of this corner lie: y from 0." in found[0].what
    assert "sign" in found[0].help


def test_an_instant_centre_may_lie_beyond_the_middle_of_the_car():
    """A virtual swing arm of 2 m ends 1.25 m right of the middle of a car whose half track is 0.75 m."""
    text = library_path("swing_arm").read_text("utf-8")
    far = with_point(text, "instant_centre", lambda a, b, c: (a, -1250.0, c))
    assert jounce.load(far).axles


# --- metres among millimetres ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [m[1] for m in POINT.finditer(POINTS)])
def test_a_point_in_metres_among_millimetres_is_named(name):
    (found,) = problems(with_point(TEXT, name, lambda a, b, c: (a / 1000, b / 1000, c / 1000)))
    assert found.where == f"{H}.{name}"
    assert "mm; the other points of this corner have" in found.what and "metres?" in found.help


@pytest.mark.parametrize("k", [1, 2])
def test_one_coordinate_in_metres_is_named(k):
    def slipped(*point):
        return [v / 1000 if i == k else v for i, v in enumerate(point)]

    (found,) = problems(with_point(TEXT, "lower_arm_rear", slipped))
    assert found.where == f"{H}.lower_arm_rear" and f"{'xyz'[k]} = 0." in found.what
    with pytest.raises(ModelError, match="in metres"):
        jounce.load("double_wishbone").with_values({f"{H}.lower_arm_rear.{'xyz'[k]}": "0.3"})


def test_a_wheel_of_few_points_in_metres_is_named():
    text = 'format = 1\nkind = "vehicle"\nname = "c"\nunits = { length = "mm" }\n[axles.front]\n'
    text += 'template = "lumped_mass"\n[axles.front.hardpoints]\nwheel_centre = [0, 0.75, 310]\n'
    (found,) = problems(text + "[axles.front.tyre]\nradius = 310\n")
    assert "the wheels would be 1.5 mm apart" in found.what


@pytest.mark.parametrize("name", ["double_wishbone", "five_link", "hmmwv", "lumped_mass", "macpherson", "small_car"])
def test_the_library_raises_no_doubts(name):
    assert vehicle_warnings(jounce.load(name)) == []


# --- doubts that are told, not refused ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("hardpoints.lower_ball_joint", "[10, 384, 217]", "lies only"),
        ("hardpoints.tie_rod_outer", "[-125, 403, 260]", "'tie_rod_inner' and 'tie_rod_outer' are only 5.83 mm apart"),
        ("spring.preload", "-5 kN", "preload: -5000 N; its free length of"),
        ("tyre.radius", "700", "700 mm is unusual for a loaded radius"),
        ("right.hardpoints.tie_rod_inner", "[-120, -400, 320]", "left one: tie_rod_inner by 60 mm"),
    ],
)
def test_what_is_unusual_is_told_with_its_numbers(path, value, said):
    car = jounce.load("double_wishbone").with_values({f"axles.front.{path}": value})
    (told,) = vehicle_warnings(car)
    assert said in told and told.startswith(f"axles.front.{path.partition('.')[0]}")
    kc = jounce.run(car, "wheel-travel", travel=("-1 mm", "1 mm"), points=3)
    assert kc.metadata["notes"] == [told]


def test_a_study_of_one_axle_tells_of_that_axle_only():
    car = jounce.load("macpherson").with_values({"axles.rear.tyre.radius": "700 mm"})
    settings = {"travel": ("-1 mm", "1 mm"), "points": 3}
    assert "notes" not in jounce.run(car, "wheel-travel", axle="front", **settings).metadata
    assert len(jounce.run(car, "wheel-travel", axle="rear", **settings).metadata["notes"]) == 1


def test_check_and_kc_tell_of_unlike_sides(tmp_path):
    place = tmp_path / "car.toml"
    other = "[axles.front.right.hardpoints]\ntie_rod_inner = [-120, -400, 320]\n\n[axles.front.bodies]"
    place.write_text(TEXT.replace("[axles.front.bodies]", other), "utf-8")
    done = CliRunner().invoke(main, ["check", str(place)])
    said = "the right side differs from the mirror image of the left one: tie_rod_inner by 60 mm"
    assert done.exit_code == 0 and f"note: axles.front.right: {said}" in done.output
    (note,) = json.loads(CliRunner().invoke(main, ["check", str(place), "--json"]).stdout)["notes"]
    assert said in note


F = "axles.front."
UNUSUAL = {  # what is set, and what the one note says
    "front behind rear": (
        {f"{H}.lower_arm_front": "[-220, 380, 220]", f"{H}.lower_arm_rear": "[140, 380, 215]"},
        "'lower_arm_front' lies behind 'lower_arm_rear' (x = -220 and 140 mm)",
    ),
    "inner outboard of outer": (
        {f"{H}.tie_rod_inner": "[-130, 690, 255]", f"{H}.tie_rod_outer": "[-120, 400, 260]"},
        "'tie_rod_inner' lies outboard of 'tie_rod_outer' (y = 690 and 400 mm)",
    ),
    "spring upside down": (
        {f"{H}.spring_top": "[0, 600, 215]", f"{H}.spring_bottom": "[0, 480, 650]"},
        "'spring_top' lies below 'spring_bottom' (z = 215 and 650 mm)",
    ),
    "centimetres": ({f"{H}.lower_arm_front": "[14, 38, 21.5]"}, "lies 38 mm from the middle of the car; the other"),
    "a digit too many": ({f"{H}.tie_rod_inner.x": "-1200"}, "lies 1.25 m away from the wheel centre"),
    "a ball joint in the air": (
        {f"{H}.upper_ball_joint.z": "1397"},
        "upper_ball_joint: z = 1397 mm, the next highest point at 650 mm",
    ),
    "a ball joint on the road": (
        {f"{H}.lower_ball_joint.z": "19.8"},
        "lower_ball_joint: z = 19.8 mm, 19.8 mm above the road under the wheel",
    ),
    "wheel below": ({f"{H}.wheel_centre.z": "-310"}, "z = -310 mm; the nearest point in height is 505 mm away"),
    "wheel inboard": ({f"{H}.wheel_centre.y": "450"}, "y = 450 mm; 'lower_ball_joint' lies 250 mm outboard of it"),
    "rate in N/mm": ({f"{F}damper.law.slope": "3.5 N s/m"}, "a rate of 3.5 N s/m; road vehicles have 50 to"),
    "toe in degrees": ({f"{F}alignment.toe": "0.1 rad"}, "5.73 deg is unusual"),  # 0.1 * 57.3
}


@pytest.mark.parametrize("case", UNUSUAL)
def test_points_in_an_unusual_order_and_rates_of_another_size_are_told(case):
    values, said = UNUSUAL[case]
    (told,) = vehicle_warnings(jounce.load("double_wishbone").with_values(values))
    assert said in told


def test_a_point_that_was_forgotten_is_told():
    told = vehicle_warnings(jounce.load("macpherson").with_values({f"{H}.tie_rod_inner": "[0, 0, 0]"}))
    assert told == [f"{H}.tie_rod_inner: [0, 0, 0]: was it forgotten?"]


# --- linkages that lead nothing -------------------------------------------------------------------------------


FIVE = jounce.load("five_link").axles["front"].hardpoints
RODS = [name.removesuffix("_inner") for name in FIVE if name.endswith("_inner")]


def test_outer_ends_on_one_line_are_refused_and_near_one_told():
    line = {f"{H}.{rod}_outer": (0.01 * k, 0.68, 0.2 + 0.07 * k) for k, rod in enumerate(RODS)}
    with pytest.raises(ModelError, match=r"lie on one line \([\d.e-]+ mm off\)"):
        jounce.load("five_link").with_values(line)
    bent = jounce.load("five_link").with_values({**line, f"{H}.{RODS[0]}_outer": (0.0, 0.67, 0.2)})
    assert any("mm of one line" in told for told in vehicle_warnings(bent))


def test_links_that_coincide_are_refused_in_the_words_of_the_file(tmp_path):
    text = library_path("five_link").read_text("utf-8")
    for end in ("inner", "outer"):
        twin = [1e3 * v for v in FIVE[f"upper_rear_link_{end}"]]
        text = with_point(text, f"upper_front_link_{end}", lambda *point, twin=twin: twin)
    (tmp_path / "car.toml").write_text(text, "utf-8")
    for words in (["check"], ["kc"], ["run", "pick-up-loads"]):
        done = CliRunner().invoke(main, [words[0], str(tmp_path / "car.toml"), *words[1:]])
        assert done.exit_code == 2
        assert "axles.front.hardpoints\n    2 freedoms are left while the wheels are held in height" in done.output
        assert "links that coincide" in done.output


def test_an_upright_hinge_is_refused():
    path = "axles.semi_trailing.hardpoints"
    car = jounce.load("semi_trailing_arm").with_values(
        {f"{path}.pivot_inner": "[350, 400, 100]", f"{path}.pivot_outer": "[350, 400, 500]"}
    )
    with pytest.raises(ModelError, match=r"semi_trailing_left.pad, semi_trailing_right.pad hold nothing"):
        jounce.run(car, "wheel-travel")


def test_parallel_links_in_one_plane_are_refused_in_the_words_of_the_file():
    ends = {"outer": 0.68, "inner": 0.38}
    flat = {
        f"{H}.{rod}_{end}": (0.03 * k, y, 0.3 + 1e-3 * k**2) for end, y in ends.items() for k, rod in enumerate(RODS)
    }
    with pytest.raises(ModelError) as refusal:
        jounce.run(jounce.load("five_link").with_values(flat), "wheel-travel")
    assert [p.where for p in refusal.value.problems] == ["axles.front.hardpoints"]
