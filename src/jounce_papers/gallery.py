"""The gallery: every entry of every paper made anew, several at a time, whatever becomes of single ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from threading import Event
from time import perf_counter

from jounce.errors import JounceError, ModelError, Problem, did_you_mean
from jounce_papers.entry import Entry
from jounce_papers.experiments import SharedExperiments
from jounce_papers.shown import Finding, Shown

WORKERS = 2
SHOWN, IN_PART, FAILED, LEFT = "shown", "in part", "failed", "not run"
# paper -> modules of its entries, in the order of the paper
MODULES = {
    "szczotka-2007": (
        "szczotka_2007_method",
        "szczotka_2007_elements",
        "szczotka_2007_car",
        "szczotka_2007_beside_adams",
        "szczotka_2007_on_road",
        "szczotka_2007_bending",
    ),
    "houdek-2021": ("houdek_2021",),
    "ciglaric": ("ciglaric_model", "ciglaric_beams", "ciglaric_runs"),
    "kim": ("kim_model", "kim_quarter_car"),
    "szczotka-2004": ("szczotka_2004_model", "szczotka_2004_runs", "szczotka_2004_further_work"),
}


@cache
def gallery_entries() -> tuple[Entry, ...]:
    """Every entry, paper after paper."""
    modules = [import_module(f"jounce_papers.entries.{name}") for names in MODULES.values() for name in names]
    return tuple(each for module in modules for each in vars(module).values() if isinstance(each, Entry))


def choose_gallery_entries(only: Iterable[str] = ()) -> tuple[Entry, ...]:
    """By names of papers or of entries; all of them without any."""
    every, only = gallery_entries(), tuple(only)
    known = [*MODULES, *(entry.name for entry in every)]
    wrong = [
        Problem("only", f"there is no paper or entry '{word}'.{did_you_mean(word, known)}", _help(word, every))
        for word in only
        if word not in known
    ]
    if wrong:
        raise ModelError("papers", wrong)
    return tuple(entry for entry in every if not only or {entry.paper, entry.name} & set(only))


def _help(word: str, every: tuple[Entry, ...]) -> str:
    near = [paper for paper in MODULES if word.startswith(paper)]
    if near:
        return f"entries of {near[0]}: {', '.join(entry.name for entry in every if entry.paper == near[0])}"
    return f"papers: {', '.join(MODULES)}; an entry is {every[0].name}"


@dataclass(frozen=True, kw_only=True)
class Exhibit:
    """What became of an entry."""

    entry: Entry
    state: str  # SHOWN; IN_PART: something is missing yet; FAILED: it stopped, or a number does not hold; LEFT
    shown: Shown
    reason: str = ""
    seconds: float = 0.0

    def findings_that_fail(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.shown.findings if not finding.holds)


@dataclass(frozen=True, kw_only=True)
class Gallery:
    """All exhibits, in the order of the papers."""

    exhibits: tuple[Exhibit, ...]
    seconds: float  # of wall time
    workers: int
    interrupted: bool = False

    @property
    def failed(self) -> tuple[Exhibit, ...]:
        return tuple(each for each in self.exhibits if each.state == FAILED)

    def of_paper(self, paper: str) -> tuple[Exhibit, ...]:
        return tuple(each for each in self.exhibits if each.entry.paper == paper)

    def finding(self, entry: str, what: str) -> Finding | None:
        """A number of an entry that was made."""
        found = [f for each in self.exhibits if each.entry.name == entry for f in each.shown.findings]
        return next((finding for finding in found if finding.what == what), None)


def make_gallery(
    only: Iterable[str] = (),
    *,
    workers: int = WORKERS,
    on_exhibit: Callable[[Exhibit], None] | None = None,
    on_progress: Callable[[float], None] | None = None,
) -> Gallery:
    """Make the entries, `workers` at a time, in threads: their time goes into machine code. Ctrl-C keeps what is."""
    entries, began = choose_gallery_entries(only), perf_counter()
    shared, found, interrupted = SharedExperiments(Event()), dict[str, Exhibit](), False
    pool = ThreadPoolExecutor(max_workers=max(int(workers), 1))
    try:
        for each in as_completed([pool.submit(_make_exhibit, entry, shared) for entry in _longest_first(entries)]):
            exhibit = each.result()
            found[exhibit.entry.name] = exhibit
            if on_exhibit is not None:
                on_exhibit(exhibit)
            if on_progress is not None:
                on_progress(len(found) / len(entries))
    except KeyboardInterrupt:
        interrupted = True
    finally:
        shared.stopped.set()
        pool.shutdown(wait=True, cancel_futures=True)
    left = {entry.name: Exhibit(entry=entry, state=LEFT, shown=Shown(), reason="interrupted") for entry in entries}
    return Gallery(
        exhibits=tuple((left | found).values()),
        seconds=perf_counter() - began,
        workers=workers,
        interrupted=interrupted,
    )


def _longest_first(entries: tuple[Entry, ...]) -> list[Entry]:
    """Those with most runs, so that no worker waits for the last one."""
    return sorted(entries, key=lambda entry: -len(entry.experiments))


def _make_exhibit(entry: Entry, shared: SharedExperiments) -> Exhibit:
    """An entry that cannot be made is an exhibit too."""
    began = perf_counter()

    def exhibit(state: str, shown: Shown, reason: str = "") -> Exhibit:
        return Exhibit(entry=entry, state=state, shown=shown, reason=reason, seconds=perf_counter() - began)

    if shared.stopped.is_set():
        return exhibit(LEFT, Shown(), "interrupted")
    try:
        shown = entry.make(shared)
    except KeyboardInterrupt:
        return exhibit(LEFT, Shown(), "interrupted")
    except JounceError as fault:
        return exhibit(FAILED, Shown(), str(fault))
    wrong = [finding for finding in shown.findings if not finding.holds]
    if wrong:
        told = "; ".join(f"{f.what} is {f.value} {f.unit}, expected {f.limits}" for f in wrong)
        return exhibit(FAILED, shown, told)
    return exhibit(IN_PART if entry.missing else SHOWN, shown, entry.missing)
