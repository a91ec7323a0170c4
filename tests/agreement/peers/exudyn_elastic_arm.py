"""An arm of solid elements on a hinge in Exudyn: floating frame and Craig-Bampton modes of its own, no gravity.

Its gravity acts on the arm as if it were straight [exudyn 1.13, AddObjectFFRFreducedOrder], so there is none here.
"""

from __future__ import annotations

import exudyn as exu
import numpy as np
from exudyn.FEM import FEMinterface, HCBstaticModeSelection, ObjectFFRFreducedOrderInterface
from exudyn.utilities import (
    GenericJoint,
    LoadTorqueVector,
    MarkerBodyRigid,
    MarkerSuperElementRigid,
    ObjectGround,
    SensorMarker,
    SensorNode,
)
from scipy import sparse

from jounce.elastic.finite_elements import FiniteElements


def swing_of_arm(body: FiniteElements, modes: int, torque, step: float, duration: float) -> tuple[np.ndarray, ...]:
    """Places of the far face's middle every 10 ms, and how far it has bent along z."""
    near, far = (list(nodes) for nodes in body.frames.values())
    fem = FEMinterface()
    fem.nodes = {"Position": body.nodes}
    fem.massMatrix, fem.stiffnessMatrix = sparse.csr_matrix(body.mass), sparse.csr_matrix(body.stiffness)
    fem.ComputeHurtyCraigBamptonModes([near, far], modes, computationMode=HCBstaticModeSelection.RBE2)
    system = exu.SystemContainer().AddSystem()
    made = ObjectFFRFreducedOrderInterface(fem).AddObjectFFRFreducedOrder(system, gravity=[0, 0, 0])

    def marker(nodes):
        weights = [1 / len(nodes)] * len(nodes)
        arm = {"bodyNumber": made["oFFRFreducedOrder"], "meshNodeNumbers": nodes}
        return system.AddMarker(MarkerSuperElementRigid(weightingFactors=weights, **arm))

    ground = system.AddMarker(MarkerBodyRigid(bodyNumber=system.AddObject(ObjectGround()), localPosition=[0, 0, 0]))
    hinge, tip = marker(near), marker(far)
    system.AddObject(GenericJoint(markerNumbers=[ground, hinge], constrainedAxes=[1, 1, 1, 1, 0, 1]))
    system.AddLoad(
        LoadTorqueVector(
            markerNumber=hinge,
            loadVector=[0, 1, 0],
            loadVectorUserFunction=lambda system, time, load: [0, torque(time), 0],
        )
    )
    kinds = exu.OutputVariableType
    place = system.AddSensor(SensorMarker(markerNumber=tip, outputVariableType=kinds.Position, storeInternal=True))
    amplitudes = system.AddSensor(
        SensorNode(nodeNumber=made["nGenericODE2"], outputVariableType=kinds.Coordinates, storeInternal=True)
    )
    system.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = round(duration / step)
    settings.timeIntegration.endTime = duration
    settings.timeIntegration.verboseMode = 0
    settings.solution.file.write = False
    settings.solution.sensors.writePeriod = 0.01
    system.SolveDynamic(settings)
    q = system.GetSensorStoredData(amplitudes)[:, 1:]
    shapes = fem.modeBasis["matrix"]
    bend = np.mean([q @ shapes[3 * node + 2] for node in far], axis=0)
    return system.GetSensorStoredData(place)[:, 1:], bend
