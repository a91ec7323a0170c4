"""Jobs with a design: what is wrong is told with its line before anything runs; a job runs, and runs on."""

import json

import pytest
from click.testing import CliRunner

import jounce
from jounce import progress
from jounce.cli import main

FRONT = "axles.front.spring.law.slope"
JOB = f"""format = 1
kind = "job"
name = "springs"
car = "small_car"
study = "wheel-travel"

[settings]
axle = "front"
points = 21

[design]
method = "grid"
metrics = ["front_left.wheel_rate"]

[design.values]
"{FRONT}" = {{ least = "15 N/mm", most = "20 N/mm", count = 3 }}
"body.mass" = ["600 kg", "-1 kg"]

[outputs]
folder = "results"
files = ["csv", "parquet"]
"""


@pytest.fixture
def job(tmp_path):
    def write(*changes):
        text = JOB
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        path = tmp_path / "springs.toml"
        path.write_text(text)
        return str(path)

    return write


def jounce_command(*words):
    return CliRunner().invoke(main, [*words])


def problems_of(file):
    with pytest.raises(jounce.ModelError) as refused:
        jounce.load(file)
    return {p.where: (p.line, f"{p.what} | {p.help}") for p in refused.value.problems}


def test_a_job_with_a_design_is_checked_run_and_not_run_again(job, tmp_path):
    file = job()
    checked = jounce_command("check", file)
    assert checked.exit_code == 0 and "design: 6 variants by grid, 2 varied numbers, 1 metrics" in checked.output
    assert "3 of the first 6 variants cannot be built" in checked.output and "body.mass" in checked.output
    told = jounce_command("info", file)
    assert f"{FRONT}: 3 values from 15000 to 20000 N/m" in told.output
    design = json.loads(jounce_command("info", file, "--json").stdout)["design"]
    assert design == {"method": "grid", "variants": 6, "paths": [FRONT, "body.mass"]}
    first = jounce_command("run", file, "--workers", "1", "--json")
    about = json.loads(first.stdout)
    assert first.exit_code == 0 and about["variants"] == about["ran"] == 6
    assert about["verdicts"] == {"unchecked": 3, "refused": 3}
    table = (tmp_path / "results" / "springs.csv").read_text().splitlines()
    assert table[0] == f"variant,{FRONT} [N/m],body.mass [kg],front_left.wheel_rate [N/m],verdict,reason"
    assert table[2].startswith("1,15000.0,-1.0,,refused,body.mass: -1")
    again = jounce_command("run", file)
    assert "6 variants, 6 were there before" in again.output and about["sha256"] in again.output
    other = jounce_command("run", job(("20 N/mm", "21 N/mm")))
    assert other.exit_code == 2 and "springs.journal" in other.output and "not the same design" in other.output


def test_without_a_terminal_progress_is_told_in_lines_now_and_then(job, monkeypatch):
    monkeypatch.setattr(progress, "SELDOM", 0.0)
    told = jounce_command("run", job(), "--workers", "1")
    assert "6 of 6 cars, " in told.stderr and " cars/s, 0 s left" in told.stderr


def test_everything_that_is_wrong_is_told_with_its_line(job):
    found = problems_of(
        job(
            (f'"{FRONT}" =', '"axles.front.sprng.law.slope" ='),
            ('"600 kg"', "600"),
            ('["front_left.wheel_rate"]', '["whel_rate"]'),
            ('method = "grid"', 'methd = "grid"'),
            ('"parquet"', '"parket"'),
        )
    )
    line, told = found["design.values.axles.front.sprng.law.slope"]
    assert line == 16 and f"Did you mean '{FRONT}'?" in told
    assert "600 has no unit" in found["design.values.body.mass.0"][1]
    assert "wheel-travel has no metric 'whel_rate'" in found["design.metrics"][1] and found["design.metrics"][0] == 13
    assert "Did you mean 'method'?" in found["design.methd"][1] and found["design.methd"][0] == 12
    assert "Did you mean 'parquet'?" in found["outputs.files.1"][1]


def test_a_metric_of_a_place_that_the_car_has_not_is_told_before_variants_run(job, tmp_path):
    file = job(("front_left.wheel_rate", "front_lft.wheel_rate"))
    for word in ("check", "run"):
        outcome = jounce_command(word, file)
        assert outcome.exit_code == 2 and "springs.toml:13: design.metrics" in outcome.output
        assert "Did you mean 'front_left.wheel_rate'?" in outcome.output
    assert not (tmp_path / "results" / "springs.journal").exists()


def test_a_design_needs_values_or_a_file(job):
    text = JOB[JOB.index("[design.values]") : JOB.index("[outputs]")]
    assert "either values or a file" in problems_of(job((text, "")))["design"][1]


def test_options_of_designs_go_with_designs_only(job):
    plain = JOB[JOB.index("[design]") :]
    for words in (("run", job((plain, ""))), ("run", "small_car", "wheel-travel")):
        outcome = jounce_command(*words, "--workers", "2")
        assert outcome.exit_code == 2 and "only a job with a table [design]" in outcome.output


def test_a_value_that_the_design_varies_is_not_set_as_well(job):
    outcome = jounce_command("run", job(), "--set", "body.mass=610 kg")
    assert outcome.exit_code == 2 and "is varied by the design of the job" in outcome.output


def test_a_job_none_of_whose_variants_can_be_built_ends_with_3_and_keeps_its_rows(job, tmp_path):
    outcome = jounce_command("run", job(('"600 kg", ', "")), "--workers", "1")
    assert outcome.exit_code == 3 and "none of the 3 variants" in outcome.output
    assert len((tmp_path / "results" / "springs.csv").read_text().splitlines()) == 4
