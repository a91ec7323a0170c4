"""Results as tables of other packages: pandas and xarray, imported when they are asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from jounce.errors import SetupError

if TYPE_CHECKING:
    import pandas
    import xarray

    from jounce.results.result import Result


def import_or_say(package: str, needed_by: str, extra: str = "pandas") -> Any:
    """Returns imports a package that not everybody has; a missing one is named with the command that installs it."""
    try:
        return import_module(package)
    except ImportError:
        raise SetupError(f'{needed_by} needs {package}: pip install "jounce[{extra}]"') from None


def result_as_pandas(result: Result) -> pandas.DataFrame:
    """Puts the channels of a result into columns; the index is time or the channel that samples run over."""
    pandas = import_or_say("pandas", "to_pandas")
    over = result.abscissa
    names = [name for name in result.keys() if over is None or name != over.name]
    index = pandas.Index(result.time if over is None else result[over.name].copy(), name=over.name if over else "time")
    table = pandas.DataFrame(result.to_numpy(names), index=index, columns=names)
    table.attrs = {"units": {**result.units, str(index.name): over.unit if over else "s"}, **_subject(result)}
    table.attrs["definitions"] = result.definition
    return table


def result_as_xarray(result: Result) -> xarray.Dataset:
    """Puts the channels of a result into variables with their units and definitions, all over one coordinate."""
    xarray = import_or_say("xarray", "to_xarray", "xarray")
    over = result.abscissa
    along = over.name if over else "time"
    about = {c.name: {"units": c.unit, "long_name": c.definition} for c in result.channels}
    base = result.time if over is None else result[along]
    return xarray.Dataset(
        {name: (along, result[name].copy(), about[name]) for name in result.keys() if name != along},
        coords={along: (along, base.copy(), about.get(along, {"units": "s", "long_name": "time"}))},
        attrs=_subject(result),
    )


def _subject(result: Result) -> dict[str, object]:
    return {key: result.metadata[key] for key in ("model", "study") if key in result.metadata}
