"""Unit, axle and side are fields: outside `model`, where names are made, nobody takes them out of a name."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "jounce"
FILES = [path for path in sorted(SOURCE.rglob("*.py")) if path.relative_to(SOURCE).parts[0] != "model"]
CONSTANTS = {"CAR", "BODY", "SIDES", "LEADING"}  # of the model: names and sides that it gives
PLACES = {"side", "axle", "corner", "unit"}  # words for what a name might be asked about
SIDED = re.compile(r"(^|[\w}])_(left|right)(\.[\w.{}]*)?$")  # "front_left", "_right.", "front_left.tyre.Fz"

# file and word, with the reason
ALLOWED = {
    ("results/channel.py", "_{side}"): "the owner of a channel says how its corner is called",
    ("studies/programme/trials.py", "dynamic_load_front_left"): "a sheet names the figures that stand on it one by one",
    ("studies/programme/trials.py", "dynamic_load_rear_left"): "a sheet names the figures that stand on it one by one",
    ("studies/courses/course.py", "for side"): "the sides of a lane, where cones stand",
    ("studies/courses/cone_hits.py", "for side"): "the limits of a lane, by their words",
}
# controllers whose fields say by default what they read and set on a car of four wheels
CORNERS = ("front_left", "front_right", "rear_left", "rear_right", "front_left.steer", "front_right.steer")
WITH_USUAL_NAMES = ("skyhook", "stability_control", "traction_control")
ALLOWED |= {(f"parts/controls/{file}.py", word): "a usual name" for file in WITH_USUAL_NAMES for word in CORNERS}


def word_of(node: ast.AST) -> str:
    """The last word of a name or of an attribute."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def is_loop_over_sides(node: ast.For | ast.comprehension) -> bool:
    """Whether it goes over both words, or over the class of sides, alone or next to something else."""
    inside = list(ast.walk(node.iter))
    words = {each.value for each in inside if isinstance(each, ast.Constant)}
    members = {each.attr for each in inside if isinstance(each, ast.Attribute) and word_of(each.value) == "Side"}
    whole = isinstance(node.iter, ast.Name) and node.iter.id == "Side"
    return {"left", "right"} <= words or {"LEFT", "RIGHT"} <= members or whole


def asks_name(call: ast.Call) -> bool:
    """Whether a text is split at what lies between axle and side, or is asked for either."""
    method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    given = call.args[0] if call.args else None
    if method in ("split", "rsplit", "partition", "rpartition"):
        return isinstance(given, ast.Constant) and given.value == "_"
    if method in ("startswith", "endswith", "removeprefix", "removesuffix"):
        inside = [node for node in ast.walk(given) if isinstance(node, ast.Name)] if given is not None else []
        return any(node.id in PLACES for node in inside)
    return False


def glued(text: ast.JoinedStr) -> Iterator[str]:
    """Where a name is put together of an axle and a side, or ends in one."""
    for before, after in zip(text.values, [*text.values[1:], None], strict=True):
        if not isinstance(before, ast.Constant) or " " in str(before.value):
            continue
        if SIDED.search(str(before.value)) or str(before.value).startswith(("_left", "_right")):
            yield str(before.value)
        if isinstance(after, ast.FormattedValue) and str(before.value) == "_" and word_of(after.value) == "side":
            yield "_{side}"


def docstrings(tree: ast.AST) -> set[int]:
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def offences(text: str) -> Iterator[tuple[int, str]]:
    """Line and word of all that takes a unit, an axle or a side out of a name."""
    tree = ast.parse(text)
    said = docstrings(tree)
    inside = {id(value) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for value in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("jounce.model.assembl"):
            yield from ((node.lineno, alias.name) for alias in node.names if alias.name in CONSTANTS)
        elif isinstance(node, ast.For) and is_loop_over_sides(node):
            yield node.lineno, "for side"
        elif isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
            yield from ((node.lineno, "for side") for each in node.generators if is_loop_over_sides(each))
        elif isinstance(node, ast.Call) and asks_name(node):
            yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.JoinedStr):
            yield from ((node.lineno, word) for word in glued(node))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said | inside:
            if (SIDED.search(node.value) and " " not in node.value) or "left|right" in node.value:
                yield node.lineno, node.value


def test_nobody_takes_a_side_an_axle_or_a_unit_out_of_a_name():
    found = [
        f"{path.relative_to(SOURCE)}:{line}: {word}"
        for path in FILES
        for line, word in offences(path.read_text("utf-8"))
        if (path.relative_to(SOURCE).as_posix(), word) not in ALLOWED
    ]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "from jounce.model.assembly.names import SIDES",
        "from jounce.model.assembly.rotors import CAR",
        "for side in ('left', 'right'): pass",
        "[side for side in ('left', 'right')]",
        "for side, sign in (('left', 1), ('right', -1)): pass",
        "for side, corner in zip(('left', 'right'), corners): pass",
        "for side in Side: pass",
        "{side: 0.0 for side in (Side.LEFT, Side.RIGHT)}",
        "re.match('(.*)_(left|right)', name)",
        "corner.rpartition('_')",
        "name.endswith('_left')",
        "name.endswith(f'_{self.side}.torque')",
        "name.startswith(axle)",
        "f'{axle}_left.travel'",
        "f'{axle}_{side}'",
        "run['front_left.tyre.Fz']",
    ],
)
def test_who_does_would_be_found(text):
    assert list(offences(text))


@pytest.mark.parametrize(
    "text",
    [
        "'''The travel of front_left.'''",
        "for corner in car.axles[axle]: run[f'{corner.prefix}.travel']",
        "if corner.side == 'left': pass",
        "name.rpartition('.')",
        "f'{time_left} s'",
    ],
)
def test_fields_are_left_alone(text):
    assert list(offences(text)) == []


ONE_MEANING = {"Place", "Corner", "Curve", "Course", "Quantity", "Prepared", "Table"}
OF_THE_BROWSER = SOURCE / "views" / "page" / "page_data.py"  # records of the page, whose names TypeScript shares


def test_a_word_that_many_files_use_is_one_class():
    found: dict[str, list[str]] = {word: [] for word in ONE_MEANING}
    for file in SOURCE.rglob("*.py"):
        for node in ast.parse(file.read_text("utf-8")).body if file != OF_THE_BROWSER else ():
            names = [node.name] if isinstance(node, ast.ClassDef) else []
            names += [t.id for t in getattr(node, "targets", ()) if isinstance(t, ast.Name)]
            for name in ONE_MEANING.intersection(names):
                found[name].append(file.relative_to(SOURCE).as_posix())
    assert {word: files for word, files in found.items() if len(files) != 1} == {}
