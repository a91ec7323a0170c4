"""Imports point down: the order of the packages is the architecture, so it is tested."""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import jounce

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "jounce"
FILES = sorted(SOURCE.rglob("*.py"))
TOP = [SOURCE / "__init__.py", SOURCE / "__main__.py"]  # composes everything

# a package imports only from those before it and from itself
ORDER = (
    "errors",
    "outdated",
    "public_names",
    "old_names",
    "workers",
    "arguments",
    "input_files",
    "graph",
    "units",
    "native",
    "progress",
    "spatial",
    "results",
    "elastic",
    "parts",
    "model",
    "mechanism",
    "equations",
    "simulation",
    "export",
    "depths",
    "studies",
    "own_parts",
    "jobs",
    "views",
    "cli",
)
USERS_OF_THE_WHOLE = ("cli",)  # it calls what a Python user would call: `import jounce`
# packages of their own, which use jounce as its users do; only the command of each imports it
APART = {"jounce_papers": "cli/commands/papers.py", "jounce_benchmarks": "cli/commands/bench.py"}
# one-line methods that hand on to a package above
FORWARDS = {("results/result.py", name) for name in ("view", "report", "plot", "_repr_html_")} | {
    ("model/model.py", "summary")
}
FORWARDS |= {("results/comparison/comparison.py", name) for name in ("plot", "text", "_repr_html_")}
FORWARDS |= {("parts/roads/road.py", "with_values"), ("model/vehicle.py", "summary")}
FORWARDS |= {("results/formats/hdf5.py", "_drawn_of_text")}  # of files before format 5
FORWARDS |= {("studies/gradients/gradient.py", "plot")}
FORWARDS |= {("studies/optimise/optimise.py", name) for name in ("plot", "report")}
FORWARDS |= {("studies/fastest_line/fastest_line.py", "plot")}
# a car at a depth is computed from another one, when it is driven
DERIVED = ("computed_numbers", "_derived_car_model", "_derived_axle_model")
FORWARDS |= {("model/assembly/make_models.py", name) for name in DERIVED}

# what depths still ask of studies: starts of drives and the rig, on their way down to a package of their own
ASKED_BY_DEPTHS = {
    *("jounce.studies.driving.driving_start", "jounce.studies.driving.known_starts"),
    "jounce.studies.driving.steady_motion",
    *("jounce.studies.handling.standing_car", "jounce.studies.handling.steady_cornering"),
    "jounce.studies.kinematics.wheel_travel",
}

VAGUE_NAMES = {"utils", "util", "common", "helpers", "helper", "core", "base", "manager"}
CODE_FROM_TEXT = {"eval", "exec", "__import__"}
CODE_FROM_DATA = {"pickle", "cPickle", "dill", "cloudpickle", "shelve", "marshal", "joblib", "yaml", "ruamel"}


