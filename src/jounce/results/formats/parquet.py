"""Results as Parquet, for programs that read tables: a column for each channel, equal to the last bit when read back.

Units, definitions and kinds stand with each column, units also where pandas finds them (`attrs`); metrics, record,
verdict and metadata are JSON in the schema. What the model looked like is not kept.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from jounce.results.files import replace_file
from jounce.results.formats.description import (
    describe_result,
    plain_json_value,
    read_description,
    refuse_result_file,
)
from jounce.results.formats.tables import import_or_say
from jounce.results.result import Result

TIME = "time"  # the first column
ABOUT, FORMAT = b"jounce result", "1"  # keys of the schema's metadata


def write_parquet(result: Result, path: Path) -> Path:
    """Saves time and channels as columns."""
    pyarrow = import_or_say("pyarrow", f"{path.suffix} of results")
    from pyarrow.parquet import ParquetWriter

    fields = [pyarrow.field(TIME, pyarrow.float64(), metadata={"unit": "s"})]
    for channel in result.channels:
        words = {"unit": channel.unit, "definition": channel.definition, "kind": channel.kind}
        fields.append(pyarrow.field(channel.name, pyarrow.float64(), metadata=words))
    about = json.dumps({"version": FORMAT, **describe_result(result)}, default=plain_json_value)
    attributes = json.dumps({"units": {TIME: "s", **result.units}, "definitions": result.definition})
    schema = pyarrow.schema(fields, metadata={ABOUT: about, b"PANDAS_ATTRS": attributes})
    columns = [result.time, *result.numbers.T]
    with replace_file(path) as temporary, ParquetWriter(temporary, schema) as writer:
        writer.write_table(pyarrow.Table.from_arrays([pyarrow.array(c) for c in columns], schema=schema))
    return path


def read_parquet(path: Path) -> Result:
    """Reads what `write_parquet` wrote."""
    pyarrow = import_or_say("pyarrow", f"{path.suffix} of results")
    from pyarrow.parquet import read_table

    try:
        table = read_table(path)
        about: Any = json.loads((table.schema.metadata or {}).get(ABOUT, b"null"))
        if about is None:
            raise refuse_result_file(path, "a Parquet file, but not a jounce result", "pandas.read_parquet reads it")
        columns = [column.to_numpy() for column in table.columns]
        return Result(time=columns[0], numbers=np.column_stack(columns[1:]), **read_description(about))
    except (OSError, pyarrow.ArrowException, KeyError, IndexError, TypeError, AttributeError) as fault:
        raise refuse_result_file(path, "not a whole jounce result: cut short, damaged or of another kind") from fault
