"""Write docs/reference/agreement.md from what the tests measured: make agreement, or python docs/agreement.py

`make agreement` runs the tests that use the fixture `measured` and keeps their figures in agreement.json; this script
lays them out. The words of a claim stand here, its figures there.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

from jounce.simulation.integrators.methods import METHODS

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "docs" / "reference" / "agreement.json"
PAGE = ROOT / "docs" / "reference" / "agreement.md"


class Claim(NamedTuple):
    what: str
    against: str
    unit: str = ""


COLUMNS = ("| what | against | largest difference | limit | |", "|---|---|---|---|---|")
SHARE = "of the largest"
SI = "SI"

CLAIMS = {
    "Equations of motion": {
        "trees.mass": Claim(
            "mass matrix, 100 random trees of 2 to 30 bodies, 100 states each", "Pinocchio, MuJoCo", SHARE
        ),
        "trees.bias": Claim("forces of gravity and rotation, the same trees", "Pinocchio, MuJoCo", SHARE),
        "loops.accelerations": Claim(
            "accelerations of seven mechanisms with loops, including cars", "Pinocchio", SHARE
        ),
        "loops.reactions": Claim("forces and moments in their joints", "Pinocchio", SHARE),
        "reactions.axle": Claim(
            "reactions of all joints of shaken axles, every template", "recursive Newton-Euler in NumPy", SHARE
        ),
        "reactions.car": Claim("the same of whole cars at 15 m/s", "the same", SHARE),
        "reactions.bicycle": Claim("the same of a bicycle in a curve", "the same", SHARE),
        "subsystems": Claim("accelerations by subsystems", "the same equations in one piece", SHARE),
        "routes.trees": Claim("accelerations of random trees of all joints by four formulations", "recursive", SHARE),
        "routes.tree reactions": Claim("reactions of the same", "recursive", SHARE),
        "routes.loops": Claim("accelerations of mechanisms with loops by 18 routes", "recursive", SHARE),
        "routes.reactions": Claim("reactions of the same", "recursive", SHARE),
        "routes.car": Claim("accelerations of the small car at 20 states by four formulations", "recursive", SHARE),
        "routes.synthesis": Claim(
            "a car by effective inertias of its corners, both eliminations of Kim", "the car in one piece", SHARE
        ),
        "routes.subsystems": Claim("place of a car of four corners, 0.5 s", "the car in one piece", "m"),
        "routes.shaft": Claim("a shaft of four elements between two bodies, 1 s", "matrix exponential", "rad/s"),
        "routes.bump": Claim("all motions of a quarter car over a bump, 5 s, by six routes", "recursive", SHARE),
        "routes.bump height": Claim("height of its chassis", "recursive", "m"),
        "routes.slider-crank": Claim("a slider-crank with redundant rows by Cartesian routes", "recursive", "m, rad"),
        "carriers.apart": Claim(
            "corners in lanes on bars and on a live axle: accelerations, reactions, sensors",
            "kernels of their own",
            SHARE,
        ),
        **{
            f"carriers.{route}": Claim("the same", word, SHARE)
            for route, word in (
                ("one piece", "elimination in one piece"),
                ("relative_cartesian", "relative Cartesian coordinates"),
                ("lagrange", "Lagrange's equations"),
            )
        },
        "routes.eliminations": Claim(
            "the same by independent coordinates", "elimination of multipliers [Kim, figure 5]", "m"
        ),
        "bicycle.exudyn": Claim("a bicycle that is pushed, 1 s", "Exudyn, extrapolated", "m"),
        "quarter car": Claim("wheel height over a bump, with and without lift-off", "Exudyn, extrapolated", "m"),
    },
    "Gradients": {
        "gradients": Claim(
            "metrics of five studies by three numbers of a car", "differences of runs, extrapolated", SHARE
        ),
        "gradients through events": Claim(
            "metrics by numbers, through friction that sticks and slides", "the same", SHARE
        ),
        "gradients in closed loop": Claim("metrics of a lane change with a driver, by two numbers", "the same", SHARE),
        "gradients through phases of anti-lock brakes": Claim(
            "metrics of a full stop, through a hundred phases of anti-lock brakes", "the same", SHARE
        ),
        "gradients through ticks of stability control": Claim(
            "metrics of a sine of steering, through ticks of stability control", "the same", SHARE
        ),
        "gradients by settings": Claim(
            "metrics of a sine of steering by its angle and by the speed", "the same", SHARE
        ),
        "gradients of linear figures": Claim(
            "characteristic speed and gain by mass and stiffness", "formulas of the single track", SHARE
        ),
        "gradients of kinematics": Claim("six outputs of an axle by a hardpoint", "the same", SHARE),
    },
    "Controls at a rate": {
        "controls.free mass": Claim("a free mass under sampled control, 50 ticks", "the z-domain, exact", SI),
        "controls.oscillator": Claim(
            "an oscillator under sampled control at 10 and 33 Hz, 5 s", "zero-order hold by the matrix exponential", SI
        ),
        "controls.reach": Claim("a place led along a cubic by `Reach`", "the cubic", "m"),
        "controls.function of time": Claim("a mass pushed by a sine, given as a function of time", "closed form", "m"),
        "controls.actuator": Claim("accelerations of a car whose actuators pull by 100 N", "shorter springs", SI),
    },
    "Published mechanisms": {
        "mechanism.simple pendulum": Claim("simple pendulum", "IFToMM library: elliptic functions", SI),
        "mechanism.Andrews, planar pins": Claim("Andrews' squeezer", "Test Set for IVP Solvers: PSIDE at 1e-14", SI),
        "mechanism.Andrews, redundant hinges": Claim("the same with redundant hinges", "the same", SI),
        "mechanism.car axis, planar pin": Claim("car axis", "Test Set for IVP Solvers", SI),
        "mechanism.car axis, redundant hinge": Claim("the same with a redundant hinge", "the same", SI),
        "mechanism.double four-bar, planar pins": Claim(
            "double four-bar, through singular positions", "IFToMM library: one degree of freedom", SI
        ),
        "mechanism.double four-bar, redundant hinges": Claim("the same with redundant hinges", "the same", SI),
        "mechanism.spatial slider-crank": Claim("spatial slider-crank", "IFToMM library: one degree of freedom", SI),
        "mechanism.flyball governor": Claim("flyball governor", "IFToMM library: three degrees of freedom", SI),
        "bicycle.eigenvalues": Claim(
            "eigenvalues of the Whipple bicycle at six speeds", "Meijaard and others 2007", "of the eigenvalue"
        ),
    },
    "Suspensions": {
        "suspensions.wheel centre": Claim(
            "wheel centres in bump", "suspension-explorer-core and a second solver", "mm"
        ),
        "suspensions.angles": Claim("steer and camber in bump", "the same", "deg"),
        "suspensions.rack": Claim("steer over rack travel", "the same", "deg"),
        "lotus.geometry": Claim(
            "caster, kingpin, trails, scrub radius", "two print-outs of Lotus, two decimals", "mm, deg"
        ),
        "lotus.roll centre": Claim("height of the kinematic roll centre", "the same print-outs", "mm"),
        "tables.quarter car": Claim("heave over a bump, tables in place of links", "the linkage itself", "m"),
    },
    "Tyres and roads": {
        "tyres.mf52": Claim("Fx, Fy of Magic Formula 5.2, combined slip", "MFPy", "N"),
        "tyres.mf61": Claim("Fx, Fy of Magic Formula 6.1, combined slip", "TyreDyn", "N"),
        "tyres.mf61 Mz": Claim("Mz of Magic Formula 6.1", "the equations of MFeval", "N m"),
        "tyres.commonroad": Claim("Fy at the nominal load", "commonroad-vehicle-models", "N"),
        "tyres.dugoff": Claim("Fx, Fy of Dugoff's formula", "the closed form, computed separately", "N"),
        "tyres.tmeasy": Claim("Fx, Fy of TMeasy", "its given points, and a second formulation", "N"),
        "tyres.fiala": Claim("Fy, Mz of Fiala's tyre", "bristles under a parabola of pressure, summed up", "N, N m"),
        "tyres.1989": Claim("Fx, Fy, Mz of the formula of 1989", "its letters, computed separately", "N, N m"),
        "tyres.calspan": Claim("Fy, Mz of the Calspan formula", "the function of the Iltis benchmark", "N, N m"),
        "tyres.1987": Claim("Fx, Fy, Mz of the formula of 1987", "the table of its paper", "N, N m"),
        "virtual tyre": Claim("steady state of a tyre on its carcass", "the massless tyre", "of the value"),
        "roads.spectrum": Claim("random roads, power in each octave", "ISO 8608, class C", "dB"),
        "roads.coherence": Claim("coherence of left and right track", "an isotropic surface, by quadrature"),
    },
    "Rigid rings": {
        "rigid ring: belt off the ground": Claim(
            "eigenvalues of a belt in the air, standing and spinning", "closed form, its six directions", "of each"
        ),
        "rigid ring: belt on the ground": Claim(
            "eigenvalues of a belt pressed on the road", "a second formulation, patch and belt alone", "of each"
        ),
        "rigid ring: steady state": Claim(
            "all forces and moments of a rolling wheel at a slip angle", "the law of its tyre alone", "of each"
        ),
        **{
            f"rigid ring: {what} of tyre.{force} to 8 Hz{shown}": Claim(
                f"{what} of {name}", "the tyre of one point, below 8 Hz", unit
            )
            for force, name in (("Fz", "the load over waves of the road"), ("Fy", "the side force over a sine of slip"))
            for what, shown, unit in (("amplitude", "", "of the amplitude"), ("phase", ", deg", "deg"))
        },
        "rigid ring: energy balance": Claim(
            "a wheel that lands on a cleat, bounces and lands again", "no energy is lost", "of the kinetic energy"
        ),
        "rigid ring: enveloped height over a step and a cleat, m": Claim(
            "height that two cams feel over a step and a cleat of 20 mm", "cams drawn by their angle", "m"
        ),
        "rigid ring: forces over a cleat by half the step": Claim(
            "forces at the rim over that cleat", "the run of half the step", SHARE
        ),
        "rigid ring: loads of the parked car": Claim(
            "wheel loads of a parked car", "tyres of one point", "of the load"
        ),
        "rigid ring: loads straight ahead": Claim("the same at speed, straight ahead", "the same", "of the load"),
        **{
            f"rigid ring: step-steer {metric}": Claim(f"{name} of a step of steering", "the same", "of the value")
            for metric, name in (
                ("steady_yaw_rate", "steady yaw rate"),
                ("yaw_rate_overshoot", "overshoot of the yaw rate"),
                ("yaw_rate_response_time", "response time of the yaw rate"),
            )
        },
    },
    "The whole car": {
        "car.mujoco": Claim("yaw rate, roll, vertical acceleration in three manoeuvres", "MuJoCo", "of the peak"),
        "car.one piece": Claim("accelerations of `small_car` by subsystems", "the same equations in one piece", SHARE),
        "car.mirror": Claim("a turn to the right, 2 s", "the mirror image of one to the left", SHARE),
        "car.weight": Claim("wheel loads of the parked car", "its weight", "N"),
        "hmmwv.axle load": Claim(
            "front axle load of `hmmwv`", "a beam on two axles, masses as published", "of the load"
        ),
        "hmmwv.wheel load": Claim(
            "wheel loads of `hmmwv` once its tyres have rolled", "least energy of the published numbers", "of the load"
        ),
        "hmmwv.height": Claim("its height", "the same", "of the height"),
        "car.gap": Claim("largest gap of the loops in a braked turn", "closed", "m"),
        "car.energy": Claim("energy balance of the same turn", "no energy is lost", "of the kinetic energy"),
    },
    "Depths of one car": {
        **{
            f"depths.{depth} peaks": Claim(
                f"peaks of yaw rate, lateral acceleration and roll, {word}", "with all its links", "of the peak"
            )
            for depth, word in (
                ("tabulated", "tabulated car"),
                ("functional", "functional car"),
                ("functional-carcass", "functional car on tyres that move"),
            )
        },
        "depths.functional understeer": Claim(
            "understeer gradient of functional cars", "with all their links", "of the gradient"
        ),
        "depths.gain": Claim("yaw-rate gain of circles", "closed form of the derived single track", "of the gain"),
        "depths.understeer": Claim("understeer gradient of circles", "the same", "of the gradient"),
        "depths.natural frequency": Claim("yaw mode of a car that does not roll", "the same", "of the frequency"),
        "yaw fit": Claim(
            "single track fitted to a functional car",
            "fit to the textbook models of four and six states",
            "of each number",
        ),
        "depths.single-track step": Claim("step steer of a single track", "CommonRoad, nine digits", SI),
        "depths.CommonRoad yaw": Claim(
            "yaw rate of three functional cars, peaks", "CommonRoad's model of 29 states", "of the peak"
        ),
        "depths.CommonRoad roll": Claim(
            "yaw rate and roll of `vw_vanagon`, peaks",
            "the same, with the velocity of each axle in its slip angles",
            "of the peak",
        ),
    },
    "Driving": {
        "drive.hands off": Claim("10 s straight ahead, hands off, symmetric car", "no displacement to the side", "m"),
        "axle.propeller torque on the front wheels": Claim(
            "load of the wheels of a car whose propeller shaft is twisted as it stands, front",
            "roll stiffnesses of springs and tyres",
            "of the value",
        ),
        "axle.propeller torque on the rear wheels": Claim(
            "the same of the live axle itself", "the same", "of the value"
        ),
        "axle.walking beam, load by its arms": Claim(
            "loads of two axles on walking beams, level and on a plank", "arms of the beams", "of the value"
        ),
        "drive.slope": Claim("parked on a slope of 10 % for a minute", "no displacement", "m"),
        "drive.locked stop": Claim(
            "distance from locked wheels to rest, forward and in reverse", "v²/(2 μ g)", "of the distance"
        ),
        "drive.momentum": Claim("rate of angular momentum, torque on one side", "moments of tyres and air", "N m"),
        "drive.one-sided": Claim("yaw acceleration 50 ms after that torque", "the linear car", "of the value"),
        "drive.lever": Claim(
            "yaw acceleration by torque on one side, without side forces", "torque by half the track", "of the value"
        ),
        "drive.open": Claim("open differential on split friction", "half the torque each way", "of the acceleration"),
        "drive.open on ice": Claim("the same under a whole car", "half the torque each way", "of the torque"),
        "drive.bias": Claim("limited slip on split friction", "1/(1 + B) of the torque", "of the torque"),
        "drive.bias on shafts": Claim("the same, torque read off the shafts' twist", "the ratio B", "of the ratio"),
        "drive.bias behind an engine": Claim(
            "the same, torque by the reaction of gears", "closed form with the engine's inertia", "of the acceleration"
        ),
        "drive.bias on ice": Claim("the same under a whole car", "the ratio B", "of the ratio"),
        "drive.viscous": Claim("viscous differential, speeds come together", "exp(-2 c t/J)", "of the difference"),
        "drive.centre": Claim("shares of a centre differential", "40:60", "of the acceleration"),
        "drive.constant power": Claim("motor at its limits, speed", "full torque, then full power", "of the speed"),
        "drive.efficiency": Claim("energy that a motor draws and gives back", "W/e - e W", "of the work"),
        "drive.shuffle": Claim("clutch dropped on a bench, frequency", "two inertias on a spring", "of the frequency"),
        "drive.shuffle of a car": Claim("clutch dropped, ripple in the half shafts", "its mode", "of the frequency"),
        "drive.waves": Claim(
            "heave and pitch on waves of 1 cm", "the linear car, the describing function", "of the amplitude"
        ),
        "drive.ripple": Claim("ripple after a step of torque", "eigenfrequency of the half-shaft", "of the frequency"),
        "drive.path": Claim("path with flexible half-shafts, 60 m", "path with rigid ones", "m"),
        "drive.understeer": Claim(
            "understeer and roll gradient, driven slowly", "steady circles by trim", "of the gradient"
        ),
        "budget.understeer": Claim(
            "sum of the effects of an understeer budget", "understeer gradient of steady circles", "of the gradient"
        ),
        "budget.load_transfer": Claim(
            "geometric, elastic and unsprung load transfer by virtual work", "loads of the tyres", "of the transfer"
        ),
        "wind.steady": Claim(
            "yaw rate and sideslip in a lasting side wind, linear tyres", "the single track", "of the value"
        ),
        "drive.recoil": Claim(
            "speed back from a stop with locked wheels", "mass on the springs of its tyres, a/w", "of the speed"
        ),
        "a car driven by the record of its own run": Claim(
            "channels of a car that replays its own drive", "the drive", "as the limit"
        ),
        "lane change driven again": Claim("way of a lane change by the record of its steering wheel", "the run", "m"),
        "linear steer.steady gain and curve at 1 mHz": Claim(
            "steady gains, with and without shafts that twist", "the response to a sine of 1 mHz", "of the gain"
        ),
        "linear steer.circles of 0.1 m/s^2": Claim("the same gains", "trimmed circles of 0.1 m/s^2", "of the gain"),
        "linear steer.understeer of circles": Claim("their understeer gradient", "the same circles", "of the gradient"),
        "esc.characteristic speed": Claim(
            "characteristic speed that stability control wants", "trimmed circles of 0.1 m/s^2", "of the gradient"
        ),
        "esc.lag": Claim("lag that stability control wants", "a run with a sine of 0.5 Hz", "of the lag"),
        "rate of a pendulum behind a jerk": Claim(
            "rate of a pendulum whose cart is jerked", "impulse and momentum", "of the rate"
        ),
        "seals.loop": Claim(
            "width of a damper's friction loop on the rig", "principle of virtual work", "of the force"
        ),
        "drive.peak": Claim("peaks of the hub over planks at the step of the study", "at half of it", "of the peak"),
        "handling.figures": Claim(
            "figures of handling studies at default accuracy",
            "RK4 with steps of 0.1 ms",
            "of what is allowed: 0.5 %, 1 ms, 1e-4 of a steady value",
        ),
        "drive.turned road": Claim(
            "histories over a row of obstacles, road and car turned by 30 degrees", "the row along x", SHARE
        ),
        "drive.mirrored circle": Claim(
            "histories over planks in a circle to the left, symmetric car", "in one to the right", SHARE
        ),
        "drive.energy": Claim(
            "energy balance, seven driving studies of each car, 0.25 ms", "no energy is lost", "of the work"
        ),
    },
    "Powertrains": {
        "engine through one gear: speed after the time of a quadrature": Claim(
            "speed of an engine through one gear", "quadrature of inertia by torque", "of the speed"
        ),
        "speed of the engine at a shift, against the line": Claim(
            "speed of the engine at a shift", "its line", "of it"
        ),
        "time that gears slip in a shift": Claim("time that gears slip in a shift", "closed form", "of the time"),
        "energy of a start with converter, lock-up and shifts": Claim(
            "energy of a start with converter, lock-up and shifts", "no energy is lost", "of the work"
        ),
        "time from 11 to 19 m/s in one gear, against a mass point": Claim(
            "sedan from 11 to 19 m/s in one gear", "mass point with turning masses", "of the time"
        ),
        "time from 15 to 25 m/s at constant power, against a mass point": Claim(
            "electric car from 15 to 25 m/s at constant power", "mass point", "of the time"
        ),
        "times of full throttle, structural and functional": Claim(
            "times of full throttle, functional car", "with all its links", "of the time"
        ),
        "power of engine, air and tyres at constant speed": Claim(
            "power of the engine at constant speed", "air, tyres and gears", "of the power"
        ),
        "load by the momentum of an engine along the car": Claim(
            "load that an engine along the car moves in a turn", "I w r by the wheelbase", "of the load"
        ),
        "rotors.one disc": Claim("accelerations with one geared disc", "a case and an engine apart", SHARE),
        "rotors.energy": Claim("kinetic energy of the same", "a case and an engine apart", "of the energy"),
        "rotors.routes": Claim("accelerations with a geared hinge by all formulations", "recursive", SHARE),
    },
    "Bushings": {
        "compliance.driving car": Claim("wheels of the held car under small loads", "the compliance matrix", SHARE),
        "compliance.rigid limit": Claim(
            "steering, roll, sideslip, loads in a circle, extrapolated to stiff bushings",
            "ideal joints",
            "of the value",
        ),
        "compliance.two bodies": Claim("force between two bodies on a bushing", "closed form", "of the amplitude"),
        "compliance.tie rod": Claim("decay of a tie rod on its bushing", "closed form, knuckle held", "of the rate"),
        "compliance.mirror": Claim("a sine to the right on bushings", "the mirror image of one to the left", SHARE),
        "compliance.energy": Claim("energy balance of a sine on bushings", "no energy is lost", "of the work"),
    },
    "Convergence and conservation": {
        "functions": Claim(
            "sin, cos, tan, atan, asin, acos, exp, log, tanh", "extended precision", "last digits (ulp)"
        ),
        **{
            f"order.{name}": Claim(f"order of {name} on mechanisms with loops", str(method.order), "orders")
            for name, method in METHODS.items()
        },
        **{
            f"stiff_order.{name}": Claim(f"order of {name} on Prothero-Robinson", "the table in 50 digits", "orders")
            for name in ("rodas4p2", "rodas5p", "ros2", "ros2s", "ros34pw2")
        },
        "accuracy.mechanisms": Claim(
            "coordinates of mechanisms at a wanted accuracy", "a converged run", "of the accuracy"
        ),
        "cvode.states": Claim("states of two stiff models after 0.3 s", "CVODE", "m, rad, m/s, rad/s"),
        "car.step": Claim("yaw rate in a lane change at a step of 1 ms", "Dormand-Prince at 1e-11", SHARE),
        "minute.gap": Claim("largest gap of loops in a minute", "closed", "m"),
        "minute.energy": Claim("change of energy in a minute, eight undamped motions", "none", "of the kinetic energy"),
    },
    "Brakes": {
        "brakes.locking": Claim("when a braked wheel locks", "I w/T, torque of its table", "s"),
        "brakes.mass point": Claim(
            "speed of a mass point under a brake table and a swinging pedal", "quadrature by SciPy", "m/s"
        ),
        "brakes.locked way": Claim("way of a wheel that slides locked", "v²/(2 μ g), Magic Formula", "of the way"),
        "brakes.abs events": Claim("instants of the phases of an anti-lock brake", "closed forms", "s"),
        "brakes.yaw-moment delay": Claim(
            "pressure of the better front wheel on split friction", "its law, by SciPy", "of the full pressure"
        ),
        "brakes.deceleration on split friction, of what is asked for": Claim(
            "deceleration asked for on split friction", "stops of three cars", "of the deceleration"
        ),
        "brakes.straight stops with the delay": Claim(
            "straight stops with yaw-moment delay, longer", "without it", "of the distance"
        ),
        "brakes.yaw rate of braking in a turn with the delay": Claim(
            "yaw rate of braking in a turn with it", "without it", "of the yaw rate"
        ),
        "brakes.abs slip": Claim("slip at which an anti-lock brake releases", "its threshold"),
    },
    "Drivers": {
        "driver.single_track": Claim("single track over one period of a driver", "matrix exponential", SI),
        "driver.macadam": Claim(
            "gain of MacAdam's driver for a short preview", "expansion about (10/3)(m/C_f)/T^2", "of the gain"
        ),
        "driver.stanley": Claim("error of Stanley's driver on a circle", "closed form", "m"),
        "driver.compensated": Claim("compensated delay, linear car", "an undelayed driver who begins later", SI),
        "driver.open_loop": Claim("line of the linear car by its own history", "the line", "m"),
    },
}

HEAD = """# Agreement and convergence

