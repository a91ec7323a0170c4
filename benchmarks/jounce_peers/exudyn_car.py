"""The wishbone car in Exudyn: redundant coordinates, generalised-alpha index 3 at 1 ms, sparse.

The fastest of its formulations for this car. Every body has Euler parameters, every joint is a
constraint; wheels are its rolling-disc contact.
"""

from __future__ import annotations

import time
from math import pi, sin

import exudyn as exu
import numpy as np
from exudyn.utilities import (
    LoadForceVector,
    MarkerBodyRigid,
    NodeGenericData,
    ObjectConnectorRollingDiscPenalty,
    ObjectConnectorSpringDamper,
    ObjectGround,
    ObjectJointGeneric,
    ObjectJointSpherical,
    RigidBodyInertia,
    SensorMarker,
)

from jounce_benchmarks import wishbone_car_data as data
from jounce_benchmarks.peers import PeerCost
from jounce_benchmarks.wishbone_car_data import BodyData, Point3, WishboneCorner

STEP, DURATION = 1e-3, 5.0  # s
AXIS_X_TO_Y = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])


def measure() -> PeerCost:
    car = Assembly()
    centre = data.CAR_BODY.centre
    car.add("car_body", data.CAR_BODY, centre, data.CAR_VELOCITY)
    for corner in data.CORNERS:
        add_corner(car, corner, data.CAR_VELOCITY)
        car.add_rolling_disc(corner)
    at_centre = car.marker("car_body", centre)
    car.system.AddLoad(
        LoadForceVector(
            markerNumber=at_centre,
            loadVector=[0, 0, 0],
            loadVectorUserFunction=side_wind,  # type: ignore[arg-type]
        )
    )
    gaps = [car.watch_loop(a, b, p) for a, b, p in car.loops]
    car.system.Assemble()
    settings = solver_settings(STEP, DURATION)
    settings.linearSolver.solverType = exu.LinearSolverType.EigenSparse
    start = time.process_time()
    car.system.SolveDynamic(settings)
    cpu = time.process_time() - start
    tracks = [[np.asarray(car.system.GetSensorStoredData(end))[:, 1:4] for end in pair] for pair in gaps]
    gap = max(float(np.linalg.norm(a - b, axis=1).max()) for a, b in tracks)
    return PeerCost(cpu / round(DURATION / STEP), gap)


def side_wind(system, time: float, load: list[float]) -> list[float]:
    return [0.0, data.WIND_FORCE * sin(2 * pi * data.WIND_FREQUENCY * time), 0.0]


def solver_settings(step: float, duration: float, tolerance: float = 1e-8):
    """Generalised-alpha with spectral radius 0.9 and modified Newton; sensors every 10 ms."""
    settings = exu.SimulationSettings()
    time_integration = settings.timeIntegration
    time_integration.numberOfSteps = round(duration / step)
    time_integration.endTime = duration
    time_integration.verboseMode = 0
    time_integration.newton.useModifiedNewton = True
    time_integration.newton.relativeTolerance = tolerance
    time_integration.generalizedAlpha.spectralRadius = 0.9
    settings.solution.file.write = False
    settings.solution.sensors.writePeriod = 0.01
    return settings


