"""Does the car stay on its way? Studies of stability at and near its limit."""
