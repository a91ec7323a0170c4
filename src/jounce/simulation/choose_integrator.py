"""Which integrator a run is best served by, with which step or tolerances, and why: what `integrator="auto"` does.

RK4 is bound by stability: its largest stable step follows from small motions about the start. A W-method is bound by
accuracy alone, so on smooth roads it takes steps ten times as long. Where the road itself sets the step, all methods
take about as many, and the cheapest one wins. docs/theory/integrators.md has the figures.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from jounce.equations.layout import Layout
from jounce.parts.roads.road import Road
from jounce.simulation.controls.controlled_run import ControlledRun
from jounce.simulation.inputs import InputHistory
from jounce.simulation.integrators.methods import METHODS, VEHICLE
from jounce.simulation.linear.small_motions import SmallMotions
from jounce.simulation.prepare import Prepared

# a step's error may be this much larger than the accuracy of the run: small errors of many steps cancel or fade
ERROR_OF_STEP = {"ros2": 20.0, "ros2s": 7.0, "ros34pw2": 1.0}
# the same in a mechanism, where nothing fades as it does on tyres that roll: errors of many steps add up
ERROR_OF_STEP_IN_MECHANISM = {"ros2": 1.0, "ros2s": 0.2, "ros34pw2": 0.3}
ROLLS = "vehicle.speed"  # a channel that vehicles have
# On an even road a method of order 3 may err more than that: peaks and overshoots of a turn hang on what tyres deflect.
EASED, EASED_DEFLECTION = 15.0, 2.0
FOR_VEHICLES, FOR_AUTO = "ros2s", "ros34pw2"
LONGEST_STEP = 20e-3  # s
LONGEST_ON_EVEN_ROAD = 40e-3  # s
FIRST_STEP = 5e-3  # s
LONGEST_EXPLICIT = 5e-3  # s: a car that bears it is driven by RK4 as fast as by a W-method, and more accurately
FARTHEST = 0.3  # m that a wheel may roll in a step on a road that is not flat: an obstacle cannot be passed over
# m that a wheel may roll in a step of RK4, by the root of the accuracy: where the road has kinks its error goes with
# the square of the step. Edges of planks are harder than bumps and random roads.
ROLLED, ROLLED_ON_EDGES = 0.6, 0.25
LONGEST_ON_POSTS = 1e-3  # s: 20 steps in a period of 50 Hz
NOT_STIFF = 5e-4  # s: a mechanism whose stable step is shorter wants an implicit method
FINEST_RTOL = 1e-13
SHARE_OF_STEP = 1e-3  # of the accuracy: relative tolerance of a step, since errors of a mechanism add up
STIFF = 2.5e-3  # s: a car whose stable step is shorter gains by a W-method on obstacles
FINE = 5e-4  # accuracy that a method of order 3 reaches with less work than one of order 2
MOSTLY = 0.5  # of the way that is uneven: then no step can be long
SCALES = {"m": 1e-2, "rad": 2e-2, "1": 1e-2}  # of coordinates; m, rad, quaternions
SPEED_SCALES = {"m/s": 0.5, "rad/s": 1.0}
# deflections, torques, sums of energy, brake pressures; shares 1
ELEMENT_SCALES = {"m": 1e-3, "rad": 1e-3, "N m": 10.0, "J": 1e4, "Pa": 1e5}


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """An integrator and how it is to go: with fixed steps of `step`, or from it on as the error allows."""

    integrator: str
    step: float
    fixed: bool
    longest: float  # s
    why: str
    rows_end_steps: bool = False  # dense output takes rates at both ends, which stiff forces amplify
    rtol: float = 0.0  # where the accuracy decides it
    eased: bool = False  # errors of a step may be larger, but for deflections of tyres

    def tolerances(self, layout: Layout, accuracy: float) -> np.ndarray:
        """Returns the largest error of a step in each state."""
        errors = ERROR_OF_STEP if ROLLS in layout.channels else ERROR_OF_STEP_IN_MECHANISM
        found = errors[self.integrator] * accuracy * error_scales_of_integrator(layout)
        if self.eased:
            found *= EASED
            found[[p for name, p in layout.elements.items() if layout.units[name] == "m"]] *= EASED_DEFLECTION / EASED
        return found


def error_scales_of_integrator(layout: Layout) -> np.ndarray:
    """Returns what counts as large in each state, by its unit: a motion of a car that somebody would notice."""
    scales = np.ones(layout.sizes["state"])
    known: list[tuple[Mapping[str, int], Mapping[str, float]]] = [
        (layout.coordinates, SCALES),
        (layout.speeds, SPEED_SCALES),
        (layout.elements, ELEMENT_SCALES),
    ]
    for places, by_unit in known:
        for name, place in places.items():
            scales[place] = by_unit.get(layout.units[name], 1.0)
    return scales


def choose_integrator(
    ready: Prepared,
    motions: Sequence[SmallMotions],
    over_time: InputHistory,
    duration: float,
    accuracy: float,
    controls: ControlledRun | None = None,
) -> Choice:
    """Chooses from small motions about the start (friction stuck and sliding), the road, the inputs and the accuracy.

    Where controllers drive inputs, no step is longer than the shortest time between two ticks of one of them.
    """
    driven = controls.driven if controls else frozenset()
    braked = integrator_meets_brakes(ready, over_time, driven)
    choice = _choose_by_road(ready, motions, duration, accuracy, braked)
    if controls is None:
        return choice
    longest = min(choice.longest, controls.shortest_period)
    why = f"{choice.why}; controllers tick every {1e3 * controls.shortest_period:.3g} ms"
    return replace(choice, longest=longest, step=min(choice.step, longest), why=why)


def _choose_by_road(
    ready: Prepared, motions: Sequence[SmallMotions], duration: float, accuracy: float, braked: bool
) -> Choice:
    stable = min(small.stable_step(LONGEST_EXPLICIT) for small in motions)
    speed = fastest_speed_for_integrator(ready)
    stiffness = f"RK4 is stable to {1e3 * stable:.2g} ms"
    share = uneven_share_for_integrator(ready.road, speed * duration)
    if not any(getattr(part, "reads_road", False) for part in ready.model.forces):
        name = "dormand-prince" if stable >= NOT_STIFF else "rodas4p2"
        why = f"a mechanism; {stiffness}"
        if ready.layout.loaded and name == "rodas4p2":  # it takes exact derivatives, which there are none of
            return _adaptive(FOR_AUTO, LONGEST_STEP, f"{why}, and friction follows loads of joints")
        return Choice(
            integrator=name,
            step=0.0,
            fixed=False,
            longest=np.inf,
            why=why,
            rtol=max(accuracy * SHARE_OF_STEP, FINEST_RTOL),
        )
    if stands_on_posts_for_integrator(ready):
        return _on_posts(stable, stiffness)
    bears = stable >= LONGEST_EXPLICIT and accuracy >= FINE
    # a car whose body may touch the road lifts its wheels before: then patches slide without load, too fast for 5 ms
    lifts = any(hasattr(part, "touches_road") for part in ready.model.forces)
    if share == 0.0 and bears and not (braked or lifts):
        why = f"the road is even, and {stiffness}"
        return Choice(integrator="rk4", step=LONGEST_EXPLICIT, fixed=True, longest=LONGEST_EXPLICIT, why=why)
    if share == 0.0:
        fine, soft = accuracy < FINE, integrator_meets_bushings(ready)
        ground = (
            f"the road is even{', brakes act' * braked}{', wheels may lift' * lifts}"
            f"{', bodies stand on bushings' * soft}{', a high accuracy is wanted' * fine}"
        )
        if braked or fine or soft:
            return replace(_adaptive(FOR_AUTO, LONGEST_STEP, f"{ground}; {stiffness}"), rows_end_steps=soft)
        return replace(_adaptive(FOR_AUTO, LONGEST_ON_EVEN_ROAD, f"{ground}; {stiffness}"), eased=True)
    if share > MOSTLY or stable >= STIFF:
        ground = "the road shakes all the way" if share > MOSTLY else "the road has obstacles"
        rolled = (ROLLED_ON_EDGES if has_edges_for_integrator(ready.road) else ROLLED) * accuracy**0.5
        step = min(stable, rolled / max(speed, 1e-3))
        why = f"{ground}; {stiffness}, and wheels shall not roll more than {1e3 * rolled:.2g} mm in a step"
        return Choice(integrator="rk4", step=round_down_integrator_step(step), fixed=True, longest=step, why=why)
    longest = min(LONGEST_STEP, FARTHEST / max(speed, 1e-3))
    return _adaptive(FOR_AUTO, longest, f"the road has obstacles; {stiffness}")


def _on_posts(stable: float, stiffness: str) -> Choice:
    """Posts shake the wheels all the time, as a rough road does; where RK4 needs short steps, the error decides."""
    why = f"posts move the wheels; {stiffness}"
    if stable < NOT_STIFF:
        return replace(_adaptive(FOR_AUTO, LONGEST_ON_POSTS, why), rows_end_steps=True)
    step = round_down_integrator_step(min(stable, LONGEST_ON_POSTS))
    return Choice(integrator="rk4", step=step, fixed=True, longest=step, why=why)


def keep_integrator(name: str, step: float, longest: float) -> Choice:
    """Returns the integrator that was asked for, with a fixed step where one was given."""
    name = FOR_VEHICLES if name == VEHICLE else name
    if METHODS[name].jacobian == "kept" and not step:
        return _adaptive(name, min(longest, LONGEST_STEP), "as asked for")
    return Choice(integrator=name, step=step, fixed=bool(step), longest=longest, why="as asked for")


def _adaptive(method: str, longest: float, why: str) -> Choice:
    return Choice(integrator=method, step=min(FIRST_STEP, longest), fixed=False, longest=longest, why=why)


def round_down_integrator_step(step: float) -> float:
    """Rounds a step down to two digits."""
    unit = 10.0 ** (np.floor(np.log10(step)) - 1)
    return float(np.floor(step / unit * (1 + 1e-12)) * unit)


def fastest_speed_for_integrator(ready: Prepared) -> float:
    """Returns the largest speed of floating bodies at the start, in m/s."""
    places = [
        ready.layout.speeds[named.name]
        for link in ready.mechanism.links
        if len(link.speeds) == 6
        for named in link.speeds
        if named.unit == "m/s"
    ]
    return float(np.abs(ready.state[places]).max(initial=0.0))


def uneven_share_for_integrator(road: Road, distance: float) -> float:
    """Returns the share of the way that shakes a wheel; 0 only where nothing does."""
    pieces = [piece for element in road.elements.values() if hasattr(element, "uneven") for piece in element.uneven()]
    if not pieces:
        return 0.0
    met = sum(max(0.0, min(high, distance) - max(low, 0.0)) for low, high in pieces)
    return max(met / max(distance, 1e-9), 1e-9)


def has_edges_for_integrator(road: Road) -> bool:
    """Tells whether a wheel meets sharp edges."""
    return any(getattr(element, "edged", False) for element in road.elements.values())


def stands_on_posts_for_integrator(ready: Prepared) -> bool:
    """Tells whether wheels are moved by a rig."""
    return any(getattr(part, "post", None) is not None for part in ready.model.forces)


def integrator_meets_bushings(ready: Prepared) -> bool:
    """Whether stiff forces turn with their bodies, so that a kept Jacobian is soon a little wrong: order 3 bears it.

    The wind-up of a leaf spring is none of them: it is a torque about one axis, and no force.
    """
    cushions = [part for part in ready.model.forces if getattr(part, "cushions", False)]
    return any(any(part.stiffness[:3]) for part in cushions)


def integrator_meets_brakes(ready: Prepared, over_time: InputHistory, driven: Collection[str] = frozenset()) -> bool:
    """Tells whether a brake is pressed at any time, or a controller may press it."""
    brakes = [part for part in ready.model.forces if getattr(part, "group", "") == "brake"]
    names = [part.name for part in ready.model.inputs]
    found = [getattr(part, word, None) for part in brakes for word in ("signal", "demand", "traction")]
    signals = [signal for signal in found if signal is not None]
    for word in {getattr(signal, "input", None) for signal in signals}:
        if word in driven:
            return True
        if word in names:
            k = names.index(word)
            pieces = over_time.pieces[over_time.first_piece[k] : over_time.first_piece[k + 1]]
            if np.abs(pieces[:, 2:]).max(initial=0.0) > 0.0:
                return True
    return any(getattr(signal, "input", None) is None for signal in signals)
