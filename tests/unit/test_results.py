"""Results keep names, units and every bit, and refuse files that are not whole."""

import csv
import json
import math
import os
import platform
import struct
import sys
import zlib
from dataclasses import replace
from math import nan
from pathlib import Path

import h5py
import numpy as np
import pytest

from jounce.errors import ModelError, SetupError
from jounce.results import (
    Change,
    Channel,
    ChannelOwner,
    Metric,
    Record,
    Result,
    UsedSetting,
    Verdict,
    VerdictCheck,
    compare_relative_error,
    machine_class,
    read,
)
from jounce.results.comparison.agreement import agreement
from jounce.results.formats.hdf5 import checksum_of_dataset
from jounce.results.panel import FREQUENCY, Bars, Panel, Spectra


@pytest.fixture
def run() -> Result:
    """Awkward on purpose: numbers without a short decimal, nan, names with every kind of sting."""
    time = np.linspace(0.0, 1.0, 7)
    channels = (
        Channel("vehicle.yaw_rate", "rad/s", "rate of the yaw angle, positive to the left"),
        Channel('strut "left", upper/lower', "m", "", "displacement", ChannelOwner("force", "strut", "front", "left")),
        Channel("=HYPERLINK(1)", "1"),
        Channel("Dämpfer\nkraft\0", "N"),
    )
    values = np.column_stack([np.sin(time), time / 3, np.full(7, np.nan), -1e-300 * time])
    return Result(
        time=time,
        channels=channels,
        numbers=values,
        metrics={"peak": Metric(0.1 + 0.2, "rad/s", "largest yaw rate")},
        metadata={"model": "μ-car", "settings": {"step": 1e-3, "projection": True}, "wall_time": 0.25},
        panels=(
            Panel("yaw", ("vehicle.yaw_rate",), FREQUENCY, ("rate",), split=(("=HYPERLINK(1)", 0.1),)),
            Bars("loads", "kN", {"arm": {"left": 0.1 + 0.2}}),
            Spectra("seat", "m^2/s^3", {"run": ((0.1, 1 / 3), (2.0, 1e-300))}, dashed=("theory",)),
        ),
        record=Record(
            file="μ-car.toml",
            changes=(Change("body.mass", 640.0, 1 / 3, "kg"), Change("axles.front.tyre.file", "a.tir", None)),
            study="step-steer",
            settings=(UsedSetting("speed", 22.2, "m/s", "at the start"), UsedSetting("gears", [1, 2], "", "")),
            date="2026-11-16T18:00:00+00:00",
            versions={"jounce": "0.1.0"},
        ),
        verdict=Verdict((VerdictCheck("energy balance", 0.41, "1", 0.01, 0.1, "by the work of all elements"),)),
    )


def assert_equal(one: Result, other: Result) -> None:
    np.testing.assert_array_equal(one.time, other.time)
    np.testing.assert_array_equal(one.numbers, other.numbers)
    assert one.channels == other.channels
    assert (dict(one.metrics), dict(one.metadata)) == (dict(other.metrics), dict(other.metadata))
    assert (one.panels, one.record, one.verdict) == (other.panels, other.record, other.verdict)


def test_a_channel_is_had_by_name_with_unit_and_definition(run):
    np.testing.assert_array_equal(run["vehicle.yaw_rate"], np.sin(run.time))
    assert run.units["vehicle.yaw_rate"] == "rad/s"
    assert run.definition["vehicle.yaw_rate"].startswith("rate of the yaw angle")
    assert "vehicle.yaw_rate" in run and "vehicle.roll_rate" not in run
    assert (run.duration, run.wall_time) == (1.0, 0.25)


def test_an_unknown_name_is_answered_with_the_nearest_one(run):
    with pytest.raises(ModelError, match=r"Did you mean 'vehicle\.yaw_rate'\?"):
        run["vehicle.yawrate"]


def test_all_unknown_names_are_reported_at_once(run):
    with pytest.raises(ModelError) as caught:
        run.to_numpy(["vehicle.yaw_rate", "nope", "neither"])
    assert [problem.where for problem in caught.value.problems] == ["nope", "neither"]


