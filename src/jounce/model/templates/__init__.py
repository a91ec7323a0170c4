"""Layouts of suspensions: functions that turn hardpoints into parts."""

from jounce.model.templates.corner import Corner, CornerParts, Template
from jounce.model.templates.double_wishbone import DOUBLE_WISHBONE

TEMPLATES = {
    "double_wishbone": DOUBLE_WISHBONE,
}

__all__ = ["TEMPLATES", "Corner", "CornerParts", "Template"]
