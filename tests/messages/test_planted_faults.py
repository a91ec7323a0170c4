"""Whatever goes wrong with the numbers is stopped soon, told with its culprit, and never kept as if it were sound."""

from __future__ import annotations

import time
import warnings
from dataclasses import replace

import numpy as np
import pytest
from planted_faults import FAULTS, guided_mass, swing

import jounce
from jounce.results.run_record import FAILED, PASSED
from jounce.simulation.verdict import with_verdict

SOON = 2.0  # s of processor time, with machine code in the cache


def failure(fault) -> tuple[jounce.JounceError, float]:
    """What a fault ends in, and after how long; a warning of NumPy would end in a traceback."""
    began = time.process_time()
    with warnings.catch_warnings(), pytest.raises(jounce.JounceError) as found:
        warnings.simplefilter("error")
        fault()
    return found.value, time.process_time() - began


@pytest.mark.parametrize(("fault", "culprit"), FAULTS.values(), ids=FAULTS)
def test_a_planted_fault_is_stopped_soon_and_told_with_its_culprit(fault, culprit, tmp_path):
    found, took = failure(fault)
    if took > SOON:  # it was compiled just now
        found, took = failure(fault)
    assert took < SOON
    assert culprit in str(found)
    partial = getattr(found, "partial", None)
    if partial is not None:
        partial.save(tmp_path / "run.h5")
        kept = jounce.read(tmp_path / "run.h5")
        assert kept.metadata["status"] != "finished"
        assert np.isfinite(kept.numbers).all() or kept.verdict.state == FAILED


def test_there_are_fifty_faults():
    assert len(FAULTS) >= 50


def test_a_run_without_a_fault_is_sound():
    """The mass itself, with a law that is sound where it goes."""
    run = swing()
    assert run.metadata["status"] == "finished" and run.verdict.state == PASSED and np.isfinite(run.numbers).all()


@pytest.mark.parametrize("planted", [np.nan, np.inf])
def test_a_channel_that_is_no_number_ends_what_is_kept_and_is_named(planted):
    """No state depends on it, so no step fails: only the rows show it."""
    run = swing(guided_mass())
    names, values = [channel.name for channel in run.channels], run.numbers.copy()
    values[30, names.index("spring.length")] = planted
    judged = with_verdict(replace(run, numbers=values), [], [])
    assert judged.verdict.state == FAILED and judged.metadata["status"] != "finished"
    assert len(judged.time) == 30 and np.isfinite(judged.numbers).all()
    assert any("spring.length" in note for note in judged.metadata["notes"])
