"""Rigs: mechanisms that hold a part of a vehicle and move it by inputs, without a road."""
