"""Elementary functions expanded into primitive operations, with polynomials.

Generated code then needs no mathematical library, runs in lanes, and gives the bits of the interpreter.
Nothing branches. Every function here is within 4 units in the last place, but for those of half a turn; the
odd ones are odd to the last bit; NaN stays NaN. Reductions follow [Cody, Waite 1980]; the coefficients are
minimax fits of relative error, made with Remez' algorithm in 60-digit arithmetic and then rounded.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from operator import truediv
from typing import Any

from jounce.graph import Expression, Scalar, less, select, sqrt
from jounce.graph.expression import apply_to_expressions
from jounce.graph.order import order_reachable_nodes

# pi/2 in three pieces of 33 bits and the rest: a whole number below 2**20 times a piece is exact
HALF_PI = (1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21, 8.4784276603689e-32)
# ln 2, cut after 40 binary places, and the rest
LN2 = (0.6931471805601177, -1.7239444525614835e-13)
LARGEST_SUBNORMAL = math.nextafter(2.0**-1022, 0.0)

# sin x = x + x z P(z), z = x^2, |x| < pi/4; error 4e-18
SIN = (
    -0.1666666666666663,
    0.008333333333322108,
    -0.00019841269829580329,
    2.7557313618060165e-06,
    -2.5050747223405e-08,
    1.5896197873538838e-10,
)
# cos x = 1 + z P(z), |x| < pi/4; error 6e-20
COS = (
    -0.5,
    0.041666666666666595,
    -0.001388888888887304,
    2.4801587288841367e-05,
    -2.7557314176233885e-07,
    2.087570041558388e-09,
    -1.1358513938598842e-11,
)
# the same for |x| < pi, by Chebyshev's nodes; error 2e-16
SIN_HALF_TURN = (
    -0.16666666666666666,
    0.008333333333333321,
    -0.00019841269841265794,
    2.755731922346083e-06,
    -2.5052108350825204e-08,
    1.6059042525171234e-10,
    -7.647133447055526e-13,
    2.8110237767208955e-15,
    -8.183019794627992e-18,
    1.7751303288390706e-20,
)
COS_HALF_TURN = (
    -0.5,
    0.041666666666666394,
    -0.001388888888887965,
    2.4801587300388177e-05,
    -2.7557319144920297e-07,
    2.087675399149857e-09,
    -1.147067639681172e-11,
    4.7784864363939875e-14,
    -1.5533161941909962e-16,
    3.6930403013498747e-19,
)
# atan t = t + t z P(z), z = t^2, |t| < tan(pi/8); error 4e-17
ATAN = (
    -0.3333333333333015,
    0.19999999999088935,
    -0.14285714195258842,
    0.11111106653463186,
    -0.09090782409112244,
    0.07690068247142498,
    -0.06641120676189786,
    0.056925360373834125,
    -0.04359086025604528,
    0.021259723570732685,
)
# asin t = t + t z P(z), z = t^2 < 1/4; error 2e-17
ASIN = (
    0.16666666666665408,
    0.07500000000337002,
    0.04464285682833424,
    0.0303819591368552,
    0.022371758051076305,
    0.017359704771631068,
    0.013885235293462509,
    0.012169213017353369,
    0.006527969016458373,
    0.019528282324608962,
    -0.01622427930943945,
    0.031912287766415505,
)
# s coth s = 1 + z P(z), z = s^2, |s| < ln(2)/4; error 9e-19
COTH = (
    0.33333333333333204,
    -0.02222222222161218,
    0.0021164020228462924,
    -0.00021163394795110655,
    2.118725808791839e-05,
)
# 2 artanh s = 2 s + s z P(z), z = s^2, s < (sqrt(2) - 1)^2; error 2e-18
ARTANH = (
    0.6666666666666734,
    0.3999999999941434,
    0.28571428742472477,
    0.2222219856364367,
    0.181835648617608,
    0.15314035898408324,
    0.14796105287459918,
)


def function_arguments(node: Expression) -> tuple[Expression, ...]:
    """The arguments of an operation; of an elementary function the end of its polynomial, the same node each time."""
    return (FUNCTIONS[node.op](*node.args),) if node.op in FUNCTIONS else node.args


def expand_function(outputs: Sequence[Scalar]) -> list[Scalar]:
    """Returns the same outputs with primitive operations only, for the interpreter; shared work stays shared."""
    new: dict[Expression, Expression] = {}
    for node in order_reachable_nodes(outputs):
        args = tuple([new[arg] for arg in node.args])
        copy = node if args == node.args else node.graph.node(node.op, *args, data=node.data)
        new[node] = function_arguments(copy)[0] if node.op in FUNCTIONS else copy
    return [new[output] if isinstance(output, Expression) else output for output in outputs]


def _ratio(a: Scalar, b: Scalar) -> Scalar:
    """a / b with one rounding; the operator multiplies by a reciprocal and rounds twice."""
    return apply_to_expressions("div", truediv, a, b)


def _round(x: Scalar) -> Scalar:
    return apply_to_expressions("round", round, x)


def _abs(x: Scalar) -> Scalar:
    return apply_to_expressions("abs", abs, x)


def _power_of_two(k: Scalar) -> Scalar:
    return apply_to_expressions("power_of_two", lambda k: math.ldexp(1.0, int(k)), k)


def _polynomial(x: Scalar, coefficients: Sequence[float]) -> Scalar:
    """Estrin's scheme, whose chains are shorter than Horner's; the constant comes first in `coefficients`."""
    terms: list[Scalar] = list(coefficients)
    while len(terms) > 1:
        pairs = [low + high * x for low, high in zip(terms[::2], terms[1::2], strict=False)]
        terms = pairs + terms[2 * len(pairs) :]
        x = x * x
    return terms[0]


def _at_most(x: Scalar, bound: float) -> Scalar:
    """The smaller one, but NaN if x is NaN, which "min" does not promise."""
    return select(less(bound, x), bound, x)


def _with_sign_of(x: Scalar, magnitude: Scalar) -> Scalar:
    return select(less(x, 0.0), -magnitude, magnitude)


def _quarters(x: Scalar) -> Scalar:
    """The whole number of quarter turns next to x."""
    return _round(x * (2 / math.pi))


def _turn(x: Scalar) -> tuple[Scalar, Scalar, Scalar, Scalar]:
    """x = n pi/2 + r with |r| < pi/4: not zero if n is odd, n/4 up to whole numbers, sin r, cos r.

    Good for |x| < 1e6, also where x is next to a multiple of pi/2; then it loses digits. Beyond 1e9 there is
    no angle left in x, and the answer is NaN: a run that goes there has failed and shall say so.
    """
    n = select(less(_abs(x), 1e9), _quarters(x), math.nan)
    r = x
    for piece in HALF_PI:
        r = r - n * piece
    z = r * r
    sin_r = r + (r * z) * _polynomial(z, SIN)
    cos_r = 1.0 + z * _polynomial(z, COS)
    half = 0.5 * n
    odd = half - _round(half)
    # a sixteenth keeps the quarters 0, 1, 2, 3 away from the jumps: 1/16, 5/16, -7/16, -3/16
    moved = 0.25 * n + 0.0625
    quarter = moved - _round(moved)
    return odd, quarter, sin_r, cos_r


def _sin(x: Scalar) -> Scalar:
    odd, quarter, sin_r, cos_r = _turn(x)
    return _with_sign_of(quarter, select(odd, cos_r, sin_r))


def _cos(x: Scalar) -> Scalar:
    odd, quarter, sin_r, cos_r = _turn(x)
    magnitude = select(odd, sin_r, cos_r)
    return select(less(0.25, _abs(quarter)), -magnitude, magnitude)


def _sin_half_turn(x: Scalar) -> Scalar:
    """No reduction, so near half a turn digits are lost, not the value: it is within 2e-15. Beyond, the error grows
    to 1e-7 at three quarters of a turn and to 1e-4 at a whole one."""
    z = x * x
    return x + (x * z) * _polynomial(z, SIN_HALF_TURN)


def _cos_half_turn(x: Scalar) -> Scalar:
    z = x * x
    return 1.0 + z * _polynomial(z, COS_HALF_TURN)


def _tan(x: Scalar) -> Scalar:
    """The quotient, mended to first order by what the reduction rounded off, which counts double here."""
    odd, _, sin_r, cos_r = _turn(x)
    tangent = _ratio(select(odd, -cos_r, sin_r), select(odd, sin_r, cos_r))
    n = _quarters(x)
    r = x - n * HALF_PI[0]  # exact
    lost: Scalar = 0.0
    for piece in HALF_PI[1:3]:
        step = n * piece
        lost = lost + ((r - (r - step)) - step)
        r = r - step
    return tangent + (lost + lost * (tangent * tangent))


def _angle(a: Scalar, b: Scalar) -> Scalar:
    """atan(a / b) for a and b not negative, not both zero: turned back by none, one or two eighths of a turn.

    With none, the tangent is a/b; with one, (a - b) / (a + b); with two, -b/a.
    """
    one, two = less(math.tan(math.pi / 8) * b, a), less(math.tan(3 * math.pi / 8) * b, a)
    above = select(two, -b, select(one, a - b, a))
    below = select(two, a, select(one, a + b, b))
    back = select(two, math.pi / 2, select(one, math.pi / 4, 0.0))
    t = _ratio(above, below)
    z = t * t
    return back + (t + (t * z) * _polynomial(z, ATAN))


def _atan(x: Scalar) -> Scalar:
    return _with_sign_of(x, _angle(_abs(x), 1.0))


def _atan2(y: Scalar, x: Scalar) -> Scalar:
    """atan2(0, 0) is 0, and the sign of a zero does not count; two infinities give NaN."""
    a, b = _abs(y), _abs(x)
    angle = _angle(a, select(less(a + b, math.ulp(0.0)), 1.0, b))  # 0/0 becomes 0
    return _with_sign_of(y, select(less(x, 0.0), math.pi - angle, angle))


def _half_chord(x: Scalar) -> tuple[Scalar, Scalar, Scalar]:
    """Whether |x| > 1/2; then (t, rest) with t + rest = 2 asin(sqrt((1 - |x|)/2)), else asin|x|."""
    a = _abs(x)
    large = less(0.5, a)
    z = select(large, 0.5 - 0.5 * a, a * a)
    t = select(large, 2.0 * sqrt(z), a)
    return large, t, (t * z) * _polynomial(z, ASIN)


def _asin(x: Scalar) -> Scalar:
    large, t, rest = _half_chord(x)
    return _with_sign_of(x, select(large, (math.pi / 2 - t) - rest, t + rest))


def _acos(x: Scalar) -> Scalar:
    large, t, rest = _half_chord(x)
    angle = _with_sign_of(x, t + rest)
    return select(large, select(less(x, 0.0), math.pi, 0.0) + angle, math.pi / 2 - angle)


def _exp(x: Scalar) -> Scalar:
    """exp x = 2^n exp r, and exp r = 1 + r / (g - r/2) with g = (r/2) coth(r/2).

    2^n is taken in two factors, so that only the result overflows to infinity or underflows to 0.
    """
    x = _at_most(x, 710.0)
    x = select(less(x, -746.0), -746.0, x)
    n = _round(x * (1 / math.log(2)))
    r = (x - n * LN2[0]) - n * LN2[1]
    z = r * r
    quarters = [c * 0.25 ** (k + 1) for k, c in enumerate(COTH)]
    value = 1.0 + _ratio(r, 1.0 + (z * _polynomial(z, quarters) - 0.5 * r))
    half = _round(0.5 * n)
    return (value * _power_of_two(half)) * _power_of_two(n - half)


def _log(x: Scalar) -> Scalar:
    """log x = k ln 2 + log(1 + f), 1 + f between sqrt(1/2) and sqrt(2); log(1 + f) = 2 artanh(f / (2 + f)).

    Written as f - f^2/2 + ... so that little is lost where x is close to 1 [Ng, fdlibm e_log.c]. Of zero
    and of subnormal numbers it is minus infinity.
    """
    m = apply_to_expressions("mantissa", lambda x: math.frexp(x)[0], x)
    small = less(m, math.sqrt(0.5))
    f = select(small, m + m, m) - 1.0
    k = apply_to_expressions("exponent", lambda x: math.frexp(x)[1], x) - small
    s = _ratio(f, 2.0 + f)
    z = s * s
    half_square = 0.5 * f * f
    tail = s * (half_square + z * _polynomial(z, ARTANH)) + k * LN2[1]
    value = k * LN2[0] - ((half_square - tail) - f)
    value = select(less(LARGEST_SUBNORMAL, x), value, select(less(x, 0.0), math.nan, -math.inf))
    return select(less(x, math.inf), value, x)


def _tanh(x: Scalar) -> Scalar:
    """tanh(n ln(2)/2 + s) by the addition theorem, with tanh s = s / (1 + w) and p = 2^n.

    tanh = ((p - 1) (1 + w) + (p + 1) s) / ((p + 1) (1 + w) + (p - 1) s)
    """
    a = _at_most(_abs(x), 20.0)  # from there on it is 1
    n = _round(a * (2 / math.log(2)))
    s = (a - n * (0.5 * LN2[0])) - n * (0.5 * LN2[1])
    z = s * s
    w = z * _polynomial(z, COTH)
    p = _power_of_two(n)
    minus, plus = p - 1.0, p + 1.0
    return _with_sign_of(x, _ratio(minus + (minus * w + plus * s), plus + (plus * w + minus * s)))


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sin": _sin,
    "cos": _cos,
    "sin_half_turn": _sin_half_turn,
    "cos_half_turn": _cos_half_turn,
    "tan": _tan,
    "atan": _atan,
    "atan2": _atan2,
    "asin": _asin,
    "acos": _acos,
    "exp": _exp,
    "log": _log,
    "tanh": _tanh,
}
