"""What the tests cost: CPU seconds by file, and how much of them the compiler takes; a plugin for `make test-costs`.

A worker counts its own time and that of the processes that it has waited for, so browsers and commands are included.
The whole of a test is counted, with the fixtures that it is the first to need.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import defaultdict
from pathlib import Path

import pytest

import jounce.native.engine as engine

LEAST = 0.2  # s: cheaper tests are one row of the table
compiling = 0.0  # s of this worker so far


def spent() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def pytest_addoption(parser):
    parser.addoption("--costs", metavar="FILE", help="write the CPU seconds of each file of tests to FILE")


def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Costs(Path(config.getoption("--costs"))))
    plain = engine.object_from_ir

    def timed(ir_text: str, opt: int = 2) -> bytes:
        global compiling
        begun = time.thread_time()
        try:
            return plain(ir_text, opt)
        finally:
            compiling += time.thread_time() - begun

    for module in list(sys.modules.values()):  # those imported by now have the name; later ones take it from the engine
        if getattr(module, "object_from_ir", None) is plain:
            module.object_from_ir = timed


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item):
    item.stash[BEFORE] = spent(), compiling
    yield


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    if call.when == "teardown":
        all_before, compiling_before = item.stash[BEFORE]
        cost = [spent() - all_before, compiling - compiling_before]
        outcome.get_result().user_properties.append(("cost", cost))


BEFORE = pytest.StashKey[tuple[float, float]]()


class Costs:
    """Collects from all workers and writes one table at the end."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.tests: dict[str, list[list[float]]] = defaultdict(list)

    def pytest_runtest_logreport(self, report):
        cost = dict(report.user_properties).get("cost")
        if report.when == "teardown" and cost:
            self.tests[report.nodeid.partition("[")[0]].append(cost)

    def pytest_sessionfinish(self):
        dear = {test: costs for test, costs in self.tests.items() if sum(total for total, _ in costs) >= LEAST}
        cheap = [cost for test, costs in self.tests.items() if test not in dear for cost in costs]
        table = {
            test: {
                "cases": len(costs),
                "cpu": round(sum(total for total, _ in costs), 2),
                "compiling": round(sum(compiled for _, compiled in costs), 2),
            }
            for test, costs in (*sorted(dear.items()), (f"tests below {LEAST:g} s", cheap))
        }
        self.file.write_text(json.dumps(table, indent=1) + "\n", "utf-8")