def test_histories_cannot_be_written_through_a_result(run):
    for array in (run.time, run["vehicle.yaw_rate"]):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1.0


def test_arrays_of_unequal_length_are_not_a_result():
    with pytest.raises(ValueError, match="3 times and 1 channels"):
        Result(time=np.zeros(3), channels=(Channel("x", "m"),), numbers=np.zeros((2, 1)))


def test_a_saved_result_comes_back_equal(run, tmp_path):
    assert_equal(read(run.save(tmp_path / "run.h5")), run)


def test_saving_again_replaces_the_file(run, tmp_path):
    path = Result(time=np.zeros(1), channels=(), numbers=np.zeros((1, 0))).save(tmp_path / "run.h5")
    assert_equal(read(run.save(path)), run)


def test_a_result_in_parquet_comes_back_and_pandas_reads_its_columns(run, tmp_path):
    """Numbers to the last bit, with all words and metrics; what it looked like stays with HDF5."""
    pandas = pytest.importorskip("pandas")
    path = run.save(tmp_path / "run.parquet")
    again, table = read(path), pandas.read_parquet(path)
    np.testing.assert_array_equal(again.numbers, run.numbers)
    np.testing.assert_array_equal(again.time, run.time)
    assert (again.channels, dict(again.metrics), again.record) == (run.channels, dict(run.metrics), run.record)
    assert again.metadata == run.metadata and again.outline is None
    np.testing.assert_array_equal(table[run.keys()], run.numbers)
    assert table.attrs["units"] == {"time": "s", **run.units}
    pandas.DataFrame({"x": [1.0]}).to_parquet(tmp_path / "foreign.parquet")
    (tmp_path / "cut.parquet").write_bytes(path.read_bytes()[:-20])
    for name, says in (("foreign.parquet", "not a jounce result"), ("cut.parquet", "not a whole jounce result")):
        with pytest.raises(ModelError, match=says):
            read(tmp_path / name)


def test_numpy_numbers_in_the_metadata_come_back_as_numbers(run, tmp_path):
    about = {"constraint_gap": np.float64(1e-12), "steps": np.int64(5), "finite": np.bool_(True)}
    saved = Result(time=run.time, channels=run.channels, numbers=run.numbers, metadata=about)
    assert dict(read(saved.save(tmp_path / "run.h5")).metadata) == about


def test_a_save_that_fails_leaves_the_old_file_and_nothing_else(run, tmp_path):
    path = run.save(tmp_path / "run.h5")
    unsaveable = Result(time=run.time, channels=run.channels, numbers=run.numbers, metadata={"x": object()})
    with pytest.raises(TypeError):
        unsaveable.save(path)
    assert_equal(read(path), run)
    assert os.listdir(tmp_path) == ["run.h5"]


def test_a_folder_that_is_not_there_is_named(run, tmp_path):
    for write in (run.save, run.to_csv):
        with pytest.raises(SetupError, match=r"nowhere.run\.h5 cannot be written: No such file"):
            write(tmp_path / "nowhere" / "run.h5")


@pytest.mark.parametrize("share", [0.0, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, "all but one byte"])
def test_a_truncated_file_is_refused_in_one_message(run, tmp_path, share):
    path = run.save(tmp_path / "run.h5")
    size = path.stat().st_size
    os.truncate(path, size - 1 if isinstance(share, str) else int(share * size))
    with pytest.raises(ModelError, match="cut short, damaged or of another kind") as caught:
        read(path)
    assert len(caught.value.problems) == 1


def is_refused(path: Path, run: Result) -> bool:
    """Whether a damaged file is refused; else it must give the same result."""
    try:
        found = read(path)
    except ModelError:
        return True
    assert_equal(found, run)
    return False


