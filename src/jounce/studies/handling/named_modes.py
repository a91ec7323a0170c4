"""Modes of a car that runs straight: bounce, pitch and roll of the body, hop of the wheels."""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.model.assembly.car import CarModel
from jounce.simulation.linear.small_motions import small_motions
from jounce.studies.driving.driving_start import SteadyMotionStart, start_straight

WORDS = ("bounce", "pitch", "roll", "wheel_hop_front", "wheel_hop_rear")
FASTEST_BODY = 5.0  # Hz: faster motions are those of wheels
RESONANT = 0.5**0.5  # damping ratio above which no frequency is amplified, and no measurement shows the mode
LEAST = 1.0 / 3.0  # of the energy in the motion a mode is named by
BODY_MOTIONS = 6  # heave, pitch, roll, surge, sway, yaw

Modes = tuple[np.ndarray, np.ndarray]  # eigenvalues, and shares of the channels in each (a column)


def named_modes(car: CarModel, speed: float) -> dict[str, complex]:
    """Returns eigenvalues by what moves in them; a motion that is damped too much for a resonance has none."""
    return named_modes_of_start(start_straight(car, speed))


def named_modes_of_start(start: SteadyMotionStart) -> dict[str, complex]:
    """Returns the same for a car that stands or runs straight already."""
    small = small_motions(start.ready, start.ready.state, start.inputs, mode_channels(start.car))
    return modes_by_name(start.car, *small.modes())


def mode_channels(car: CarModel) -> list[str]:
    """What modes are named by: motions of the body, of the hubs and of the turning wheels; none of a linear car."""
    bodies = {body.name for body in car.model.bodies}
    wheels = car.leading.corners
    if not all(f"{corner}.wheel" in bodies for corner in wheels) or not wheels:
        return []
    centre, turning = f"{car.leading.motion}.cg", [car.coordinate(f"w{axis}_rate") for axis in "yxz"]
    motions = [f"{centre}.az", *turning[:2], f"{centre}.ax", f"{centre}.ay", turning[2]]
    hubs = [f"{corner}.hub.az" for corner in wheels]
    return [*motions, *hubs, *(f"{corner.wheel}_rate" for corner in wheels.values())]


def modes_by_name(car: CarModel, eigenvalues: np.ndarray, shares: np.ndarray) -> dict[str, complex]:
    """Names the modes of eigenvalues by rising magnitude, with the shares of the channels above in each (a column)."""
    inertias, modes = _inertias(car), (eigenvalues, shares)
    found = _of_body(modes, inertias[:BODY_MOTIONS]) | _of_wheels(modes, inertias)
    return {word: found[word] for word in WORDS if word in found}


def _inertias(car: CarModel) -> np.ndarray:
    """Returns inertias of the body's motions, the hubs and the turning wheels, in their order."""
    bodies: dict[str, Any] = {body.name: body for body in car.model.bodies}
    roll, pitch, yaw = bodies[car.leading.body].inertia[:3]
    belts = {corner.prefix: bodies.get(corner.belt_body) for corner in car.leading.corners.values()}
    wheels = [[bodies[f"{word}.wheel"], *([belt] if belt else [])] for word, belt in belts.items()]
    of_wheels = [sum(part.mass for part in wheel) for wheel in wheels]
    of_wheels += [sum(part.inertia[1] for part in wheel) for wheel in wheels]
    return np.array([car.mass, pitch, roll, car.mass, car.mass, yaw, *of_wheels], float)


def _of_body(modes: Modes, inertias: np.ndarray) -> dict[str, complex]:
    """Names modes by the shares of the body's kinetic energy at the centre of mass; of modes with one name the slowest.

    A car rolls in two ways: on its springs, about an axis below the centre of mass, and faster, about one above it,
    on the sides of its tyres. The former is meant, and may hold less of the energy in roll than the latter.
    """
    found: dict[str, complex] = {}
    upright: list[tuple[float, complex]] = []  # share of pitch in the energy
    for eigenvalue, mode in _resonant(modes):
        energy = inertias * np.abs(mode[:BODY_MOTIONS]) ** 2
        named = int(np.argmax(energy[:3]))
        if abs(eigenvalue) >= 2 * np.pi * FASTEST_BODY or energy[named] < LEAST * energy.sum():
            continue
        if WORDS[named] == "roll":
            found.setdefault("roll", eigenvalue)
        else:
            upright.append((float(energy[1] / energy[:2].sum()), eigenvalue))
    return found | _bounce_and_pitch(upright)


def _bounce_and_pitch(upright: list[tuple[float, complex]]) -> dict[str, complex]:
    """Returns the slowest with more heave, and the slowest with more pitch.

    A car whose ends swing by themselves has as much of both in either mode: then of the two slowest the one with more
    pitch is called so, and none is lost.
    """
    words = ["pitch" if share > 0.5 else "bounce" for share, _ in upright]
    if len(upright) > 1 and len(set(words)) == 1:
        less, more = sorted(upright[:2])
        return {"bounce": less[1], "pitch": more[1]}
    found: dict[str, complex] = {}
    for word, (_, eigenvalue) in zip(words, upright, strict=True):
        found.setdefault(word, eigenvalue)
    return found


def _of_wheels(modes: Modes, inertias: np.ndarray) -> dict[str, complex]:
    """Both wheels of an axle in phase; of modes with one name, that with the largest share of the energy in it."""
    found: dict[str, tuple[float, complex]] = {}
    first = BODY_MOTIONS
    for eigenvalue, mode in _resonant(modes):
        rates = mode * np.where(np.arange(len(mode)) < first + 4, 1.0, abs(eigenvalue))  # wheels turn at a speed
        energy = inertias * np.abs(rates) ** 2
        for word, left in (("wheel_hop_front", first), ("wheel_hop_rear", first + 2)):
            in_phase = abs(mode[left] + mode[left + 1]) / 2.0  # out of phase they cancel
            share = 2.0 * inertias[left] * in_phase**2 / energy.sum()
            if share > found.get(word, (LEAST, 0j))[0]:
                found[word] = share, eigenvalue
    return {word: eigenvalue for word, (_, eigenvalue) in found.items()}


def _resonant(modes: Modes) -> list[tuple[complex, np.ndarray]]:
    """Eigenvalues and shares of the channels, by rising frequency, from 0.5 to 25 Hz; none without a resonance."""
    eigenvalues, shares = modes
    sizes = np.abs(eigenvalues)
    kept = (eigenvalues.imag > 0.0) & (-eigenvalues.real <= RESONANT * sizes) & (sizes > np.pi) & (sizes < 50 * np.pi)
    return [(complex(eigenvalues[k]), shares[:, k]) for k in np.flatnonzero(kept)]
