"""A plain install: without numba, which only makes code of changed loops, all names and commands are there."""

import ast
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import jounce
from jounce.native.loops.sources import MAKER, find_sources
from jounce.simulation.shipping.make_loops import every_loop_to_make

SOURCE = Path(jounce.__file__).parent
HIDDEN = """
import importlib, pkgutil, sys
sys.modules["numba"] = None
import jounce
"""
NAMES = f"""{HIDDEN}
for home in (jounce, jounce.studies):
    for name in home.__all__:
        getattr(home, name)
print(len(jounce.__all__) + len(jounce.studies.__all__))
"""
MODULES = f"""{HIDDEN}
for module in pkgutil.walk_packages(jounce.__path__, "jounce."):
    if not module.name.endswith("__main__"):
        try:
            importlib.import_module(module.name)
        except ImportError as error:
            assert error.name == "numba", error
            print(module.name)
"""
COMMANDS = f"""{HIDDEN}
from click.testing import CliRunner
from jounce.cli import main

studied = "small_car_step_steer.h5"
for words in (
    *([name, "--help"] for name in main.list_commands(None)),
    ["list"],
    ["check", "four_bar"],
    ["info", "small_car"],
    ["equations", "pendulum", "--html", *(f"--format={{kind}}" for kind in ("latex", "python", "c"))],
    ["run", "pendulum", "--duration", "0.1 s"],
    ["kc", "double_wishbone", "--no-page"],
    ["run", "small_car", "step-steer", "--duration", "2 s", "--no-page"],
    ["info", studied],
    ["view", studied],
    ["report", studied],
    ["compare", studied, studied],
):
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, (words, done.output, done.exc_info)
assert jounce.export.written_equations(jounce.load("pendulum")).formulas()
assert len(jounce.write_equations(jounce.load("four_bar"), "more", formats=["python", "c"])) == 4
print("all done")
"""


@cache
def run_without_numba(program, folder="."):
    place = os.environ | {"PYTHONPATH": os.pathsep.join([str(SOURCE.parent), *filter(None, sys.path)])}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=folder, env=place)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def loop_modules():
    """Modules whose functions become machine code by numba, and what makes it."""
    return {name for loop in every_loop_to_make() for name, _ in find_sources(loop.partition(":")[0], MAKER)}


def test_every_public_name_is_there():
    assert int(run_without_numba(NAMES)) == len(jounce.__all__) + len(jounce.studies.__all__)


def test_only_modules_that_become_machine_code_need_numba():
    found = set(run_without_numba(MODULES).split())
    assert MAKER in found and found <= loop_modules()


def test_nobody_asks_for_such_a_module_while_it_works():
    """Imports inside functions do not show where modules are only imported."""
    needing = set(run_without_numba(MODULES).split())
    asking = {
        f"{path.relative_to(SOURCE).as_posix()}: {node.module}"
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module in needing
        if ".".join(("jounce", *path.relative_to(SOURCE).with_suffix("").parts)) not in needing
    }
    assert asking == {f"{file}: {MAKER}" for file in ("native/loops/load.py", "simulation/shipping/make_loops.py")}


def test_commands_do_their_work(tmp_path):
    assert run_without_numba(COMMANDS, tmp_path).strip().endswith("all done")


def test_studies_are_an_attribute_at_once():
    program = "import jounce; print(jounce.studies.StepSteer.name, 'studies' in dir(jounce))"
    assert run_without_numba(program).split() == ["step-steer", "True"]
