"""Studies by name: `jounce run FILE STUDY` with the study's own settings as options."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jounce.cli.answer import Answer
from jounce.cli.metrics_file import write_metrics
from jounce.cli.options import made, require_apart, require_writable, told_axles, told_values, would_be_written
from jounce.cli.result_json import study_json
from jounce.cli.say import complain
from jounce.cli.waiting import Progress
from jounce.errors import INTERRUPTED, ModelError, NumericalError

if TYPE_CHECKING:
    from jounce.results import Result


def run_study(
    file: str,
    study: str,
    values: dict[str, str],
    settings: dict[str, Any],
    out: Path,
    channels: str,
    plots: bool,
    answer: Answer,
) -> None:
    """Run, tell the figures of merit, keep curves as HDF5 and CSV and, where they are asked for, plots."""
    import jounce
    from jounce.studies import find

    require_writable(out)
    require_apart(would_be_written(out, Path(file).stem, study.replace("-", "_")), file, *settings.values())
    value = find(study)(**settings)
    subject = file if value.of_files else jounce.load(file)
    subject = subject.with_values(values) if values else subject
    failure: NumericalError | jounce.Interrupted | None = None
    with Progress(quiet=answer.quiet, doing=value.doing) as progress:
        try:
            result = jounce.run(subject, value, on_progress=progress)
        except (NumericalError, jounce.Interrupted) as stop:
            if stop.partial is None:  # it stopped before there was anything to keep
                raise
            failure, result = stop, stop.partial
    for line in told_values(subject, values):
        answer.say(line)
    if failure is None:
        _tell(result, study, subject, settings, answer)
    channels, refused = _possible(result, channels)
    place = made(out) / _stem(result, study, Path(file).stem)
    if isinstance(failure, jounce.Interrupted):
        files = [kept_at_once(result, place.with_name(f"{place.name}.h5"), channels)]
    else:
        files = _saved(result, study, subject, place, channels, plots)
    count = f"{result.time.size} sample{'s' if result.time.size > 1 else ''}"
    answer.say(f"\n{count} in {result.wall_time:.2f} s, saved {', '.join(map(str, files))}")
    answer.give(study_json(result, files))
    if refused is not None:
        complain("all channels are kept, since not all that were chosen exist")
    if isinstance(failure, NumericalError):
        raise failure
    if failure is not None:
        complain("interrupted; what was computed is kept")
        raise click.exceptions.Exit(INTERRUPTED)
    if refused is not None:
        raise refused


def _possible(result: Result, channels: str) -> tuple[str, ModelError | None]:
    """The choice of channels, or all where it fails: what a study has is known behind it, and its work is not lost."""
    from jounce.results.choice import ALL, choose_names

    try:
        choose_names(result, channels)
    except ModelError as refused:
        return ALL, refused
    return channels, None


def _tell(result: Result, study: str, subject: Any, settings: dict[str, Any], answer: Answer) -> None:
    """The figures of merit, with what a user may not know."""
    from jounce.cli.tables import TABLES, figures

    if study in TABLES:
        for line in told_axles(subject, settings.get("axle")):
            answer.say(line)
    answer.say(f"{result.metadata['model']}: {result.metadata['study']}\n")
    answer.say(TABLES.get(study, figures)(result))
    for note in result.metadata.get("notes", []):  # type: ignore[attr-defined]
        answer.say(f"\n{note}")
    if result.metadata.get("status", "finished") != "finished":
        complain(f"ended early: {result.metadata['status']}; what was reached is kept")


def _stem(result: Result, study: str, name: str) -> str:
    settings: Any = result.metadata.get("settings", {})
    return "_".join([name, *([settings["axle"]] if "axle" in settings else []), study.replace("-", "_")])


def kept_at_once(result: Result, path: Path, channels: str) -> Path:
    """The data alone, in the format that is written fastest: whoever presses Ctrl-C does not want to wait."""
    from jounce.results.choice import keep_channels

    made(path.parent)
    return keep_channels(result, channels).save(path.with_suffix(".h5"))


def _saved(result: Result, study: str, subject: Any, place: Path, channels: str, plots: bool) -> list[Path]:
    """The chosen channels as HDF5 and CSV, or the figures where there is one sample; plots; a tyre; an echo."""

    import jounce
    from jounce.cli.tables import TABLES
    from jounce.results.choice import keep_channels

    def named(ending: str) -> Path:
        return place.with_name(f"{place.name}{ending}")

    files = [named(ending) for ending in (".h5", ".csv")]
    kept = keep_channels(result, channels)
    kept.save(files[0])
    (kept.to_csv if kept.time.size > 1 else kept.figures_to_csv)(files[1])
    if plots and result.panels:
        from jounce.views.plots.plotter import picture

        pictures = [named(ending) for ending in (".png", ".svg")]
        picture(result, paths=pictures)
        files += pictures
    if isinstance(subject, jounce.Vehicle) and study not in TABLES:  # a drive
        files += write_metrics(result, place)
        files.append(named(".echo.csv"))
        files[-1].write_text(subject.echo(), encoding="utf-8")
    if "tyre_file" in result.metadata:
        files.append(named(".tir"))
        files[-1].write_text(str(result.metadata["tyre_file"]), encoding="utf-8")
    return files


def own_settings(words: tuple[str, ...]) -> dict[str, Any]:
    """`--name value` and `--name=value` as settings of a study; whole numbers become numbers."""
    found: dict[str, Any] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or not name:
            raise click.UsageError(f"'{word}' is not an option of the form --name value")
        if not equals:
            if not rest:
                raise click.UsageError(f"option '{word}' needs a value")
            value = rest.pop(0)
        key = name.replace("-", "_")
        if key in found:
            raise click.UsageError(f"option '--{name}' is given twice")
        found[key] = int(value) if value.isdecimal() else value
    return found