class Assembly:
    """Exudyn's system while it grows: bodies with Euler parameters, joints as constraints."""

    def __init__(self) -> None:
        self.container = exu.SystemContainer()
        self.system = self.container.AddSystem()
        self.numbers = {"ground": self.system.AddObject(ObjectGround())}
        self.origins = {"ground": np.zeros(3)}
        self.loops: list[tuple[str, str, Point3]] = []

    def add(self, name: str, body: BodyData, centre: Point3, velocity=(0, 0, 0), spin=(0, 0, 0)) -> None:
        self.numbers[name] = self.system.CreateRigidBody(
            name=name,
            referencePosition=list(centre),
            initialVelocity=list(velocity),
            initialAngularVelocity=list(spin),
            inertia=RigidBodyInertia(mass=body.mass, inertiaTensor=np.diag(body.inertia)),
            gravity=[0, 0, -data.GRAVITY],
        )
        self.origins[name] = np.array(centre)

    def marker(self, body: str, point: Point3, axes: np.ndarray | None = None):
        local = list(np.array(point) - self.origins[body])
        if axes is None:
            marker = MarkerBodyRigid(bodyNumber=self.numbers[body], localPosition=local)
        else:
            frame = exu.HT(rotation=axes, translation=local)  # type: ignore[call-arg]
            marker = MarkerBodyRigid(bodyNumber=self.numbers[body], localHT=frame)
        return self.system.AddMarker(marker)

    def joint(self, a: str, b: str, at: Point3, axes: np.ndarray, locked: list[int]) -> None:
        """Lock some of x y z rx ry rz of a frame with the given axes."""
        markers = [self.marker(a, at, axes), self.marker(b, at, axes)]
        self.system.AddObject(ObjectJointGeneric(markerNumbers=markers, constrainedAxes=locked))

    def hinge(self, a: str, b: str, at: Point3, axis) -> None:
        self.joint(a, b, at, _frame_with_z(axis), [1, 1, 1, 1, 1, 0])

    def ball(self, a: str, b: str, at: Point3) -> None:
        markers = [self.marker(a, at), self.marker(b, at)]
        self.system.AddObject(ObjectJointSpherical(markerNumbers=markers, constrainedAxes=[1, 1, 1]))

    def close(self, a: str, b: str, at: Point3) -> None:
        self.ball(a, b, at)
        self.loops.append((a, b, at))

    def watch(self, body: str, at: Point3):
        """A sensor of a point's position."""
        kind = exu.OutputVariableType.Position
        marker = self.marker(body, at)
        return self.system.AddSensor(SensorMarker(markerNumber=marker, storeInternal=True, outputVariableType=kind))

    def watch_loop(self, a: str, b: str, at: Point3):
        return self.watch(a, at), self.watch(b, at)

    def add_rolling_disc(self, corner: WishboneCorner) -> None:
        node = self.system.AddNode(NodeGenericData(initialCoordinates=[0, 0, 0], numberOfDataCoordinates=3))
        # the disc's axis is x of its marker: turned to the wheel's axis y
        centre = corner.at(data.HARDPOINTS["wheel_centre"])
        wheel = self.marker(f"wheel{corner.suffix}", centre, AXIS_X_TO_Y)
        self.system.AddObject(
            ObjectConnectorRollingDiscPenalty(
                markerNumbers=[self.marker("ground", (0, 0, 0)), wheel],
                nodeNumber=node,
                discRadius=data.TYRE_RADIUS,
                discAxis=[1, 0, 0],
                planeNormal=[0, 0, 1],
                dryFriction=[data.FRICTION, data.FRICTION],
                dryFrictionProportionalZone=data.FRICTION_ZONE,
                contactStiffness=data.TYRE_STIFFNESS,
                contactDamping=data.CONTACT_DAMPING,
            )
        )


def add_corner(car: Assembly, corner: WishboneCorner, velocity: Point3 = (0.0, 0.0, 0.0)) -> None:
    """Arms, knuckle, wheel, tie rod and strut; the wheel spins from the start."""
    end = corner.suffix
    p = {name: corner.at(point) for name, point in data.HARDPOINTS.items()}
    for name, body in data.CORNER_BODIES.items():
        spin = (0.0, data.WHEEL_SPIN if name == "wheel" else 0.0, 0.0)
        car.add(f"{name}{end}", body, corner.at(body.centre), velocity, spin)
    lower_axis = np.subtract(p["lower_arm_rear"], p["lower_arm_front"])
    upper_axis = np.subtract(p["upper_arm_rear"], p["upper_arm_front"])
    along = np.subtract(p["tie_rod_outer"], p["tie_rod_inner"])
    along /= np.linalg.norm(along)
    across = np.cross(along, [0.0, 0.0, 1.0])
    across /= np.linalg.norm(across)
    second = np.cross(along, across)
    hooke = np.column_stack([across, second, np.cross(across, second)])
    car.hinge("car_body", f"lower_arm{end}", p["lower_arm_front"], lower_axis)
    car.ball(f"lower_arm{end}", f"knuckle{end}", p["lower_ball_joint"])
    car.hinge(f"knuckle{end}", f"wheel{end}", p["wheel_centre"], [0.0, 1.0, 0.0])
    car.hinge("car_body", f"upper_arm{end}", p["upper_arm_front"], upper_axis)
    car.joint("car_body", f"tie_rod{end}", p["tie_rod_inner"], hooke, [1, 1, 1, 0, 0, 1])
    car.close(f"upper_arm{end}", f"knuckle{end}", p["upper_ball_joint"])
    car.close(f"tie_rod{end}", f"knuckle{end}", p["tie_rod_outer"])
    strut = [car.marker("car_body", p["strut_top"]), car.marker(f"lower_arm{end}", p["strut_bottom"])]
    car.system.AddObject(
        ObjectConnectorSpringDamper(
            markerNumbers=strut,
            referenceLength=data.STRUT_FREE_LENGTH,
            stiffness=data.SPRING_STIFFNESS,
            damping=data.DAMPER_RATE,
        )
    )


def _frame_with_z(axis) -> np.ndarray:
    """A rotation whose third column is the axis."""
    z = np.array(axis, float) / np.linalg.norm(axis)
    x = np.cross([0, 1, 0] if abs(z[1]) < 0.9 else [1, 0, 0], z)
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])
