"""A track: the middle line of a course, how far to its sides a car may be, and the stations at which that is asked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.arguments import check_methods, is_number
from jounce.errors import Problem, WrongArgument, shown_in_message
from jounce.parts.paths import Path

SPACING = 2.0  # m between stations: a car at 15 m/s passes one every 0.13 s
AT_ORIGIN = 1e-6  # m, rad


@check_methods
@dataclass(frozen=True, eq=False, kw_only=True)
class Track:
    """Where the centre of mass may be: at most half the width to each side of the middle line.

    The width is what is left of the road beside the car: that of the lane, less that of the car, less what shall stay
    free. The middle line begins at the origin along x.
    """

    middle: Path
    width: float  # m

    def __post_init__(self) -> None:
        problems = []
        if not isinstance(self.middle, Path):
            what = f"is of type {type(self.middle).__name__}"
            problems.append(Problem("middle", what, "a Path, as of jounce.parts.paths.clothoid_path"))
        if not is_number(self.width) or not 0.0 < self.width < np.inf:
            problems.append(Problem("width", f"is {shown_in_message(self.width)}", "a width in m, above zero"))
        if problems:
            raise WrongArgument("Track", problems)

    def station_places(self, spacing: float = SPACING) -> np.ndarray:
        """Returns distances along the middle line, from the first behind the start to its end."""
        if not 1e-3 <= spacing < np.inf:
            raise WrongArgument("Track", [Problem("spacing", f"is {spacing:g} m", "at least 1 mm")])
        return np.linspace(0.0, self.middle.length, max(2, round(self.middle.length / spacing)) + 1)[1:]

    def offset_points(self, places: np.ndarray, offset: float) -> np.ndarray:
        """Returns [place, 2]: points at an offset to the left of the middle line."""
        found = [self.middle.point(float(place)) for place in np.ravel(places)]
        return np.array([(p.x - offset * p.along[1], p.y + offset * p.along[0]) for p in found], float)

    def directions(self, places: np.ndarray) -> np.ndarray:
        """Returns [place, 2]: unit vectors along the middle line."""
        return np.array([self.middle.point(float(place)).along for place in np.ravel(places)], float)


def track_problems(track: Track) -> list[Problem]:
    """Returns what is wrong with a track."""
    problems: list[Problem] = []
    (x, y), (along_x, along_y) = track.offset_points(np.zeros(1), 0.0)[0], track.directions(np.zeros(1))[0]
    if max(abs(x), abs(y), abs(along_y)) > AT_ORIGIN or along_x < 0.0:
        what = f"begins at ({x:g} m, {y:g} m), {np.degrees(np.arctan2(along_y, along_x)):.3g} deg from x"
        problems.append(Problem("track.middle", what, "a line that begins at the origin along x"))
    tightest = float(np.abs(track.middle.curvature).max())
    if tightest * track.width >= 2.0:
        what = f"a bend of {1.0 / tightest:.3g} m in a track of {track.width:g} m"
        problems.append(Problem("track.width", what, "less than twice the radius of the tightest bend"))
    return problems
