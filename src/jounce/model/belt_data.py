"""The belt of a tyre as data: what a property file says of it, and estimates of what it does not.

Keys of MF-Swift hold the belt's mass and inertias, and the frequencies and damping ratios of the belt on a rim that is
held: stiffness and damping follow from both. What is missing is that of the 205/60 R15 that MFeval takes for a tyre of
which its file says nothing, scaled: masses by the cube of the radius, moments of inertia as shares of m R^2,
stiffnesses as shares of the tyre's own vertical stiffness.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import pi, sqrt
from typing import Annotated, Any

from jounce.graph import Scalar
from jounce.parts.tyres.rigid_ring.ring_tyre import AngularStiffness, ring_tyre_give, ring_tyre_lag, ring_tyre_spring
from jounce.parts.tyres.tyre_law import tyre_slopes_at_no_slip
from jounce.units import Damping, Mass, PositiveStiffness, Quantity

Moment = Annotated[Scalar, Quantity("kg m^2", "positive")]
AngularDamping = Annotated[Scalar, Quantity("N m s/rad", "not negative")]

# defaults of MFeval, of a 205/60 R15
RADIUS, VERTICAL = 0.3135, 2.0e5  # m, N/m
BELT = {"BELT_MASS": 7.0, "BELT_IXX": 0.34, "BELT_IYY": 0.6}  # kg, kg m^2
FREQUENCIES = {"FREQ_LONG": 80.0, "FREQ_LAT": 40.0, "FREQ_YAW": 50.0, "FREQ_WINDUP": 70.0}  # Hz
DAMPING = 0.04  # of critical, of each
LIGHTEST, HEAVIEST = 1e-3, 1e3  # kg or kg m^2, of belts from a kart's to a dumper's
SLOWEST, FASTEST = 2.0, 1e3  # Hz
USUAL_DEFLECTION = 0.06  # of the free radius, under the load of a tyre that does not say its nominal one

# by our words: the key of the inertia that swings, of its frequency and of its damping ratio
MOTIONS = {
    "radial": ("mass", "FREQ_LONG", "DAMP_LONG"),
    "lateral": ("mass", "FREQ_LAT", "DAMP_LAT"),
    "tilt": ("inertia_across", "FREQ_YAW", "DAMP_YAW"),
    "wind_up": ("inertia_about", "FREQ_WINDUP", "DAMP_WINDUP"),
}
INERTIAS = {"mass": "BELT_MASS", "inertia_across": "BELT_IXX", "inertia_about": "BELT_IYY"}
LEFT_OUT = {"Q_BVX": "radial", "Q_BVT": "wind_up"}  # stiffness that falls with speed and amplitude
BELT_KEYS = frozenset((*INERTIAS.values(), *(key for _, *keys in MOTIONS.values() for key in keys), *LEFT_OUT))
PATCH = ("Q_RA1", "Q_RA2")  # root and linear term of the contact's length
CAMS = {
    "cam_length": "ELLIPS_LENGTH",
    "cam_height": "ELLIPS_HEIGHT",
    "cam_order": "ELLIPS_ORDER",
    "cam_shift": "ELLIPS_SHIFT",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BeltData:
    """The belt of a tyre with `model = "rigid ring"`: a ring on the springs of the sidewall, with six freedoms.

    What is left out is taken from the tyre's property file, or estimated. The belt is a part of the wheel: mass and
    inertia of the wheel are those with its tyre.
    """

    mass: Mass | None = None  # of the belt
    inertia_across: Moment | None = None  # about any line of the wheel plane
    inertia_about: Moment | None = None  # about the axle
    radial: PositiveStiffness | None = None  # of the sidewall in the wheel plane, upright as well as along
    lateral: PositiveStiffness | None = None  # along the axle
    tilt: AngularStiffness | None = None  # of camber and yaw against the rim
    wind_up: AngularStiffness | None = None  # about the axle
    radial_damping: Damping | None = None  # in the wheel plane
    lateral_damping: Damping | None = None  # along the axle
    tilt_damping: AngularDamping | None = None  # of camber and yaw against the rim
    wind_up_damping: AngularDamping | None = None  # about the axle
    remarks: frozenset[str] = frozenset()  # what is not as somebody wrote it: "estimated: mass, radial"


def completed_belt(given: BeltData | None, law: Any, keys: Mapping[str, float]) -> BeltData:
    """Returns the belt with every number: as given, by the keys of a property file, or estimated."""
    data = given or BeltData()
    found: dict[str, float] = {}
    guessed: list[str] = []
    size, spring = float(law.free_radius(0.0)) / RADIUS, float(ring_tyre_spring(law, 0.0)[0]) / VERTICAL  # type: ignore[arg-type]

    def take(word: str, from_file: float | None, estimate: float) -> None:
        value = getattr(data, word)
        if value is None:
            value = estimate if from_file is None else from_file
            guessed.extend([word] if from_file is None else [])
        found[word] = float(value)

    for word, key in INERTIAS.items():
        take(word, keys.get(key), BELT[key] * size ** (3.0 if word == "mass" else 5.0))
    for word, (inertia, key, ratio) in MOTIONS.items():
        swings = found[inertia]
        usual = BELT[INERTIAS[inertia]] * (2.0 * pi * FREQUENCIES[key]) ** 2 * spring
        estimate = usual if inertia == "mass" else usual * size**2
        take(word, swings * (2.0 * pi * keys[key]) ** 2 if key in keys else None, estimate)
        critical = 2.0 * sqrt(found[word] * swings)
        take(f"{word}_damping", keys[ratio] * critical if ratio in keys else None, DAMPING * critical)
    return replace(data, **found, remarks=frozenset(_remarks(guessed, keys)))


def wrong_belt_keys(keys: Mapping[str, float]) -> Iterator[tuple[str, str]]:
    """Yields what is wrong with numbers of a property file that a belt is made of, and what would be right."""
    limits = {key: (LIGHTEST, HEAVIEST, "kg or kg m^2, positive and with the units of the file") for key in BELT}
    limits |= {key: (SLOWEST, FASTEST, "Hz, positive: of the belt on a rim that is held") for key in FREQUENCIES}
    limits |= {key: (0.0, 1.0, "a share of critical damping, 0 to 1") for _, _, key in MOTIONS.values()}
    for key, (low, high, hint) in limits.items():
        if key in keys and not low <= keys[key] <= high:
            yield f"{key} is {keys[key]:g}, which no belt of a tyre has", f"{low:g} to {high:g}; {hint}"


def _remarks(guessed: list[str], keys: Mapping[str, float]) -> Iterator[str]:
    if guessed:
        words = ", ".join(word.replace("_", " ") for word in guessed)
        yield f"estimated from a published 205/60 R15 by radius and vertical stiffness: {words}"
    left = [key for key in LEFT_OUT if keys.get(key)]
    if left:
        yield f"{', '.join(left)} left out: the sidewall is as stiff at every speed and amplitude"


def tyre_numbers_of_patch(law: Any, keys: Mapping[str, float]) -> dict[str, float]:
    """Returns contact length and cams of a tyre by the keys of its property file, as far as it has them.

    2 a with a = R (Q_RA2 s + Q_RA1 sqrt s), s = Fz / (c_z R) at the nominal load.
    [Besselink, Schmeitz, Pacejka 2010, eq. 9]
    """
    found = {word: keys[key] for word, key in CAMS.items() if keys.get(key, 0.0) > 0.0}
    load, stiffness = getattr(law, "FNOMIN", None), getattr(law, "VERTICAL_STIFFNESS", None)
    if load is not None and stiffness is not None and any(keys.get(key) for key in PATCH):
        radius = float(law.free_radius(0.0))
        s = float(load) / (float(stiffness) * radius)
        length = 2.0 * radius * (keys.get("Q_RA2", 0.0) * s + keys.get("Q_RA1", 0.0) * sqrt(s))
        found |= {"contact_length": length} if length > 0.0 else {}
    return found


def belt_shares_lags(data: Any, tyre: Any) -> tuple[float, tuple[Any, Any], tuple[Any, Any], tuple[Any, Any]]:
    """Returns a load, and relaxation lengths along and across of the law there, of the belt, and of the patch on it."""
    law = tyre.law
    load = law.FNOMIN if hasattr(law, "FNOMIN") else law.load(USUAL_DEFLECTION * law.free_radius(0.0), 0.0, 0.0)
    lags, slopes = law.relaxation(load, 0.0), tyre_slopes_at_no_slip(law, load, 0.0, 1.0)
    radius, (spring, _) = law.free_radius(0.0), ring_tyre_spring(law, 0.0)
    height = radius - load * (1.0 / spring - 1.0 / data.radial)
    give = ring_tyre_give(data, load, law.effective_radius(load, 0.0), height)
    belt = slopes[0] * give[0], slopes[1] * give[1]
    patch = tuple(ring_tyre_lag(lag, given, tyre.contact_length) for lag, given in zip(lags, belt, strict=True))
    return load, lags, belt, patch  # type: ignore[return-value]
