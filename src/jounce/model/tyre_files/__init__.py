"""Tyre property files (.tir): read, checked, written."""
