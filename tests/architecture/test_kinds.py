"""A part says all about itself, so nobody outside `parts` asks for its class; functions and folders stay short."""

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import jounce.parts
from jounce.model.fields import KINDS
from jounce.parts.joints import joint_rows as rows
from jounce.parts.joints import motions
from jounce.parts.roads import ELEMENTS, Road
from jounce.parts.tyres.magic_formula_data import MagicFormulaNumbers

SOURCE = Path(__file__).parents[2] / "src" / "jounce"
FILES = [path for path in sorted(SOURCE.rglob("*.py")) if SOURCE / "parts" not in path.parents]
LONGEST = 60  # lines of a function
MOST_MODULES = 16  # of a folder, without __init__
MOST_COMMANDS = 20  # each command is a file, and help lists them on one screen

# the kinds that a model is made of, by the names under which a module imports them
PARTS = {kind.__name__ for known in (*KINDS, ELEMENTS) for kind in known.values()} | {
    Road.__name__,
    MagicFormulaNumbers.__name__,
}
PARTS |= {
    name
    for module in (motions, rows)
    for name, kind in vars(module).items()
    if inspect.isclass(kind) and kind.__module__ == module.__name__
}

# file and kind, with the reason why it may ask
ALLOWED = {
    ("arguments.py", "Constant"): "a word of Python's syntax, no signal",
    ("cli/commands/check.py", "Road"): "a file holds a road or a model: commands differ",
    ("cli/commands/info.py", "Road"): "a file holds a road or a model: commands differ",
    ("cli/commands/run.py", "Road"): "a file holds a road or a model: commands differ",
    ("simulation/prepare.py", "Road"): "a road may be given by name or as itself",
    ("studies/ride/drive_road.py", "Road"): "a road may be given by name or as itself",
    ("model/assemblies/assembly.py", "Body"): "of the parts that an assembly has just made, the rotating bodies",
    (
        "model/tyre_files/tir_rules.py",
        "MagicFormulaNumbers",
    ): "rules of .tir files hold for numbers of such a file only",
    ("studies/tyres/tyre_fit.py", "MagicFormula52"): "what is fitted are the coefficients of this formula",
}


def imported(tree: ast.AST) -> set[str]:
    """Names that a module imports from `jounce.parts` or from `jounce` itself."""
    return {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("jounce.parts", "jounce"))
        for alias in node.names
        if not (node.module or "").startswith(("jounce.native", "jounce.results", "jounce.views", "jounce.spatial"))
    }


def questions(text: str) -> Iterator[tuple[int, str]]:
    """Line and kind of each place where a module asks whether something is of a kind."""
    tree = ast.parse(text)
    known = imported(tree) & PARTS
    for node in ast.walk(tree):
        asked: list[ast.AST] = []
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("isinstance", "issubclass")
        ):
            asked = [node.args[1]]
        elif isinstance(node, ast.MatchClass):
            asked = [node.cls]
        elif (
            isinstance(node, ast.Compare) and isinstance(node.left, ast.Call) and ast.unparse(node.left.func) == "type"
        ):
            asked = list(node.comparators)
        for place in asked:
            for inner in ast.walk(place):
                if isinstance(inner, ast.Name) and inner.id in known:
                    yield node.lineno, inner.id
                elif isinstance(inner, ast.Attribute) and inner.attr in PARTS:
                    yield node.lineno, inner.attr


def name_of(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def test_nobody_outside_parts_asks_for_the_class_of_a_part():
    found = [(name_of(path), kind, line) for path in FILES for line, kind in questions(path.read_text("utf-8"))]
    assert [f"{file}:{line}: {kind}" for file, kind, line in found if (file, kind) not in ALLOWED] == []
    assert len(found) < 25


def test_every_exception_is_still_needed():
    found = {(name_of(path), kind) for path in FILES for _, kind in questions(path.read_text("utf-8"))}
    assert set(ALLOWED) == found


@pytest.mark.parametrize(
    "text",
    [
        "from jounce.parts.forces import Spring\nisinstance(part, Spring | float)",
        "from jounce.parts.forces import Spring\ntype(part) is Spring",
        "from jounce.parts.forces import Spring\nmatch part:\n    case Spring():\n        pass",
        "import jounce\nisinstance(part, jounce.parts.Spring)",
        "from jounce.parts.joints.motions import Float\nisinstance(motion, Float)",
    ],
)
def test_a_question_would_be_found(text):
    assert len(list(questions(text))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "from jounce.native.program import Place\nisinstance(x, Place)",
        "from jounce.parts.ends import bodies_of_ends\nbodies_of_ends(x)",
    ],
)
def test_what_asks_no_part_is_left_alone(text):
    assert list(questions(text)) == []


def long_functions(text: str) -> list[tuple[str, int]]:
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [(f.name, length) for f in functions if (length := f.end_lineno - f.lineno + 1) > LONGEST]


def test_no_function_is_longer_than_a_page():
    assert [(name_of(p), *f) for p in sorted(SOURCE.rglob("*.py")) for f in long_functions(p.read_text("utf-8"))] == []


def test_a_long_function_would_be_found():
    assert long_functions("def f():\n" + "    x = 1\n" * LONGEST) == [("f", LONGEST + 1)]


def test_a_folder_is_taken_in_at_a_glance():
    folders = {path.parent for path in SOURCE.rglob("*.py")}
    modules = {name_of(f): [p for p in f.glob("*.py") if p.name != "__init__.py"] for f in folders if f != SOURCE}
    most = {"cli/commands": MOST_COMMANDS}
    assert {n: len(found) for n, found in modules.items() if len(found) > most.get(n, MOST_MODULES)} == {}


def test_every_kind_is_known_to_this_test():
    """Classes with a source are kinds: those of parts that no registry names would not be missed otherwise."""
    for module in walk_packages(jounce.parts.__path__, "jounce.parts."):
        for name, kind in vars(import_module(module.name)).items():
            if inspect.isclass(kind) and kind.__module__.startswith("jounce.parts") and hasattr(kind, "source"):
                assert name in PARTS or name == "Pushing", f"{name} is in no registry"


def test_a_vehicle_is_no_form():
    """What a vehicle has and does lives with its assemblies, rules and files: the class only says where."""
    tree = ast.parse((SOURCE / "model" / "vehicle.py").read_text("utf-8"))
    (vehicle,) = (node for node in tree.body if isinstance(node, ast.ClassDef))
    assert vehicle.end_lineno - vehicle.lineno + 1 < 150
