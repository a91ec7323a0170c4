"""The cache gives back what was put, and nothing that somebody else could have put there."""

from __future__ import annotations

import fcntl
import os
import signal
import stat
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from jounce.native import cache as module
from jounce.native.cache import MAGIC, Cache

KEY, DATA = "a key", b"machine code \x00\xff" * 100


@pytest.fixture
def cache(tmp_path):
    return Cache(tmp_path / "cache")


def entry_of(cache):
    (path,) = cache.folder.glob("*.object")
    return path


def test_what_was_put_comes_back_also_to_another_process(cache):
    assert cache.get(KEY) is None
    cache.put(KEY, DATA)
    assert cache.get(KEY) == DATA
    assert cache.get(KEY.encode()) == DATA
    assert cache.get("another key") is None
    script = "import sys; from jounce.native.cache import Cache; print(Cache(sys.argv[1]).get(sys.argv[2]).hex())"
    output = subprocess.run(
        [sys.executable, "-c", script, cache.folder, KEY], capture_output=True, text=True, check=True
    )
    assert bytes.fromhex(output.stdout) == DATA


def test_a_second_put_replaces_the_first_and_clear_forgets_all(cache):
    cache.put(KEY, DATA)
    cache.put(KEY, b"")
    assert cache.get(KEY) == b""
    other = cache.folder / "notes.txt"
    other.write_text("not ours")
    cache.clear()
    assert cache.get(KEY) is None
    assert list(cache.folder.iterdir()) == [other]