def imports(tree: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Every imported name in full, `jounce.graph.sin` for `from jounce.graph import sin`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((f"{'.' * node.level}{node.module or ''}.{alias.name}", node) for alias in node.names)


def forwards(file: str, tree: ast.AST) -> set[ast.AST]:
    """The imports inside methods that do nothing but hand on to a view."""
    return {
        node.body[-2]
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and (file, node.name) in FORWARDS
        and len(node.body) == 3  # docstring, import, return
        and isinstance(node.body[-1], ast.Return)
    }


def upward_imports(file: str, text: str) -> list[str]:
    """The imports of `file` (relative to the package) that point up."""
    tree = ast.parse(text)
    package = file.split("/")[0].removesuffix(".py")
    allowed = set(ORDER[: ORDER.index(package) + 1])
    excused = forwards(file, tree)
    found = []
    for name, node in imports(tree):
        parts = name.split(".")
        if name.startswith("."):
            found.append(f"line {node.lineno}: {name} is relative; write jounce....")
        elif parts[0] in APART and APART[parts[0]] != file:
            found.append(f"line {node.lineno}: {name} uses jounce, not the other way round")
        elif parts[0] != "jounce" or name == "jounce.__version__" or node in excused:
            continue
        elif len(parts) == 1 or parts[1] not in ORDER:
            if package not in USERS_OF_THE_WHOLE:
                found.append(f"line {node.lineno}: {name}, the whole package")
        elif package == "depths" and name.rpartition(".")[0] in ASKED_BY_DEPTHS:
            continue
        elif parts[1] not in allowed:
            found.append(f"line {node.lineno}: {name}")
    return found


def code_from_outside(text: str) -> list[str]:
    """What can turn text or data of others into running code."""
    tree = ast.parse(text)
    found = [name for name, _ in imports(tree) if name.split(".")[0] in CODE_FROM_DATA]
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in CODE_FROM_TEXT:
            found.append(f"line {node.lineno}: {node.id}")
        if isinstance(node, ast.keyword) and node.arg == "allow_pickle":
            found.append(f"line {node.value.lineno}: allow_pickle")
    return found


def name_of(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def offenders(files: list[Path], faults: Callable[[str, str], list[str]]) -> dict[str, list[str]]:
    """File -> what is wrong with it, for the files that break a rule."""
    found = {name_of(path): faults(name_of(path), path.read_text(encoding="utf-8")) for path in files}
    return {name: wrong for name, wrong in found.items() if wrong}


def test_imports_point_down():
    assert offenders([path for path in FILES if path not in TOP], upward_imports) == {}


def strangers(text: str) -> Iterator[str]:
    """What a text imports by name from our packages, and is not there."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in ("jounce", *APART):
            home = import_module(str(node.module))
            for name in (alias.name for alias in node.names):
                inside = hasattr(home, "__path__") and find_spec(f"{node.module}.{name}") is not None
                if not hasattr(home, name) and not inside:
                    yield f"{node.module}.{name}"


def test_what_stands_next_to_the_packages_imports_what_they_have():
    """Peers, scripts of the documentation and lessons, which no type checker and few tests look at."""
    files = [path for folder in ("benchmarks", "docs", "examples", "web") for path in (ROOT / folder).rglob("*.py")]
    files = [path for path in files if "node_modules" not in path.parts and "_build" not in path.parts]
    assert {path.name: lost for path in files if (lost := [*strangers(path.read_text("utf-8"))])} == {}
    assert [*strangers("from jounce.results import Result, Corner")] == ["jounce.results.Corner"]


def test_files_of_tests_have_names_of_their_own():
    """Two of one name in different folders are one module to pytest, which then collects nothing."""
    names = Counter(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name, count in names.items() if count > 1] == []


def test_nothing_turns_text_or_data_into_code():
    assert offenders(FILES, lambda _, text: code_from_outside(text)) == {}


def test_names_say_what_a_file_is_for():
    assert [name_of(path) for path in SOURCE.rglob("*") if path.stem.lower() in VAGUE_NAMES] == []


def test_every_package_has_its_place_in_the_order():
    present = {name_of(path).split("/")[0].removesuffix(".py") for path in FILES if path not in TOP}
    assert present <= set(ORDER)


def test_contributing_lists_the_packages_in_this_order_with_their_folders():
    page = (SOURCE.parents[1] / "CONTRIBUTING.md").read_text("utf-8")
    rows = [line.split("|")[1:] for line in page.splitlines() if line.startswith("| `")]
    words = [re.findall(r"`(\w+)`", first) for first, *_ in rows]
    assert tuple(name for names in words for name in names) == ORDER
    for (package, *_), (_, _, folders, *_) in zip(words, rows, strict=True):
        wanted = {path.parent.name for path in (SOURCE / package).glob("*/__init__.py")}
        assert wanted <= set(re.findall(r"`(\w+)`", folders)), package


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("graph/tape.py", "from jounce.native import compile"),
        ("graph/tape.py", "import jounce.native.llvm"),
        ("graph/tape.py", "from jounce import native"),
        ("graph/tape.py", "def f():\n    from jounce.cli import main"),
        ("graph/tape.py", "import jounce"),
        ("views/page/page.py", "from jounce_papers.gallery import Gallery"),
        ("graph/tape.py", "from .. import cli"),
        (
            "results/channel.py",
            "def plot():\n    'Draw.'\n    from jounce.views import plots\n    return plots",
        ),
        (
            "results/result.py",
            "def save():\n    'Keep.'\n    from jounce.views import plots\n    return plots",
        ),
        (
            "results/result.py",
            "def plot():\n    'Draw.'\n    from jounce.views import plots\n    x = 1\n    return x",
        ),
    ],
)
def test_an_upward_import_would_be_found(file, text):
    assert len(upward_imports(file, text)) == 1


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("units.py", "from jounce.graph import Scalar"),
        ("cli/run.py", "import jounce"),
        ("simulation/simulate.py", "from jounce import __version__"),
        (
            "results/result.py",
            "def plot():\n    'Draw.'\n    from jounce.views import plots\n    return plots",
        ),
    ],
)
def test_a_downward_import_is_left_alone(file, text):
    assert upward_imports(file, text) == []


@pytest.mark.parametrize("text", ["eval('1')", "import pickle", "from yaml import load", "f(allow_pickle=1)"])
def test_code_from_outside_would_be_found(text):
    assert len(code_from_outside(text)) == 1


def test_a_mechanism_is_loaded_and_run_without_what_is_slow_to_import():
    """SciPy takes longer to import than all of this to run, pandas and matplotlib too; numba's code is in the cache."""
    program = (
        "import sys, jounce\n"
        "jounce.simulate(jounce.load('four_bar'), 0.01)\n"
        "jounce.studies.find_study('step-steer')\n"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    jounce.simulate(
        jounce.load("four_bar"), 0.01, integrator="rk4"
    )  # makes the machine code of the integrator, where there is none
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "numpy" in loaded
    assert {"scipy", "pandas", "matplotlib", "numba"}.isdisjoint(loaded)