@pytest.mark.parametrize("name", ["time", "values", "coordinates", "about"])
def test_a_flipped_bit_in_any_dataset_is_seen(run, tmp_path, name):
    """Every byte that is stored is tried; of gzip's, a few bits of its head mean nothing."""
    run = replace(run, coordinates={"hinge.angle": np.linspace(0.0, 1.0, run.time.size)})
    path = run.save(tmp_path / "run.h5")
    with h5py.File(path, "r") as file:
        chunked = file[name].chunks is not None
        place = file[name].id.get_chunk_info(0).byte_offset if chunked else file[name].id.get_offset()
        size = file[name].id.get_storage_size()
    whole = path.read_bytes()
    assert_equal(read(path), run)
    refused = 0
    for k in range(place, place + size):
        path.write_bytes(whole[:k] + bytes([whole[k] ^ 1 << k % 8]) + whole[k + 1 :])
        refused += is_refused(path, run)
    assert size - refused <= (3 if chunked else 0)


def test_a_flipped_bit_anywhere_gives_the_same_result_or_none(run, tmp_path):
    path = run.save(tmp_path / "run.h5")
    whole, chance = path.read_bytes(), np.random.default_rng(5)
    refused = 0
    for k, bit in zip(chance.integers(len(whole), size=400), chance.integers(8, size=400), strict=True):
        path.write_bytes(whole[:k] + bytes([whole[k] ^ 1 << int(bit)]) + whole[k + 1 :])
        refused += is_refused(path, run)
    assert refused > 40  # the rest met bytes that mean nothing


def test_a_file_of_the_third_format_opens_without_checksums(run, tmp_path):
    path = run.save(tmp_path / "run.h5")
    with h5py.File(path, "r+") as file:
        file.attrs["version"] = 3
        for name in ("time", "values", "about"):
            del file[name].attrs["crc32"]
    assert_equal(read(path), run)
    with h5py.File(path, "r+") as file:
        file.attrs["version"] = 4
    with pytest.raises(ModelError, match="not a whole jounce result"):
        read(path)


def test_the_checksum_of_a_dataset_is_the_crc_of_its_name_type_shape_and_numbers():
    values = np.array([[1.0, 2.0]])
    told = b"values <f8 (1, 2) " + struct.pack("<2d", 1.0, 2.0)
    assert checksum_of_dataset("values", values) == zlib.crc32(told)


def test_other_files_are_refused(tmp_path):
    text, foreign = tmp_path / "run.txt", tmp_path / "foreign.h5"
    text.write_text("time,x\n0,1\n")
    with h5py.File(foreign, "w") as file:
        file["time"] = [0.0, 1.0]
    with pytest.raises(ModelError, match="of another kind"):
        read(text)
    with pytest.raises(ModelError, match="not a jounce result"):
        read(foreign)
    with pytest.raises(ModelError, match="no such file"):
        read(tmp_path / "absent.h5")


def test_a_file_of_the_first_format_opens_and_kinds_follow_from_units(run, tmp_path):
    """It has neither kinds nor owners, neither record nor verdict, and its panels stand in the metadata."""
    path = run.save(tmp_path / "run.h5")
    with h5py.File(path, "r+") as file:
        about = json.loads(file["about"][0].decode("ascii"))
        about["channels"] = [words[:3] for words in about["channels"]]
        about["metrics"] = {name: words[:3] for name, words in about["metrics"].items()}
        about["metadata"]["figure"] = [["yaw", ["vehicle.yaw_rate"], "time"]]
        del file["about"], about["record"], about["verdict"], about["panels"]
        file["about"] = np.bytes_(json.dumps(about).encode("ascii"))
        file.attrs["version"] = 1
    old = read(path)
    assert list(old.kinds.values()) == ["angular speed", "position", "ratio", "force"]
    assert old.metrics["peak"].kind == "angular speed"
    assert (old.record, old.verdict) == (Record(), Verdict())
    assert old.panels == (Panel("yaw", ("vehicle.yaw_rate",)),)
    np.testing.assert_array_equal(old.numbers, run.numbers)


def test_channels_are_chosen_by_kind_and_owner(run):
    assert run.select(kind="displacement", side="left") == ['strut "left", upper/lower']
    assert run.select(corner="front_left") == ['strut "left", upper/lower']
    assert run.select(kind="displacement", side="right") == []


