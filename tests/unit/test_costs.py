"""What benchmarks count and measure: operations of a program, the peak of a processor, jobs of variants."""

from __future__ import annotations

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import jounce.graph as g
from jounce.graph.tables import Surface, Table
from jounce.native.engine import register_lanes
from jounce.native.program import Place, ProgramScheduler, ProgramSheet, Store
from jounce_benchmarks.bench import BENCHMARKS, run_benchmark
from jounce_benchmarks.costs import variants
from jounce_benchmarks.costs.operations import count_operations
from jounce_benchmarks.costs.processor_peak import measure_processor_peak


def operations_of(formula, lanes=1):
    """Counted in a program of one formula of x, y and z."""
    sheet = ProgramSheet(lanes)
    xyz = [sheet.symbol(k, Place("state", tuple(range(k * lanes, (k + 1) * lanes)))) for k in range(3)]
    sheet.outputs["out"] = formula(*xyz)
    return count_operations(ProgramScheduler([sheet]).program([Store(0, "out", Place("out", tuple(range(lanes))))], 0))


def test_operations_are_those_that_one_would_count_by_hand():
    assert operations_of(lambda x, y, z: x * y) == 1
    assert operations_of(lambda x, y, z: x * y + z) == 2  # one instruction, two operations
    assert operations_of(lambda x, y, z: g.sqrt(x * x + y * y + z * z)) == 6
    assert operations_of(lambda x, y, z: g.select(g.less(x, y), x, z)) == 1  # what is chosen is not computed
    assert operations_of(lambda x, y, z: (x + y) * (x + y)) == 2  # the sum is shared


def test_operations_of_lanes_and_of_tables():
    """Horner's rule takes a product and a sum for each power: 3 of a cubic, 2 of its slope; a surface of degree 3 has
    four such cubics in x and one in y."""
    assert operations_of(lambda x, y, z: x * y + z, lanes=4) == 8
    assert operations_of(lambda x, y, z: g.lookup(Table(0, 5, 3), x)) == 6
    assert operations_of(lambda x, y, z: g.lookup(Table(0, 5, 3), x, 1)) == 4
    assert operations_of(lambda x, y, z: g.lookup2(Surface(0, 5, 5, 3), x, y)) == 4 * 6 + 6


def test_the_peak_of_the_processor_is_one_that_processors_have():
    """Cores have between half and eight billion cycles a second, and at most four multiply-adds in a cycle.

    A vector holds as many numbers as the register; other programs on the machine may make it look slower, or a little
    faster where the clock has changed in between.
    """
    peak = measure_processor_peak()
    assert 0.5e9 < peak.clock < 8e9
    assert 0.5 < peak.scalar < 8 * 1.5
    assert 0.5 * peak.scalar < peak.vector < 1.5 * register_lanes() * peak.scalar


def test_a_job_of_variants_is_measured_with_its_workers(monkeypatch):
    """From the second chunk on, memory of the command does not grow with the number of variants, but for chance."""
    monkeypatch.setattr(variants, "CARS", {"golf1": "functional"})
    monkeypatch.setattr(variants, "FEW", 16)
    monkeypatch.setattr(variants, "MANY", 32)
    found = run_benchmark("variants")
    ours = found["ours"]
    assert ours["functional_cpu_s_per_variant"] < ours["functional_one_core_cpu_s"]
    assert ours["functional_peak_bytes_32_variants"] < 1.1 * ours["functional_peak_bytes_16_variants"]
    assert found["ratios"]["two cores by one, functional"] > 0.0


def test_the_page_of_speed_is_written_from_its_figures():
    """Of every benchmark there is, each with all that the page and the command print."""
    docs = Path(__file__).parents[2] / "docs"
    spec = spec_from_file_location("speed", docs / "speed.py")
    speed = module_from_spec(spec)
    spec.loader.exec_module(speed)
    found = json.loads(speed.FIGURES.read_text("utf-8"))
    assert {figures["name"] for figures in found} == set(BENCHMARKS)
    for figures in found:
        assert figures.keys() == {"name", "machine", "notes", "ours", "peers", "missing", "ratios", "spread", "load"}
    assert speed.PAGE.read_text("utf-8") == speed.speed_page(found)
