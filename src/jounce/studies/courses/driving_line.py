"""The driver's line through a course: seven numbers, those of its middle lanes or those that practice has found."""

from __future__ import annotations

from dataclasses import astuple, dataclass

from jounce.parts.paths import Path, shift_path
from jounce.studies.courses.course import Course

RUN_OUT = 200.0  # m of straight line behind the course, so that a preview has something to look at
INTERVALS = 60  # of the line from one beginning or end of a shift to the next: less than a metre each
SHORTEST = 5.0  # m of a shift


@dataclass(frozen=True, slots=True)
class DrivingLine:
    """Straight on, a shift to the left, straight on, and back: the first shift of the fifth degree, then the second.

    All in the axes of the course: m from the entry, and m to the left of the middle of lane 1.
    """

    entry_height: float  # where it enters
    out_begin: float
    out_end: float
    out_height: float  # where the first shift leads
    back_begin: float
    back_end: float
    back_height: float  # where it ends

    def numbers(self) -> tuple[float, ...]:
        return astuple(self)

    def path(self, begin: float) -> Path:
        """Returns the line on the road from x = `begin` on."""
        out = (self.out_begin, self.out_end, self.out_height - self.entry_height)
        back = (self.back_begin, self.back_end, self.back_height - self.out_height)
        return shift_path([out, back], begin, self.back_end + RUN_OUT, y=self.entry_height, intervals=INTERVALS)

    def sentence(self) -> str:
        return (
            f"in at {self.entry_height:.2f} m, out from {self.out_begin:.1f} m to {self.out_end:.1f} m, "
            f"at {self.out_height:.2f} m, "
            f"back from {self.back_begin:.1f} m to {self.back_end:.1f} m, at {self.back_height:.2f} m"
        )


def centre_line(course: Course) -> DrivingLine:
    """Returns the line through the middle of each lane, that changes only between them."""
    first, second, third = course.lanes
    return DrivingLine(first.middle, first.end, second.begin, second.middle, second.end, third.begin, third.middle)


def possible_line(numbers: tuple[float, ...]) -> DrivingLine:
    """Returns the line of seven numbers with shifts that are not shorter than a car can be thought to make."""
    first, a, b, high, c, d, low = (float(number) for number in numbers)
    return DrivingLine(first, a, max(b, a + SHORTEST), high, c, max(d, c + SHORTEST), low)
