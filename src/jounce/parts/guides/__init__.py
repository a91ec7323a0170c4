"""Guides, higher pairs: a point of one body on a curve, a surface or a cam of another, held there or pushed back."""

from jounce.parts.guides.cam_contact import CamContact
from jounce.parts.guides.point_on_cam import PointOnCam
from jounce.parts.guides.point_on_curve import PointOnCurve
from jounce.parts.guides.point_on_surface import PointOnSurface
from jounce.parts.guides.slot_contact import SlotContact
from jounce.parts.guides.surface_contact import SurfaceContact

GUIDES = {"point_on_curve": PointOnCurve, "point_on_surface": PointOnSurface, "point_on_cam": PointOnCam}  # joints
GUIDE_CONTACTS = {"surface_contact": SurfaceContact, "slot_contact": SlotContact, "cam_contact": CamContact}  # forces

__all__ = [
    "GUIDES",
    "GUIDE_CONTACTS",
    "CamContact",
    "PointOnCam",
    "PointOnCurve",
    "PointOnSurface",
    "SlotContact",
    "SurfaceContact",
]
