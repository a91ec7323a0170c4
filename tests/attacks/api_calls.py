"""Wrong calls of everything public: a generator makes them of right ones, and each has to be answered in our words.

    python tests/attacks/api_calls.py --calls 3000 --seed 1

An answer is right if nothing comes through, or an error of jounce that says what is wrong. Python's own TypeError for
an argument that is unknown or missing is right too, as long as it comes from the call itself and from nothing inside.
"""

from __future__ import annotations

import argparse
import io
import math
import os
import random
import signal
import tempfile
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from right_calls import Target, fill_folder, made, targets

from jounce.errors import PACKAGE, JounceError

MOST_LINES = 50  # of a message, of what is printed and of the repr of what comes out
PATIENCE = 20.0  # s of processor time, and ten times as much by the clock: more is called a hang


class Endless(BaseException):
    """A call that does not come to its end."""


@dataclass(frozen=True)
class WrongCall:
    """A right call with one thing that is wrong."""

    target: Target
    argument: str  # "" where it is about the call as a whole
    what: str
    value: Any = None

    @property
    def title(self) -> str:
        return f"{self.target.name}({self.argument} {self.what})"

    def run(self) -> Any:
        arguments = {name: made(value) for name, value in self.target.arguments.items()}
        if self.what == "unknown":
            arguments[self.argument] = 1
        elif self.what == "missing":
            del arguments[self.argument]
        else:
            arguments[self.argument] = self.value
        return self.target.call(**arguments)


def wrong_calls(target: Target) -> Iterator[WrongCall]:
    """Every wrong call of one target."""
    for name, argument in target.arguments.items():
        yield WrongCall(target, name, "missing")
        right = made(argument)
        for what, value in wrong_values(right):
            if (name, what) != ("progress", "a class"):  # one may call it: what it then says is its own
                yield WrongCall(target, name, what, value)
    first = next(iter(target.arguments), "argument")
    yield WrongCall(target, f"{first[:-1]}x" if len(first) > 2 else "xyz", "unknown")


def wrong_values(right: Any) -> Iterator[tuple[str, Any]]:
    """Values that are of another type, None, of a wrong length, single, negative, huge, empty or not a number."""
    yield from (("None", None), ("an object", object()), ("a class", dict), ("a function", print))
    yield from (("an empty text", ""), ("a text", "nothing of the kind"), ("bytes", b"mm"), ("NUL", "a\0b"))
    yield from (("NaN", math.nan), ("infinite", math.inf), ("negative", -1), ("zero", 0), ("huge", 1e300))
    yield from (("too many digits", 10**400), ("a long text", "x" * 5000), ("a path", Path("no/such")))
    yield from (("an empty list", []), ("an empty dict", {}), ("a dict of numbers", {1: 2}), ("a complex number", 1j))
    yield from (("an array", np.ones((2, 3))), ("an array of objects", np.array([None, "a"], dtype=object)))
    yield from (("a list of None", [None]), ("a list of itself", [right]), ("a truth", True))
    if isinstance(right, str):
        yield from (("a unit of something else", "3 kg m^7"), ("nearly right", right[:-1]), ("shouted", right.upper()))
    if isinstance(right, list | tuple) and right:
        yield from (("a single one", right[0]), ("too short", right[:-1]), ("too long", [*right, right[0]]))
        yield from (("one None", [*right[:-1], None]), ("one NaN", [*right[:-1], math.nan]), ("a set of texts", {"a"}))
        yield ("nested", [list(right)] if not isinstance(right[0], dict) else [right])
    if isinstance(right, dict) and right:
        key, value = next(iter(right.items()))
        for what, other in (("None", None), ("object", object()), ("list", [value, value]), ("NaN", math.nan)):
            yield (f"{what} as value", {**right, key: other})
        yield from (("wrong keys", {f"{key}x": value}), ("None as key", {None: value}), ("pairs", list(right.items())))


def all_calls() -> list[WrongCall]:
    return [call for target in targets() for call in wrong_calls(target)]


def drawn_calls(count: int, seed: int, calls: list[WrongCall] | None = None) -> list[WrongCall]:
    """So many calls, the targets in turn, so that those with many arguments do not take all places."""
    draw, by_target = random.Random(seed), {}
    for call in calls if calls is not None else all_calls():
        by_target.setdefault(call.target.name, []).append(call)
    for own in by_target.values():
        draw.shuffle(own)
    chosen: list[WrongCall] = []
    while len(chosen) < count and any(by_target.values()):
        chosen += [own.pop() for own in by_target.values() if own]
    return chosen[:count]


def complaint(call: WrongCall) -> str:
    """What is wrong with how a call is answered; empty where nothing is."""
    out = io.StringIO()
    try:
        with limit_of_time(), warnings.catch_warnings(), redirect_stdout(out), redirect_stderr(out):
            warnings.simplefilter("ignore")
            found = call.run()
            shown = repr(found)
    except Endless:
        return "hangs"
    except JounceError as error:
        shown = str(error)
    except BaseException as error:
        if not is_of_call_itself(error):
            return traced(error)
        shown = str(error)
    for text, kind in ((out.getvalue(), "prints"), (shown, "shows")):
        if text.count("\n") >= MOST_LINES or len(text) > MOST_LINES * 200:
            return f"{kind} {text.count(chr(10)) + 1} lines, {len(text)} characters"
    return ""


def is_of_call_itself(error: BaseException) -> bool:
    """Whether Python refused the call before anything inside jounce began."""
    files = frames_of(error)
    return isinstance(error, TypeError) and not any(PACKAGE in Path(file).parents for file, _ in files)


def frames_of(error: BaseException) -> list[tuple[str, int]]:
    frames, trace = [], error.__traceback__
    while trace is not None:
        frames.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    return frames


def traced(error: BaseException) -> str:
    """An error from inside, with the last line of ours that it passed."""
    own = [(file, line) for file, line in frames_of(error) if PACKAGE in Path(file).parents]
    place = f"{Path(own[-1][0]).relative_to(PACKAGE)}:{own[-1][1]}" if own else "?"
    return f"{type(error).__name__} at {place}: {str(error)[:90]}"


@contextmanager
def limit_of_time() -> Iterator[None]:
    """Ends what takes too long, of the processor or of the clock."""

    def end(*_: Any) -> None:
        raise Endless

    before = {kind: signal.signal(kind, end) for kind in (signal.SIGPROF, signal.SIGALRM)}
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    signal.setitimer(signal.ITIMER_REAL, 10 * PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        for kind, handler in before.items():
            signal.signal(kind, handler)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--of", default="", help="only targets whose name has this in it")
    parser.add_argument("--times", action="store_true", help="also list the calls that took longest")
    given = parser.parse_args()
    calls = [call for call in all_calls() if given.of in call.target.name]
    print(f"{len(calls)} wrong calls of {len({call.target.name for call in calls})} targets", flush=True)
    count, times = Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        fill_folder(Path(folder))
        os.chdir(folder)
        for call in drawn_calls(given.calls, given.seed, calls):
            before = os.times()
            found = complaint(call)
            after = os.times()
            times.append((after.user - before.user, call.title))
            count["answered" if not found else "not answered"] += 1
            if found:
                print(f"{call.title}: {found}", flush=True)
    print(dict(count), f"{sum(t for t, _ in times):.0f} s")
    if given.times:
        print("\n".join(f"{t:6.2f} s {title}" for t, title in sorted(times)[-15:]))


if __name__ == "__main__":
    main()