@pytest.mark.parametrize(
    ("value", "state"), [(0.01, "passed"), (0.0101, "doubtful"), (0.1, "doubtful"), (0.11, "failed"), (nan, "failed")]
)
def test_a_verdict_is_that_of_its_worst_check(value, state):
    """Limits themselves are allowed; what is not a number has failed."""
    good = VerdictCheck("step", 0.5, "1", 1.0, 2.0, "share of the largest stable step")
    verdict = Verdict((good, VerdictCheck("energy balance", value, "1", 0.01, 0.1, "by the work of all elements")))
    assert verdict.state == state
    assert len(verdict.notes()) == (state != "passed")
    assert Verdict().state == ""


def test_a_newer_format_is_refused_by_number(run, tmp_path):
    path = run.save(tmp_path / "run.h5")
    with h5py.File(path, "r+") as file:
        file.attrs["version"] = 99
    with pytest.raises(ModelError, match="result format 99"):
        read(path)


def test_a_file_that_points_out_of_itself_is_refused(run, tmp_path):
    other = run.save(tmp_path / "other.h5")
    for stranger in ("link", "external", "huge"):
        path = run.save(tmp_path / f"{stranger}.h5")
        with h5py.File(path, "r+") as file:
            del file["time"]
            if stranger == "link":
                file["time"] = h5py.ExternalLink(other.name, "/time")
            elif stranger == "external":
                file.create_dataset("time", (7,), "f8", external=[(str(other), 0, 56)])
            else:
                file.create_dataset("time", (10**12,), "f8")  # declared, never written
        with pytest.raises(ModelError, match="not a whole jounce result"):
            read(path)


