"""Road files: what is read, and each way of refusing one, with its line."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from jounce.cli import main
from jounce.errors import ModelError
from jounce.model import load
from jounce.model.reading.road_file import check_road_as_file
from jounce.parts.roads import Bump, Flat, FrictionPatch, Iso8608, Plank, Road, Sinusoid, Slope, SplineSurface

HEAD = 'format = 1\nkind = "road"\nname = "test road"\n'
PLANK = '[elements.board]\ntype = "plank"\nheight = 0.02\nlength = 0.1\nstart = 5\n'
PATCH = '[elements.ice]\ntype = "friction_patch"\nfriction = 0.1\n'
SLOPE = '[elements.hill]\ntype = "slope"\n'
RANDOM = '[elements.rough]\ntype = "iso_8608"\nroughness = "C"\nlength = 100\n'
GRID = '[elements.field]\ntype = "surface"\nx = [0, 1, 2, 3]\ny = [0, 1, 2, 3]\n'
HEIGHTS = f"heights = [{', '.join(['0'] * 16)}]\n"

# text, path of the problem, a part of what it says, line of the file
BROKEN = {
    "a key that is not known": (HEAD + "colour = 3\n", "colour", "'colour' is not known here", 4),
    "no name": (HEAD.replace('name = "test road"\n', "\n"), "name", "'name' is missing", None),
    "units of no kind": (HEAD + 'units = { length = "kg" }\n', "units.length", "is not a unit of length", 4),
    "elements that are a list": (HEAD + "elements = [1]\n", "elements", "is not a table of named tables", 4),
    "an element that is a number": (HEAD + "[elements]\nboard = 1\n", "elements.board", "is not a table", 5),
    "a name with a dot": (HEAD + PLANK.replace("board", '"a.b"'), "elements.a.b", "is not a name", 4),
    "no type": (HEAD + "[elements.board]\nheight = 1\n", "elements.board.type", "'type' is missing", 4),
    "a type of no element": (
        HEAD + PLANK.replace('"plank"', '"plankk"'),
        "elements.board.type",
        "Did you mean 'plank'",
        5,
    ),
    "a missing number": (HEAD + PLANK.replace("height = 0.02\n", ""), "elements.board.height", "is missing", 4),
    "a key of no plank": (HEAD + PLANK + "width = 2\n", "elements.board.width", "is not known here", 9),
    "a plank below the road": (HEAD + PLANK.replace("0.02", "-0.02"), "elements.board.height", "is negative", 6),
    "a plank that is a wall": (HEAD + PLANK.replace("0.02", "20"), "elements.board.height", "20 m is a wall", 6),
    "a grade in percent": (HEAD + SLOPE + "grade = 8\n", "elements.hill.grade", "8 is 800 %", 6),
    "a bank in percent": (HEAD + SLOPE + "bank = -2\n", "elements.hill.bank", "-2 is -200 %", 6),
    "friction in percent": (HEAD + PATCH.replace("0.1", "90"), "elements.ice.friction", "90 times that", 6),
    "glue": (HEAD + '[elements.a]\ntype = "flat"\nfriction = 3.1\n', "elements.a.friction", "3.1 times that", 6),
    "a height in newtons": (HEAD + PLANK.replace("0.02", '"2 N"'), "elements.board.height", "is not in m", 6),
    "a start beyond the sun": (HEAD + RANDOM + "start = 1e308\n", "elements.rough.start", "1e+308 m is beyond", 8),
    "tracks in one": (HEAD + RANDOM + "track = 5e-324\n", "elements.rough.track", "4.94066e-324 m is no length", 8),
    "a fade of nothing": (HEAD + RANDOM + "fade = 5e-324\n", "elements.rough.fade", "is no length", 8),
    "waves of nothing": (
        HEAD + '[elements.sea]\ntype = "sinusoid"\namplitude = 0.1\nwavelength = 5e-324\n',
        "elements.sea.wavelength",
        "is no length",
        7,
    ),
    "a tower": (HEAD + GRID + HEIGHTS.replace("[0", "[1e308"), "elements.field.heights", "1e+308 m is beyond", 8),
    "a side that is none": (HEAD + PLANK + 'side = "middle"\n', "elements.board.side", "is not known", 9),
    "half a plank": (HEAD + PLANK + "count = 1.5\n", "elements.board.count", "1.5 obstacles", 9),
    "a million planks": (HEAD + PLANK + "count = 1e6\n", "elements.board.count", "1e+06 obstacles", 9),
    "planks in each other": (
        HEAD + PLANK + "count = 2\nspacing = 0.05\n",
        "elements.board.spacing",
        "each is 0.1 m long",
        10,
    ),
    "a circle of nothing": (HEAD + PLANK + "radius = 0\n", "elements.board.radius", "0 m is no circle", 9),
    "a circle beyond the moon": (HEAD + PLANK + "radius = 1e9\n", "elements.board.radius", "1e+09 m is beyond", 9),
    "twice around": (
        HEAD + PLANK + "radius = -2\ncount = 20\n",
        "elements.board.radius",
        "a row of 19.1 m on a circle that is 12.57 m around",
        9,
    ),
    "a plank over the centre": (
        HEAD + PLANK + "radius = 9\ny_max = 10\n",
        "elements.board.y_max",
        "10 m lies beyond the centre of the circle",
        10,
    ),
    "a plank over the centre on the right": (
        HEAD + PLANK + "radius = -9\ny_min = -10\n",
        "elements.board.y_min",
        "-10 m lies beyond the centre of the circle",
        10,
    ),
    "a direction in metres": (HEAD + PLANK + 'direction = "3 m"\n', "elements.board.direction", "is not in rad", 9),
    "a plank of no width": (HEAD + PLANK + "y_min = 1\ny_max = 1\n", "elements.board.y_max", "holds nothing", 10),
    "a plank off its side": (HEAD + PLANK + 'side = "left"\ny_max = -1\n', "elements.board.y_max", "so does y_max", 10),
    "a right plank on the left": (
        HEAD + PLANK + 'side = "right"\ny_min = 1\n',
        "elements.board.y_min",
        "side = 'right' says where it lies",
        10,
    ),
    "a patch of no length": (HEAD + PATCH + "x_min = 3\nx_max = 2\n", "elements.ice.x_max", "x from 3 m to 2 m", 8),
    "a patch of no width": (HEAD + PATCH + "y_min = 3\ny_max = 3\n", "elements.ice.y_max", "y from 3 m to 3 m", 8),
    "no friction at all": (HEAD + PATCH.replace("0.1", "0"), "elements.ice.friction", "is zero", 6),
    "two flat elements": (
        HEAD + '[elements.a]\ntype = "flat"\n[elements.b]\ntype = "flat"\n',
        "elements.b",
        "'a' is flat already",
        6,
    ),
    "a class that is none": (HEAD + RANDOM.replace('"C"', '"I"'), "elements.rough.roughness", "is not known", 6),
    "half a seed": (HEAD + RANDOM + "seed = 0.5\n", "elements.rough.seed", "0.5 is no seed", 8),
    "waves of no length": (
        HEAD + RANDOM + "wave_number_max = 25\n",
        "elements.rough.wave_number_max",
        "waves of 40 mm are texture",
        8,
    ),
    "a band that is turned": (
        HEAD + RANDOM + "wave_number_max = 0.005\n",
        "elements.rough.wave_number_max",
        "waves from 0.0110485 to 0.005 cycle/m are none",
        8,
    ),
    "a blend wider than the tracks": (
        HEAD + RANDOM + "blend = 2\n",
        "elements.rough.blend",
        "2 m between tracks that are 1.5 m apart",
        8,
    ),
    "a road shorter than its waves": (
        HEAD + RANDOM + "wave_number_min = 1e-3\nwave_number_max = 0.009\n",
        "elements.rough.wave_number_max",
        "no whole wave",
        9,
    ),
    "a road of too many points": (
        HEAD + RANDOM.replace("100", "19000") + "wave_number_max = 9\n",
        "elements.rough.length",
        "points on each track",
        7,
    ),
    "a negative seed": (HEAD + RANDOM + "seed = -1\n", "elements.rough.seed", "-1 is no seed", 8),
    "a random road for a day": (HEAD + RANDOM.replace("100", "1e6"), "elements.rough.length", "is too long", 7),
    "a road of fades": (HEAD + RANDOM + "fade = 60\n", "elements.rough.length", "hold no fades of 60 m", 7),
    "heights that are too few": (
        HEAD + GRID + "heights = [1, 2]\n",
        "elements.field.heights",
        "2 heights for 4 x 4",
        8,
    ),
    "places that fall": (
        HEAD + GRID.replace("x = [0, 1, 2", "x = [0, 2, 1") + HEIGHTS,
        "elements.field.x",
        "1 m follows 2 m",
        6,
    ),
    "places too few": (
        HEAD + GRID.replace("y = [0, 1, 2, 3]", "y = [0, 1]") + f"heights = [{', '.join(['0'] * 8)}]\n",
        "elements.field.y",
        "2 places",
        7,
    ),
    "a source of nothing": (
        HEAD + PLANK + '[sources]\n"elements.bord" = { source = "x" }\n',
        "sources.elements.bord",
        "there is no",
        10,
    ),
}


@pytest.mark.parametrize("text, where, what, line", BROKEN.values(), ids=BROKEN)
def test_a_broken_road_is_refused_where_it_is_broken(text, where, what, line):
    with pytest.raises(ModelError) as refusal:
        load(text)
    (problem,) = refusal.value.problems
    assert problem.where == where and what in problem.what and problem.help
    assert line is None or problem.line == line


def test_all_problems_of_a_road_are_listed_at_once():
    with pytest.raises(ModelError) as refusal:
        load(HEAD + PLANK + "count = 1.5\nwidth = 1\n" + RANDOM + "seed = -1\n" + PATCH + "x_min = 3\nx_max = 2\n")
    assert [problem.where for problem in refusal.value.problems] == [
        "elements.board.width",
        "elements.rough.seed",
        "elements.ice.x_max",
    ]


def test_a_road_is_read_as_it_is_written_in_python():
    text = HEAD + (
        'units = { length = "mm", angle = "deg" }\n'
        '[elements.asphalt]\ntype = "flat"\nfriction = 0.9\n'
        '[elements.hill]\ntype = "slope"\ngrade = "8 %"\nstart = "50 m"\n'
        '[elements.waves]\ntype = "sinusoid"\namplitude = 10\nwavelength = "8 m"\ndirection = 90\n'
        '[elements.hump]\ntype = "bump"\nheight = 100\nlength = 3600\nstart = "20 m"\ny_max = 2000\n'
        '[elements.boards]\ntype = "plank"\nheight = 25\nlength = 100\nstart = "10 m"\nside = "left"\ncount = 3\n'
        '[elements.rough]\ntype = "iso_8608"\nroughness = "B"\nlength = "1 km"\nseed = 4\n'
        '[elements.field]\ntype = "surface"\nx = [0, 100, 200, 300]\ny = [0, 100, 200, 300]\n'
        f"heights = [{', '.join(map(str, range(16)))}]\n"
        '[elements.ice]\ntype = "friction_patch"\nfriction = 0.1\ny_min = 0\n'
        '[sources]\n"elements.boards.height" = { source = "measured" }\n'
    )
    places = (0.0, 0.1, 0.2, 0.3)
    elements = {
        "asphalt": Flat(friction=0.9),
        "hill": Slope(grade=0.08, start=50.0),
        "waves": Sinusoid(amplitude=0.01, wavelength=8.0, direction=1.5707963267948966),
        "hump": Bump(height=0.1, length=3.6, start=20.0, y_max=2.0),
        "boards": Plank(height=0.025, length=0.1, start=10.0, side="left", count=3),
        "rough": Iso8608(roughness="B", length=1000.0, seed=4),
        "field": SplineSurface(x=places, y=places, heights=tuple(k / 1000 for k in range(16))),
        "ice": FrictionPatch(friction=0.1, y_min=0.0),
    }
    road = load(text)
    assert road == Road(name="test road", elements=elements)
    assert road.sources["elements.boards.height"].source == "measured"
    assert road.values()["elements.field.heights.7"] == 0.007
    assert check_road_as_file(road) == []


def test_a_road_made_in_python_is_checked_like_a_file():
    road = Road(elements={"board": Plank(height=-0.1, length=0.1, start=0, side="middle"), "a.b": Flat()})
    assert [problem.where for problem in check_road_as_file(road)] == [
        "elements.board.height",
        "elements.board.side",
        "elements.a.b",
    ]
    row = Road(elements={"row": Bump(height=0.1, length=1.0, start=0, count=0.5)})
    assert [problem.where for problem in check_road_as_file(row)] == ["elements.row.count"]


def test_values_of_a_road_are_changed_by_path():
    road = load(HEAD + PLANK + GRID + HEIGHTS)
    changed = road.with_values({"elements.board.height": "30 mm", "elements.field.heights.3": 0.5})
    assert changed.values() == road.values() | {"elements.board.height": 0.03, "elements.field.heights.3": 0.5}


@pytest.mark.parametrize(
    "path, value, what",
    [
        ("elements.board.hight", 1, "Did you mean 'elements.board.height'"),
        ("elements.board.height", "3 N", "is not in m"),
        ("elements.board.height", -1, "is negative"),
        ("elements.board.count", 1.5, "1.5 obstacles"),
    ],
)
def test_impossible_values_of_a_road_are_refused(path, value, what):
    with pytest.raises(ModelError) as refusal:
        load(HEAD + PLANK).with_values({path: value})
    (problem,) = refusal.value.problems
    assert problem.where == path and what in problem.what and problem.help


def test_commands_know_roads(tmp_path):
    file = tmp_path / "road.toml"
    file.write_text(HEAD + PLANK)
    outcome = CliRunner().invoke(main, ["check", str(file)])
    assert outcome.exit_code == 0 and outcome.output == "ok: test road: road of 1 element, 19 numbers\n"
    outcome = CliRunner().invoke(main, ["info", str(file)])
    assert outcome.exit_code == 0 and "board        Plank: height 0.02" in outcome.output
    for word in ("run", "kc"):
        outcome = CliRunner().invoke(main, [word, str(file)])
        assert outcome.exit_code == 2 and isinstance(outcome.exception, SystemExit)  # a message, no traceback
