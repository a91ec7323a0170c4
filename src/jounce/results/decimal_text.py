"""Many numbers as text at once: the digits of `repr`, several times faster.

A number is scaled to a whole number of 17 digits by products of two doubles, exact to 1e-30 [Dekker 1971]: so many
digits always read back to the same bits. It is rounded to 16 or 15 digits where these miss it by less than half the
distance to the next double, with room for the error of the product. Numbers of extreme size and those that are not
finite are written one by one.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

LEAST, MOST = 1e-270, 1e270  # size for which no intermediate result overflows or loses digits
CHUNK = 1 << 16  # numbers at a time: what fits the processor's cache
DIGITS, WIDTH = 17, 26  # of a number; characters with sign, point, exponent and separator
FIXED = range(-4, 16)  # decimal exponents that are written without "e", as `repr` does
NEARLY_HALF = 0.4999999  # of the distance of two doubles
SPLIT = 134217729.0  # 2^27 + 1, splits 53 bits into two times 26
ZERO, POINT, MINUS = b"0.-"


def decimal_text_of_rows(values: np.ndarray) -> bytes:
    """Returns rows of numbers with commas between them and a line end as in RFC 4180 behind each row."""
    columns = values.shape[1]
    if not columns:
        return b"\r\n" * len(values)
    rows = max(1, CHUNK // columns)
    return b"".join(_rows(values[k : k + rows]) for k in range(0, len(values), rows))


def _rows(values: np.ndarray) -> bytes:
    x = np.ascontiguousarray(values, float).ravel()
    size = np.abs(x)
    usual = (size > LEAST) & (size < MOST)
    whole, exponent = _decimal(np.where(usual, size, 1.0))
    order = np.argsort(exponent, kind="stable")
    sorted_text = np.zeros((x.size, WIDTH), np.uint8)  # 0: no character
    _write(sorted_text, whole[order], exponent[order])
    text = np.empty_like(sorted_text)
    text[order] = sorted_text
    text[np.signbit(x), 0] = MINUS
    text[size == 0.0, 1] = ZERO  # of "1.0"
    for k in np.flatnonzero(~usual & (size != 0.0)):
        text[k] = 0
        _put(text, slice(k, k + 1), 0, repr(float(x[k])))
    ends = text.reshape(*values.shape, WIDTH)
    ends[:, :, -2] = ord(",")
    ends[:, -1, -2:] = np.frombuffer(b"\r\n", np.uint8)
    return text[text != 0].tobytes()


def _decimal(a: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Digits of positive numbers as whole numbers of 17 digits, zeros behind, and the exponent of the first digit."""
    e = np.floor(np.log10(a)).astype(np.int64)
    N, part = _scaled(a, e)
    for off, by in ((N >= 10**DIGITS, 1), (N < 10 ** (DIGITS - 1), -1)):  # log10 may miss a power of ten
        if off.any():
            e[off] += by
            N[off], part[off] = _scaled(a[off], e[off])
    powers, _, first = _powers()
    near = NEARLY_HALF * np.spacing(np.nextafter(a, 0.0)) * powers[DIGITS - 1 - e - first]
    found = N + (part >= 0.5)
    for unit in (10, 100):  # 16 digits, then 15, which are many whenever they hold
        behind = N % unit + part
        missed = np.where(behind > unit / 2, unit - behind, -behind)
        found = np.where(np.abs(missed) < near, N + np.rint(missed + part).astype(np.int64), found)
    over = found == 10**DIGITS
    return np.where(over, 10 ** (DIGITS - 1), found), e + over


def _scaled(a: np.ndarray, e: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns a 10^(16 - e) as a whole number, and the part of one that is left."""
    high, low = _times_power(a, DIGITS - 1 - e)
    whole = np.floor(high)
    low += high - whole
    carry = np.floor(low)
    return whole.astype(np.int64) + carry.astype(np.int64), low - carry


def _times_power(a: np.ndarray, power: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns a 10^power as a sum of two numbers. [Dekker 1971, section 5]"""
    highs, lows, first = _powers()
    b, b_rest = highs[power - first], lows[power - first]
    product = a * b
    a1 = a * SPLIT - (a * SPLIT - a)
    b1 = b * SPLIT - (b * SPLIT - b)
    a2, b2 = a - a1, b - b1
    error = ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2
    return product, error + a * b_rest


@cache
def _powers() -> tuple[np.ndarray, np.ndarray, int]:
    """Returns powers of ten as sums of two doubles, and the least exponent."""
    first, last = -290, 290
    exact = [Fraction(10) ** k for k in range(first, last + 1)]
    high = [float(power) for power in exact]
    low = [float(power - Fraction(near)) for power, near in zip(exact, high, strict=True)]
    return np.array(high), np.array(low), first


@cache
def _four_digits() -> tuple[np.ndarray, np.ndarray]:
    """Returns the text of 0000 to 9999, and how many zeros stand behind."""
    words = [f"{k:04d}" for k in range(10_000)]
    zeros = [len(word) - len(word.rstrip("0")) for word in words]
    return np.frombuffer("".join(words).encode(), np.uint32), np.array(zeros, np.int8)


def _digits(whole: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the 17 digits as text, and how many of them there are without zeros behind."""
    words, zeros_of = _four_digits()
    text = np.empty((len(whole), 5), np.uint32)  # four digits each; of the first word the last
    nine = whole // 10**8
    parts = [(whole - nine * 10**8).astype(np.uint32), nine.astype(np.uint32)]
    zeros, all_zero, column = np.zeros(len(whole), np.int8), np.ones(len(whole), bool), 4
    for part in parts:
        for _ in range(2):
            part, four = part // np.uint32(10_000), part % np.uint32(10_000)
            text[:, column] = words[four]
            zeros += np.where(all_zero, zeros_of[four], np.int8(0))
            all_zero &= four == 0
            column -= 1
    text[:, 0] = words[part]
    return text.view(np.uint8)[:, 3:], DIGITS - zeros


def _write(text: np.ndarray, whole: np.ndarray, exponent: np.ndarray) -> None:
    """Puts digits where they belong, from the second character on; numbers are in the order of their exponents."""
    digits, count = _digits(whole)
    shown = np.where(np.arange(DIGITS) < count[:, None], digits, np.uint8(0))
    starts = np.flatnonzero(np.diff(exponent, prepend=exponent[0] - 1))
    for first, last in zip(starts, [*starts[1:], len(exponent)], strict=True):
        rows, e = slice(first, last), int(exponent[first])
        if e not in FIXED:
            text[rows, 1] = shown[rows, 0]
            text[rows, 2] = np.where(count[rows] > 1, POINT, 0)
            text[rows, 3 : DIGITS + 2] = shown[rows, 1:]
            _put(text, rows, DIGITS + 2, f"e{e:+03d}")
        elif e < 0:
            _put(text, rows, 1, "0." + "0" * (-e - 1))
            text[rows, 2 - e : 2 - e + DIGITS] = shown[rows]
        else:
            text[rows, 1 : e + 2] = digits[rows, : e + 1]
            text[rows, e + 2] = POINT
            text[rows, e + 3 : DIGITS + 2] = shown[rows, e + 1 :]
            text[rows, e + 3] = np.where(count[rows] <= e + 1, ZERO, text[rows, e + 3])


def _put(text: np.ndarray, rows: slice, at: int, word: str) -> None:
    text[rows, at : at + len(word)] = np.frombuffer(word.encode(), np.uint8)