def test_csv_reads_back_to_the_same_bits(run, tmp_path):
    with open(run.to_csv(tmp_path / "run.csv"), newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    assert header[:3] == ["time [s]", "vehicle.yaw_rate [rad/s]", 'strut "left", upper/lower [m]']
    np.testing.assert_array_equal(np.array(rows, dtype=float), np.column_stack([run.time, run.numbers]))


@pytest.mark.parametrize("unit", ["J", "N m", "W", "m/s", "rad", "1"])
def test_what_a_csv_gives_back_has_the_unit_it_had(unit, tmp_path):
    """Energy, too, though a torque has the same powers of m, kg and s."""
    run = Result(time=np.arange(3.0), channels=(Channel("what", unit),), numbers=np.ones((3, 1)))
    assert read(run.to_csv(tmp_path / "run.csv")).units["what"] == unit


def test_the_csv_of_a_study_without_time_has_no_column_for_it(tmp_path):
    channels = (Channel("travel", "m"), Channel("front_left.toe", "rad"))
    kc = Result(time=np.arange(2.0), channels=channels, numbers=np.eye(2), metadata={"abscissa": "travel"})
    text = kc.to_csv(tmp_path / "kc.csv").read_text("utf-8").splitlines()
    assert text == ["travel [m],front_left.toe [rad]", "1.0,0.0", "0.0,1.0"]


def test_no_csv_header_begins_like_a_formula(tmp_path):
    names = ("=1+1", "+x", "-x", "@x", "\tx", "front-left", "x=1")
    channels = tuple(Channel(name, "m") for name in names)
    run = Result(time=np.zeros(1), channels=channels, numbers=np.zeros((1, len(names))))
    with open(run.to_csv(tmp_path / "run.csv"), newline="", encoding="utf-8") as file:
        header = next(csv.reader(file))
    assert not [cell for cell in header if cell[0] in "=+-@\t\r"]
    assert header[-2:] == ["front-left [m]", "x=1 [m]"]  # others stay as they are


def test_pandas_gets_the_names_and_the_time(run):
    pytest.importorskip("pandas")
    table = run.to_pandas()
    assert list(table.columns) == list(run.units) and table.index.name == "time"
    np.testing.assert_array_equal(table.to_numpy(), run.numbers)


def test_a_missing_pandas_is_named_with_its_cure(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(SetupError, match=r'pip install "jounce\[pandas\]"'):
        run.to_pandas()


def test_the_machine_class_names_no_host_and_no_path():
    text = machine_class()
    assert platform.python_version() in text and "LLVM" in text and "core" in text
    assert platform.node() not in text and os.path.expanduser("~") not in text


# Relative error: ramps, so that the integrals are areas of triangles; the arithmetic is exact but for
# a few roundings, hence 1e-14.


def test_equal_histories_on_different_times_have_no_error():
    assert compare_relative_error([0, 0.3, 1], [0, 0.6, 2], [0, 0.5, 0.9, 1], [0, 1, 1.8, 2]) < 1e-15


def test_crossing_ramps_have_the_area_of_two_triangles():
    """|t - (1 - t)| over 0 to 1 is 1/2, as is the area under each ramp."""
    assert compare_relative_error([0, 1], [0, 1], [0, 1], [1, 0]) == pytest.approx(1.0, abs=1e-14)


def test_the_denominator_is_the_measured_history_unless_told():
    twice, once = [0, 2, 2], [0, 1, 1]
    t = [0, 1, 2]
    assert compare_relative_error(t, twice, t, once) == pytest.approx(1.0, abs=1e-14)
    assert compare_relative_error(t, twice, t, once, relative_to="computed") == pytest.approx(0.5, abs=1e-14)


def test_only_the_common_time_counts():
    """From 1 to 2 s the histories are 1 and 3; what each does alone does not matter."""
    error = compare_relative_error([0, 1, 2], [-50, 1, 1], [1, 2, 3], [3, 3, 99])
    assert error == pytest.approx(2 / 3, abs=1e-14)


def test_a_gap_counts_in_no_integral():
    """C = 2, M = 1 but for a gap around 2 s, 1 to 3 s: by M 1, by C 1/2 over the rest, root mean square 1.

    In the gap C is 50, which would show in every figure.
    """
    t, computed, measured = [0, 1, 1.5, 2.5, 3, 4], [2, 2, 50, 50, 2, 2], [1, 1, math.nan, 1, 1]
    found = agreement(t, computed, [0, 1, 2, 3, 4], measured)
    assert found.error_by_measured == pytest.approx(1.0, abs=1e-14)
    assert found.error_by_computed == pytest.approx(0.5, abs=1e-14)
    assert (found.peak_computed, found.peak_measured) == (2.0, 1.0)
    assert found.rms_error == pytest.approx(1.0, abs=1e-14)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0, 1], [0, 1], [2, 3], [0, 1]), "no time in common"),
        (([0, 1], [0, 1], [0, 1], [0, 0]), "zero throughout"),
        (([0, 1], [0, math.inf], [0, 1], [0, 1]), "not finite"),
        (([0, 1], [0, math.nan], [0, 1], [0, 1]), "fewer than two"),
        (([0, 1], [0, 1], [0, 0.4, 1, 2, 3], [0, math.nan, 0, math.nan, 5]), "no time in common"),
        (([0, 1, 1], [0, 1, 2], [0, 1], [0, 1]), "does not rise"),
        (([0, 1], [0, 1, 2], [0, 1], [0, 1]), "equally long"),
        (([0, 1], [0, 1], [0, 1], [0, 1], "both"), "neither"),
    ],
)
def test_histories_that_cannot_be_compared_are_refused(arguments, message):
    with pytest.raises(ModelError, match=message):
        compare_relative_error(*arguments)


def test_the_ending_of_a_name_decides_what_is_saved(run, tmp_path):
    for name in ("run.h5", "run.hdf5", "RUN.H5"):
        assert_equal(read(run.save(tmp_path / name)), run)
    text = run.to_csv(tmp_path / "wanted.csv").read_bytes()
    assert run.save(tmp_path / "run.csv").read_bytes() == text


@pytest.mark.parametrize("name", ["run.xlsx", "run.json", "run.html", "run", "run.h5.bak", ".h5"])
def test_an_ending_of_no_format_is_refused_with_those_that_there_are(run, tmp_path, name):
    with pytest.raises(ModelError, match=r"\.h5 or \.hdf5 for everything, \.parquet for .*, \.csv for channels"):
        run.save(tmp_path / name)
    with pytest.raises(ModelError, match="compact"):
        run.save(tmp_path / "run.csv", compact=True)
    assert not [*tmp_path.iterdir()]
