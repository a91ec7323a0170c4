"""From a vehicle to a mechanism: one axle on its rig, or the whole car."""