def test_folder_and_entries_are_private(cache):
    cache.put(KEY, DATA)
    assert stat.S_IMODE(cache.folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(entry_of(cache).stat().st_mode) == 0o600


def test_the_folder_is_named_by_the_environment(monkeypatch):
    monkeypatch.setenv("HOME", "/home/somebody")
    monkeypatch.delenv("JOUNCE_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert Cache().folder == Path("/home/somebody/.cache/jounce")
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    assert Cache().folder == Path.home() / ".cache" / "jounce"
    monkeypatch.setenv("XDG_CACHE_HOME", "/var/x")
    assert Cache().folder == Path("/var/x/jounce")
    monkeypatch.setenv("JOUNCE_CACHE", "~/mine")
    assert Cache().folder == Path("/home/somebody/mine")


def test_a_user_without_a_home_has_a_cache_among_temporary_files(monkeypatch, tmp_path):
    def nobody(path):
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "expanduser", nobody)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    for named in ("", "~nobody/cache"):
        monkeypatch.setenv("JOUNCE_CACHE", named)
        assert Cache().folder == tmp_path / f"jounce-{os.geteuid()}"


@pytest.mark.parametrize(
    "damage",
    [
        lambda entry: entry[:-1],
        lambda entry: entry[: len(MAGIC)],
        lambda entry: b"",
        lambda entry: entry[:-1] + bytes([entry[-1] ^ 1]),
        lambda entry: b"other" + entry[5:],
    ],
    ids=["cut", "cut to the magic", "empty", "one bit", "foreign magic"],
)
def test_a_damaged_entry_is_absent_and_can_be_replaced(cache, damage):
    cache.put(KEY, DATA)
    path = entry_of(cache)
    path.write_bytes(damage(path.read_bytes()))
    assert cache.get(KEY) is None
    cache.put(KEY, DATA)
    assert cache.get(KEY) == DATA


def test_an_entry_in_the_place_of_another_is_absent(cache):
    """Whole, ours, and wrong: machine code of another model."""
    cache.put("one", b"first")
    cache.put("two", b"second")
    one, two = cache._path("one"), cache._path("two")
    one.rename(one.with_suffix(".aside"))
    two.rename(one)
    one.with_suffix(".aside").rename(two)
    assert cache.get("one") is None and cache.get("two") is None


def test_a_lock_that_is_held_for_long_is_told(cache, monkeypatch, capsys):
    monkeypatch.setattr("jounce.native.cache.PATIENCE", 0.1)
    cache.put("key", b"")
    with open(cache._path("key").with_suffix(".lock"), "w") as held:
        os.chmod(held.name, 0o600)
        fcntl.flock(held, fcntl.LOCK_EX)
        release = threading.Timer(0.5, lambda: fcntl.flock(held, fcntl.LOCK_UN))
        release.start()
        with cache.lock("key"):
            release.join()
    assert "waiting for another process" in capsys.readouterr().err


def test_a_folder_in_place_of_an_entry_is_not_used(cache, capsys):
    cache.put(KEY, DATA)
    path = entry_of(cache)
    path.unlink()
    path.mkdir()
    assert cache.get(KEY) is None
    cache.put(KEY, DATA)
    assert "is not used" in capsys.readouterr().err


def writable_by_all(path):
    path.chmod(path.stat().st_mode | stat.S_IWOTH)


def writable_by_the_group(path):
    path.chmod(path.stat().st_mode | stat.S_IWGRP)


def make_link(path):
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


def make_pipe(path):
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize("spoil", [writable_by_all, writable_by_the_group, make_link, make_pipe])
def test_an_entry_others_could_have_written_is_not_used(cache, spoil, capsys):
    cache.put(KEY, DATA)
    spoil(entry_of(cache))
    assert cache.get(KEY) is None
    assert cache.get(KEY) is None
    message = capsys.readouterr().err
    assert message.count("\n") == 1  # one line, once
    assert "is not used" in message
    cache.put(KEY, DATA)
    assert cache.get(KEY) == DATA


@pytest.mark.parametrize("spoil", [writable_by_all, writable_by_the_group, make_link])
def test_a_folder_others_could_write_to_is_not_used(cache, spoil, capsys):
    cache.put(KEY, DATA)
    spoil(cache.folder)
    assert cache.get(KEY) is None
    cache.put("second", DATA)
    with cache.lock("third"):
        pass
    cache.clear()
    assert len(list(cache.folder.iterdir())) == 1
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert str(cache.folder) in message


def test_a_folder_or_entry_of_another_user_is_not_used(cache, monkeypatch):
    cache.put(KEY, DATA)
    real = os.geteuid()
    monkeypatch.setattr(module.os, "geteuid", lambda: real + 1)
    assert cache.get(KEY) is None
    cache.put(KEY, b"other")
    monkeypatch.undo()
    assert cache.get(KEY) == DATA

    status = os.fstat

    def foreign(handle):
        fields = list(status(handle))
        fields[stat.ST_UID] += 1
        return os.stat_result(fields)

    monkeypatch.setattr(module.os, "fstat", foreign)  # the folder is ours, the entry is not
    assert cache.get(KEY) is None


def test_a_folder_that_cannot_be_made_leaves_the_run_without_cache(tmp_path, capsys):
    (tmp_path / "file").write_text("in the way")
    cache = Cache(tmp_path / "file" / "cache")
    cache.put(KEY, DATA)
    assert cache.get(KEY) is None
    assert capsys.readouterr().err.count("\n") == 1


MAKER = """
import sys, time
from jounce.native.cache import Cache
cache = Cache(sys.argv[1])
with cache.lock("a key"):
    print("locked", flush=True)
    if cache.get("a key") is None:
        time.sleep(float(sys.argv[2]))
        cache.put("a key", b"made")
        print("made", flush=True)
"""


def maker(cache, seconds):
    command = [sys.executable, "-c", MAKER, str(cache.folder), str(seconds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_of_two_processes_only_one_makes_an_entry(cache):
    with maker(cache, 0.3) as first, maker(cache, 0.3) as second:
        said = first.communicate()[0] + second.communicate()[0]
    assert said.count("made") == 1
    assert cache.get(KEY) == b"made"


def test_a_killed_process_releases_its_lock_and_leaves_no_entry(cache):
    with maker(cache, 60) as killed:
        assert killed.stdout.readline() == "locked\n"
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        assert cache.get(KEY) is None
        with maker(cache, 0) as second:
            assert "made" in second.communicate(timeout=20)[0]
    assert cache.get(KEY) == b"made"