This page lists what the tests measured when it was written. Each row is the worst of all cases of its test: the case
that comes closest to the limit. The test itself derives the limit. `make agreement` measures again. `make test` and
`make campaign` check every limit.
"""

FOOT = """[Convergence of a whole car](../theory/convergence.md) shows how small a step must be.
[Projection and redundancy](../theory/projection_and_redundancy.md#energy) explains the loss of energy. `jounce bench`
measures speed on your machine, and in a clone of the repository also that of other engines.
"""


def page(figures: dict) -> str:
    """The page as it should stand."""
    lines = [HEAD]
    for section, claims in CLAIMS.items():
        found = {name: figures["claims"][name] for name in claims}
        tests = sorted({figure["test"].partition("::")[0] for figure in found.values()})
        lines += [f"## {section}", "", *COLUMNS]
        for name, claim in claims.items():
            values = " | ".join(_number(found[name][key]) for key in ("measured", "limit"))
            lines.append(f"| {claim.what} | {claim.against} | {values} | {claim.unit} |")
        lines += ["", f"Measured in {', '.join(f'`{test}`' for test in tests)}.", ""]
    versions = ", ".join(f"{package} {version}" for package, version in figures["versions"].items())
    return "\n".join([*lines, FOOT, f"Measured with {versions}.\n"])


def _number(value: float) -> str:
    """Two digits, without the zeros that nobody reads: 1e-12, 4.5e-8, 0."""
    return re.sub(r"(\.0)?e([+-])0?", r"e\2", f"{value:.2g}" if value == 0 or 1e-3 <= value < 1e3 else f"{value:.1e}")


if __name__ == "__main__":
    figures = json.loads(FIGURES.read_text("utf-8"))
    missing = [name for claims in CLAIMS.values() for name in claims if name not in figures["claims"]]
    if missing:
        raise SystemExit(f"not measured: {', '.join(missing)}; a package of the extra `bench` may be missing")
    PAGE.write_text(page(figures), "utf-8")
