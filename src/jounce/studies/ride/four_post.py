"""Four-post rig: a standing car, each wheel on a post that moves up and down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.errors import Problem, did_you_mean
from jounce.model import Vehicle
from jounce.model.assemblies.axles.parts import car_post
from jounce.model.assembly.car import CarModel
from jounce.results import Result
from jounce.results.panel import Panel, Spectra
from jounce.results.read_offs import peak
from jounce.results.vibration.poles import fit_poles
from jounce.results.vibration.responses import frequency_response, sine_sweep, sweep_harmonic_lag, thin_response
from jounce.simulation.linear.small_motions import small_motions
from jounce.studies.driving.drive import MEASURING_STEP, Drive, Manoeuvre, Values
from jounce.studies.driving.driving_start import start_on_floating_plates
from jounce.studies.handling.named_modes import named_modes_of_start
from jounce.studies.settings import STEP, Amount, Setting, Word
from jounce.studies.study import Definitions

MOTIONS = ("heave", "pitch", "roll", "warp", "corner")
# responses of the body that each motion of the posts excites, by word; a symmetric car has no others
EXCITED = {
    "heave": ("heave", "pitch"),
    "pitch": ("heave", "pitch"),
    "roll": ("roll",),
    "warp": ("roll",),
    "corner": ("heave", "pitch", "roll"),
}
OF_BODY = {"heave": ("vehicle.cg.z", "1"), "pitch": ("vehicle.pitch", "rad/m"), "roll": ("vehicle.roll", "rad/m")}
LEAST_RESPONSE = 0.01  # m or rad per metre of the posts: smaller ones of the body are left out
RESTING = 4.0  # s after the sweep, in which the car comes to rest
SAMPLES = 24  # of the posts' motion in a period of the highest frequency: a spline through them is exact to 1e-5
SHOWN = 400  # lines of a response in a picture
FITTED = 200  # lines from which poles are found
# pairs of poles that are sought: of body and wheels as far as the motion shows them
PAIRS = {"heave": 5, "pitch": 5, "roll": 5, "warp": 5, "corner": 9}
NEAR = 0.25  # how far, divided by its size, a pole may lie from the mode that it is taken for
COMPARED = 20.0  # Hz up to which responses are compared
FAST = "per metre of the posts' motion"


@dataclass(frozen=True, kw_only=True)
class PostManoeuvre(Manoeuvre):
    """A car on its posts, how these move, and what small motions say of it."""

    shares: Mapping[str, float]  # post of each wheel -> its height divided by the excitation
    excitation: np.ndarray  # m, at every row
    frequency: np.ndarray  # Hz
    linear: Mapping[str, np.ndarray]  # response -> at these frequencies, by small motions
    modes: Mapping[str, complex]  # of small motions, by name


def _definitions() -> Definitions:
    found: dict[str, tuple[str, ...]] = {}
    units = {word: unit for word, (_, unit) in OF_BODY.items()} | {"hub_{corner}": "1", "load_{corner}": "N/m"}
    what = {"heave": "height of the centre of mass", "pitch": "pitch", "roll": "roll"}
    what |= {"hub_{corner}": "height of the hub", "load_{corner}": "wheel load"}
    for word, unit in units.items():
        found[f"{word}_peak"] = (unit, f"largest {what[word]} {FAST}, from the swept run")
        found[f"{word}_peak_frequency"] = ("Hz", "frequency of that peak")
        found[f"{word}_error"] = (
            "1",
            f"largest difference from small motions up to {COMPARED:g} Hz, divided by their largest response there",
        )
    for what_is_said, unit in (("frequency", "Hz"), ("damping", "1")):
        about = {"frequency": "natural frequency", "damping": "damping ratio"}[what_is_said]
        found[f"{{mode}}_{what_is_said}"] = (unit, f"{about} of {{mode}}, from poles fitted to the swept run")
        found[f"{{mode}}_linear_{what_is_said}"] = (unit, f"{about} of {{mode}} by small motions")
    return dict(sorted(found.items(), key=lambda entry: "linear" not in entry[0]))  # the longer patterns first


class FourPost(Drive):
    """Four-post rig: a standing car, each wheel on a post that moves up and down. [Ciglaric, eq. 22]

    A sine whose frequency rises by the same factor in each second moves all posts: up and down together (heave), front
    against rear (pitch), left against right (roll), both diagonals against each other (warp), or one of them (corner).
    Frequency responses follow from the swept run as ratios of transforms: run and excitation begin and end at rest.
    Beside them stand those of small motions about the standing car. Where dampers are not linear, both depart.

    Natural frequencies and damping ratios are those of poles fitted to all responses at once [Gustavsen, Semlyen 1999].
    The car is set down on plates that float until it stands: nothing presses its tyres sideways. Then the wheels stand
    on their tyres, which hold them sideways: so the body rolls about another axis than on the road.
    """

    name = "four-post"
    motion = Word(default="heave", words=MOTIONS, meaning="how the posts move")
    corner = Setting(meaning='wheel whose post moves, where the motion is "corner"', auto="the first")
    amplitude = Amount(default="5 mm", unit="m", least=1e-6, most=0.2, meaning="of the posts, while they are slow")
    fastest = Amount(
        default="0.1 m/s",
        unit="m/s",
        least=1e-5,
        most=5.0,
        meaning="largest speed of the posts: then amplitudes fall as 1/f",
    )
    frequency_min = Amount(default="0.5 Hz", unit="Hz", least=0.05, most=40.0, meaning="where responses begin")
    frequency_max = Amount(default="25 Hz", unit="Hz", least=0.1, most=50.0, meaning="where responses end")
    duration = Amount(default="60 s", unit="s", least=1.0, most=3600.0, meaning="time of the sweep")
    step = STEP
    panels = (
        Panel("posts", ("{post}",)),
        Panel("wheel loads", ("{corner}.tyre.Fz",)),
    )
    metrics = _definitions()

    def contradictions(self) -> Iterator[Problem]:
        if self.frequency_max < 2.0 * self.frequency_min:
            what = f"{self.frequency_max:g} Hz is less than twice frequency_min, {self.frequency_min:g} Hz"
            yield Problem("frequency_max", what, "a band of at least an octave")
        if self.corner is not None and self.motion != "corner":
            yield Problem("corner", f"the motion is {self.motion!r}", 'motion = "corner" moves the post of one wheel')

    def manoeuvre(self, vehicle: Vehicle) -> PostManoeuvre:
        car = vehicle.car_model("angle", self.compliance, posts=True)
        shares = self.post_shares(car)
        start = start_on_floating_plates(car)
        rows = int(np.ceil((self.duration + RESTING) / MEASURING_STEP))
        time = MEASURING_STEP * np.arange(rows + 1)
        fine = np.linspace(0.0, time[-1], int(time[-1] * SAMPLES * self.frequency_max) + 1)
        sweep = self._sweep(fine)
        lines = np.geomspace(self.frequency_min, self.frequency_max, SHOWN)
        channels = post_responses(car)
        small = small_motions(start.ready, start.ready.state, start.inputs, list(channels.values()))
        linear = post_heights(dict(zip(channels, small.by_sines(shares, lines), strict=True)), lines)
        return PostManoeuvre(
            vehicle=vehicle,
            start=start,
            duration=float(time[-1]),
            inputs={name: (fine, share * sweep, "spline") for name, share in shares.items()},
            measuring_step=MEASURING_STEP,
            places={"post": list(shares)},
            shares=shares,
            excitation=self._sweep(time),
            frequency=lines,
            linear=linear,
            modes=named_modes_of_start(start),
        )

    def _sweep(self, time: np.ndarray) -> np.ndarray:
        return sine_sweep(time, (self.frequency_min, self.frequency_max), self.duration, self.amplitude, self.fastest)

    def post_shares(self, car: CarModel) -> dict[str, float]:
        """Gives height of each post divided by the excitation: signs of ISO 8855, so that a rigid car would follow."""
        corners: dict[str, Any] = {name: corner.wheel_centre for name, corner in car.corners.items()}
        if self.motion == "corner":
            moved = next(iter(corners)) if self.corner is None else self.corner
            if moved not in corners:
                what = f"there is no wheel '{moved}'.{did_you_mean(moved, corners)}"
                raise self.refuse("corner", what, f"one of: {', '.join(corners)}")
            return {car_post(name): float(name == moved) for name in corners}
        middle = 0.5 * (max(point[0] for point in corners.values()) + min(point[0] for point in corners.values()))
        ahead = {name: float(np.sign(point[0] - middle)) for name, point in corners.items()}
        left = {name: float(np.sign(point[1])) for name, point in corners.items()}
        sign = {
            "heave": lambda name: 1.0,
            "pitch": lambda name: -ahead[name],  # positive nose down
            "roll": lambda name: left[name],
            "warp": lambda name: ahead[name] * left[name],
        }[self.motion]
        return {car_post(name): sign(name) for name in corners}

    def channels(self, run: Result, done: PostManoeuvre) -> Any:  # type: ignore[override]
        """Returns heights of the posts."""
        return {
            name: (share * done.excitation, "m", "height of the post under the wheel")
            for name, share in done.shares.items()
        }

    def swept(self, run: Result, done: PostManoeuvre) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        """Returns frequencies and responses of the run."""
        channels = post_responses(done.car)
        band = (self.frequency_min, self.frequency_max)
        lag = sweep_harmonic_lag(band, self.duration)
        answers = run.to_numpy(list(channels.values()))
        twice = [2 if channel.endswith(".hub.az") else 0 for channel in channels.values()]
        f, H = frequency_response(done.excitation, answers, done.measuring_step, band, lag, twice)
        return f, dict(zip(channels, H, strict=True))

    def measure(self, run: Result, done: PostManoeuvre) -> Values:  # type: ignore[override]
        f, swept = self.swept(run, done)
        shown = [word for word in EXCITED[self.motion] if np.abs(swept[word]).max() > LEAST_RESPONSE]
        told = [*shown, *(word for word in swept if word not in OF_BODY)]
        found: Values = {}
        for word in told:
            found[f"{word}_peak_frequency"], found[f"{word}_peak"] = peak(f, np.abs(swept[word]))
            found[f"{word}_error"] = post_response_error(done.frequency, done.linear[word], f, swept[word])
        lines, responses = thin_response(f, np.array([swept[word] for word in told]), FITTED)
        excited = {name: mode for name, mode in done.modes.items() if self._excites(name, shown)}
        modes: Values = {}
        for name, pole in poles_of_modes(fit_poles(lines, responses, PAIRS[self.motion]), excited).items():
            modes |= _mode_figures(name, pole)
        for name, mode in excited.items():
            modes |= _mode_figures(f"{name}_linear", mode)
        return modes | found

    def _excites(self, mode: str, shown: list[str]) -> bool:
        """Tells whether responses show a mode: of the wheels those in which both of an axle move alike."""
        of_body = {"bounce": "heave", "pitch": "pitch", "roll": "roll"}
        return of_body[mode] in shown if mode in of_body else self.motion in ("heave", "pitch", "corner")

    def spectra(self, run: Result, done: PostManoeuvre) -> tuple[Spectra, ...]:
        """Returns magnitudes of responses: of the run, and dashed of small motions."""
        f, swept = self.swept(run, done)
        lines, thin = thin_response(f, np.array(list(swept.values())), SHOWN)
        swept = dict(zip(swept, thin, strict=True))
        body = EXCITED[self.motion]
        # left and right wheels move alike, or against each other
        shown = [name for name, corner in done.car.corners.items() if self.motion == "corner" or corner.side == "left"]
        pictures = {
            "1": ("body: height over posts", [word for word in body if word == "heave"]),
            "rad/m": ("body: angle over posts", [word for word in body if word != "heave"]),
            " 1": ("hubs: height over posts", [f"hub_{name}" for name in shown]),
            "N/m": ("wheel loads over posts", [f"load_{name}" for name in shown]),
        }
        return tuple(
            _picture(heading, unit.strip(), words, (lines, swept), (done.frequency, done.linear))
            for unit, (heading, words) in pictures.items()
            if words
        )


def post_responses(car: CarModel) -> dict[str, str]:
    """Returns word of each response -> channel."""
    body = {word: channel for word, (channel, _) in OF_BODY.items()}
    hubs = {f"hub_{corner}": f"{corner}.hub.az" for corner in car.corners}
    return body | hubs | {f"load_{corner}": f"{corner}.tyre.Fz" for corner in car.corners}


def post_heights(responses: Mapping[str, np.ndarray], frequency: np.ndarray) -> dict[str, np.ndarray]:
    """Returns the same with hubs by their height: their acceleration divided by -w^2."""
    w = 2 * np.pi * frequency
    return {word: -H / w**2 if word.startswith("hub_") else H for word, H in responses.items()}


def post_response_error(f: np.ndarray, exact: np.ndarray, lines: np.ndarray, found: np.ndarray) -> float:
    """Returns the largest difference of complex responses up to 20 Hz, divided by the largest response there."""
    at = lines[(lines <= COMPARED) & (lines >= f[0])]
    parts = [np.interp(np.log(at), np.log(f), part) for part in (exact.real, exact.imag)]
    wanted = parts[0] + 1j * parts[1]
    return float(np.abs(found[np.isin(lines, at)] - wanted).max() / np.abs(wanted).max())


def poles_of_modes(poles: np.ndarray, modes: Mapping[str, complex]) -> dict[str, complex]:
    """Returns the pole that is nearest to each mode, each taken once, by the closest first; none where all are far."""
    apart = sorted(
        (abs(pole - mode) / abs(mode), name, k) for name, mode in modes.items() for k, pole in enumerate(poles)
    )
    found: dict[str, complex] = {}
    taken: set[int] = set()
    for distance, name, k in apart:
        if distance <= NEAR and name not in found and k not in taken:
            found[name] = complex(poles[k])
            taken.add(k)
    return {name: found[name] for name in modes if name in found}


def _mode_figures(name: str, pole: complex) -> dict[str, float]:
    size = abs(pole)
    return {f"{name}_frequency": size / (2 * np.pi), f"{name}_damping": -pole.real / size}


def _picture(
    heading: str,
    unit: str,
    words: list[str],
    swept: tuple[np.ndarray, Mapping[str, np.ndarray]],
    linear: tuple[np.ndarray, Mapping[str, np.ndarray]],
) -> Spectra:
    curves: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {}
    for word in words:
        for label, (f, responses) in ((word, swept), (f"{word}, small motions", linear)):
            curves[label] = (tuple(f.tolist()), tuple(np.abs(responses[word]).tolist()))
    return Spectra(heading, unit, curves, dashed=tuple(f"{word}, small motions" for word in words))
