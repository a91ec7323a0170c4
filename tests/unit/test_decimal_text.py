"""Numbers that are written in bulk read back to the same bits, and look as `repr` writes them."""

import numpy as np
import pytest

from jounce.results.decimal_text import LEAST, MOST, decimal_text_of_rows

EDGES = [0.0, -0.0, 1.0, 0.1, 1 / 3, 0.1 + 0.2, 1e15, 1e16, 9007199254740993.0, 1e-4, 9.999999999999999e-05, 1e-5, 1e22]
EXTREMES = [
    5e-324,
    -1.7976931348623157e308,
    2.2250738585072014e-308,
    LEAST,
    np.nextafter(LEAST, 1),
    MOST,
    np.nan,
    -np.inf,
]


def cells(values: np.ndarray) -> list[str]:
    text = decimal_text_of_rows(values.reshape(1, -1)).decode("ascii")
    assert text.endswith("\r\n")
    return text.removesuffix("\r\n").split(",")


def of_any_size() -> np.ndarray:
    """Random bits, whole powers of two and of ten and their neighbours: where rounding goes wrong first."""
    bits = np.random.default_rng(7).integers(0, 2**63, 20_000).view(np.float64)
    two, ten = 2.0 ** np.arange(-1000, 1000), 10.0 ** np.arange(-300.0, 300.0)
    near = [np.nextafter(x, to) for x in (two, ten) for to in (0.0, np.inf)]
    return np.concatenate([bits[np.isfinite(bits)], two, ten, *near, EDGES, EXTREMES])


def test_every_number_reads_back_to_the_same_bits():
    x = of_any_size()
    for signed in (x, -x):
        back = np.array([float(cell) for cell in cells(signed)])
        np.testing.assert_array_equal(back.view(np.int64)[~np.isnan(signed)], signed.view(np.int64)[~np.isnan(signed)])


@pytest.mark.parametrize("scale", [1e-7, 1.0, 1e5])
def test_numbers_of_usual_size_are_written_as_repr_writes_them(scale):
    random = np.random.default_rng(3)
    x = np.concatenate([scale * random.standard_normal(5000), np.round(scale * random.standard_normal(5000), 3), EDGES])
    assert cells(x) == [repr(value) for value in x.tolist()]


def test_rows_end_in_line_breaks_and_columns_in_commas():
    assert decimal_text_of_rows(np.array([[1.0, -2.5], [np.nan, 1e-7]])) == b"1.0,-2.5\r\nnan,1e-07\r\n"
    assert decimal_text_of_rows(np.zeros((2, 0))) == b"\r\n\r\n"
