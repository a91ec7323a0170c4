"""What is installed: the package alone, and nothing in it that only a clone can use."""

from __future__ import annotations

import ast
import io
import subprocess
import tarfile
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PACKAGE = ROOT / "src" / "jounce"
# import names of what the extra `bench` installs
PEERS = {"mujoco", "pinocchio", "exudyn", "vehiclemodels", "jounce_peers"}


def imported(text: str) -> set[str]:
    """Top names of all packages that a module imports."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


def test_the_wheel_has_the_library_the_papers_and_the_benchmarks_and_nothing_else():
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel == {"packages": ["src/jounce", "src/jounce_papers", "src/jounce_benchmarks"]}
    assert {f"src/{path.name}" for path in (ROOT / "src").iterdir()} == set(wheel["packages"])


def test_the_source_distribution_is_small():
    """Below 5 MB, as a build packs it: what git keeps, less what is excluded."""
    ran = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    excluded = PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["exclude"]
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz", compresslevel=6) as archive:
        for name in ran.stdout.split("\0"):
            if name and (ROOT / name).is_file() and not any(fnmatch(name, each) for each in excluded):
                archive.add(ROOT / name, name)
    assert 1e6 < packed.tell() < 5e6


def test_people_who_search_find_what_it_is():
    project = PROJECT["project"]
    assert project["authors"] == [{"name": "The jounce project"}] and len(project["keywords"]) >= 5
    assert {f"Programming Language :: Python :: 3.{minor}" for minor in (11, 12, 13)} <= set(project["classifiers"])
    assert "Typing :: Typed" in project["classifiers"] and (PACKAGE / "py.typed").is_file()


@pytest.mark.parametrize("folder", ["src", "benchmarks/jounce_peers"])
def test_models_of_other_engines_are_in_the_clone_only(folder):
    files = sorted((ROOT / folder).rglob("*.py"))
    with_peers = [path.name for path in files if imported(path.read_text("utf-8")) & PEERS]
    assert bool(with_peers) == (folder != "src"), with_peers


def test_models_pages_tyres_and_compiled_loops_are_installed_with_the_package():
    """They lie inside the package, so that the rule above takes them along."""
    endings = {path.suffix for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert {".py", ".toml", ".tir", ".html", ".css", ".xz"} <= endings
