"""Fixtures for all tests; and what tests measure, which `make agreement` writes to docs/reference/agreement.md."""

from __future__ import annotations

import json
import os
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np
import pytest

# each model is compiled once, at its final level: drafts and processes that improve them would cost more in all
os.environ.setdefault("JOUNCE_OPTIMISED", "1")

COSTS = Path(__file__).parents[1] / "docs" / "reference" / "test_costs.json"  # written by `make test-costs`
SLOW = 0.12  # s of processor time for a case
NEAR = 0.9  # share of its limit above which a measured claim is told: rounding of another processor may exceed it
PACKAGES = ("numpy", "scipy", "llvmlite", "pin", "mujoco", "exudyn")


@pytest.fixture
def measured(record_property):
    """Keep the largest difference behind a claim, beside the limit that the test allows.

    `measured(claim, difference, limit)` may be called often; what comes nearest to its limit counts, and beyond it the
    test fails. The claims are listed in docs/agreement.py.
    """
    worst: dict[str, tuple[float, float]] = {}

    def keep(claim, difference, limit):
        found = float(np.abs(difference).max())
        assert found <= limit, f"{claim}: {found:.3g}, at most {limit:.3g}"
        if claim not in worst or found / limit > worst[claim][0] / worst[claim][1]:
            worst[claim] = (found, float(limit))

    yield keep
    record_property("measured", worst)


@pytest.fixture
def no_own_parts(monkeypatch):
    """Files of own parts that other tests have used do not travel to worker processes."""
    for name in [name for name in sys.modules if name.startswith("jounce_own_parts_")]:
        monkeypatch.delitem(sys.modules, name)


@pytest.fixture
def small_pictures(monkeypatch):
    """Pictures are drawn whole, but small and without arranging their panels, which takes most of the time."""
    from matplotlib.figure import Figure

    save = Figure.savefig

    def save_small(figure, path, **settings):
        figure.set_layout_engine("none")
        save(figure, path, **{**settings, "dpi": 20})

    monkeypatch.setattr(Figure, "savefig", save_small)


def slow_tests() -> set[str]:
    """Names the tests whose cases cost too much for `make test-fast`, compiling apart."""
    costs = json.loads(COSTS.read_text("utf-8")) if COSTS.exists() else {}
    return {test for test, c in costs.items() if c["cpu"] - c["compiling"] > SLOW * c["cases"]}


def pytest_addoption(parser):
    parser.addoption("--agreement", metavar="FILE", help="run the tests that measure; write what they measured to FILE")


def pytest_collection_modifyitems(config, items):
    slow = slow_tests()
    for item in items:
        if item.nodeid.partition("[")[0] in slow:
            item.add_marker("slow")
    if config.getoption("--agreement"):
        config.hook.pytest_deselected(items=[item for item in items if "measured" not in item.fixturenames])
        items[:] = [item for item in items if "measured" in item.fixturenames]


def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        file = config.getoption("--agreement")
        config.pluginmanager.register(Notebook(Path(file) if file else None), "measured claims")


class Notebook:
    """Collects what was measured from all workers; tells what comes near its limit, writes where all has passed."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.claims: dict[str, dict] = {}
        self.near: list[str] = []

    def pytest_runtest_logreport(self, report):
        kept = dict(report.user_properties).get("measured", {}) if report.when == "teardown" else {}
        for claim, (found, limit) in kept.items():
            if found > NEAR * limit:
                self.near.append(f"{claim}: {found:.3g} of at most {limit:.3g}, {report.nodeid}")
            before = self.claims.get(claim)
            if before is None or found / limit > before["measured"] / before["limit"]:
                test = report.nodeid.partition("[")[0]
                self.claims[claim] = {"measured": float(f"{found:.2g}"), "limit": limit, "test": test}

    def pytest_sessionfinish(self, exitstatus):
        if self.file is not None and exitstatus == pytest.ExitCode.OK:
            text = {"versions": _versions(), "claims": dict(sorted(self.claims.items()))}
            self.file.write_text(json.dumps(text, indent=2) + "\n", "utf-8")

    def pytest_terminal_summary(self, terminalreporter):
        if self.near:
            terminalreporter.section(f"measured claims within {1.0 - NEAR:.0%} of their limit")
            terminalreporter.write("".join(f"{line}\n" for line in sorted(self.near)))


def _versions() -> dict[str, str]:
    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
