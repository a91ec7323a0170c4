"""Jobs on the command line, killed at random instants, once with a full disk: campaign behind `test_kept_designs`."""

import random
import resource
import signal
import subprocess
import sys
import time
from hashlib import sha256

import pytest

from campaigns import only_in_campaign

JOB = """format = 1
kind = "job"
name = "many"
car = "small_car"
study = "{study}"

[settings]
{settings}

[design]
method = "sobol"
variants = {count}

[design.values]
"axles.front.spring.law.slope" = {{ distribution = "uniform", least = "12 N/mm", most = "25 N/mm" }}
"body.mass" = {{ distribution = "normal", mean = 1.0, deviation = 0.03, relative = true }}
"""
CASES = [
    only_in_campaign(("wheel-travel", 'axle = "front"', 1000, 50)),
    only_in_campaign(("step-steer", 'duration = "2 s"', 1000, 50)),
]


def command(folder, out):
    return [sys.executable, "-m", "jounce", "run", str(folder / "many.toml"), "--out", str(out), "--workers", "2"]


def run_to_the_end(folder, out, expect=0, room=None):
    def with_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    done = subprocess.run(
        command(folder, out), capture_output=True, text=True, preexec_fn=with_room if room is not None else None
    )
    assert done.returncode == expect, done.stderr
    return done


@pytest.mark.parametrize(("study", "settings", "count", "kills"), CASES)
def test_a_job_killed_at_random_instants_ends_with_all_records_once_and_equal_digest(
    study, settings, count, kills, tmp_path
):
    (tmp_path / "many.toml").write_text(JOB.format(study=study, settings=settings, count=count))
    run_to_the_end(tmp_path, tmp_path / "whole")
    journal, chance = tmp_path / "killed" / "many.journal", random.Random(3)
    for k in range(kills):
        before = journal.stat().st_size if journal.exists() else 0
        if k == kills // 2:
            full = run_to_the_end(tmp_path, journal.parent, expect=4, room=before + 1000)
            assert "cannot be written" in full.stderr and "are kept" in full.stderr
        process = subprocess.Popen(command(tmp_path, journal.parent), stderr=subprocess.DEVNULL)
        while process.poll() is None and not (journal.exists() and journal.stat().st_size > before):
            time.sleep(0.01)
        time.sleep(chance.expovariate(4.0))
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL, f"through before kill {k}"
    run_to_the_end(tmp_path, journal.parent)
    assert len(journal.read_bytes().splitlines()) == count + 1
    tables = [tmp_path / place / "many.csv" for place in ("whole", "killed")]
    assert len({sha256(table.read_bytes()).hexdigest() for table in tables}) == 1
