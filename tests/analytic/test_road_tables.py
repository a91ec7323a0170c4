"""Tables of random tracks against the cam that is rolled in every evaluation, within the bound of the theory."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import jounce
from jounce.parts.roads import Bump, Iso8608, Road, Slope
from jounce.parts.roads.evaluate import evaluate_road
from jounce.parts.roads.layout import FIRST, OWN, SHAPE, TABLE
from jounce.parts.roads.rolling import find_table_of_cam
from jounce.simulation.road_kernel import LONGEST, SPACING, road_along, road_with_tables
from jounce.studies.driving.drive import drive_on_enveloping_tyres

SMALL, LARGE = (0.28, 0.28, 1.8), (0.284, 0.284, 1.8)  # a tyre that grows by 1.4 % with its spin
BETWEEN = (0.281, 0.281, 1.8)
CUSP = 0.0094  # largest error of the cubic Hermite interpolation of |x|^2.25/(1.25 * 2.25), unit step, any place


def random_road(roughness: str, length: float = 120.0) -> Road:
    return Road(elements={"rough": Iso8608(roughness=roughness, length=length, seed=3)})


def largest_error(data: np.ndarray, cam: tuple[float, float, float]) -> float:
    """(15) of docs/theory/roads.md, with the largest curvature and the largest jump of the third derivative."""
    a, b, p = cam
    step, count, curvature = data[FIRST + SHAPE + 1], int(data[FIRST + SHAPE + 2]), data[FIRST + OWN]
    q = (2 - p) / (p - 1)
    nodes = data[FIRST + SHAPE + 4 :][: 4 * count].reshape(count, 4)
    thirds = [
        6 * (s[:-1] + s[1:] - 2 * np.diff(z) / step) / step**2
        for z, s in ((nodes[:, k], nodes[:, k + 1]) for k in (0, 2))
    ]
    jump = max(np.abs(np.diff(third)).max() for third in thirds)
    sharper = 1 / (1 - curvature * a * a / ((p - 1) * b))
    cusp = CUSP * (1 + q) * a * (a / b) ** (1 + q) * curvature ** (2 + q) * SPACING ** (2 + q)
    return cusp + sharper**3 * jump * SPACING**3 / 192


@pytest.mark.parametrize("roughness", "ACD")
@pytest.mark.parametrize("cams", [(SMALL, SMALL), (SMALL, LARGE)], ids=["one cam", "a cam that grows"])
def test_a_table_is_as_near_to_the_rolled_cam_as_theory_says(roughness, cams):
    """On both tracks, between and beside them. The error of a growing cam, linear in its half axis, is of second order:
    (0.014)^2/8 of what the cam lifts the wheel by, some 1e-3 m: 3e-8 m at most, in class D.
    """
    data = random_road(roughness).data()
    table = road_with_tables(data, (cams,))
    x = np.random.default_rng(1).uniform(-1.0, 121.0, 20_000)
    for cam in {*cams, BETWEEN} if cams[0] != cams[1] else {SMALL}:
        allowed = largest_error(data, cam) + (3e-8 if cams[0] != cams[1] else 0.0)
        for y in (0.75, 0.3, -2.0):
            rolled, read = road_along(data, x, y, cam), road_along(table, x, y, cam)
            assert np.abs(read - rolled)[:, 0].max() <= allowed
            assert (read != rolled).any()  # it was the table that was read
    # and that is little: of the rms height of the shortest octave, which is the least that a class promises
    octave = np.sqrt({"A": 16e-6, "C": 256e-6, "D": 1024e-6}[roughness] * 0.01 * (1 / 2**0.5 - 1 / 2**1.5))
    assert largest_error(data, SMALL) < 5e-4 * octave


def test_slopes_of_a_table_are_the_derivatives_of_its_height():
    """Central differences over +-h: exact for a cubic but for h^2/6 of its third derivative, some 10 1/m^2."""
    table, h = road_with_tables(random_road("C").data(), ((SMALL, LARGE),)), 1e-5
    x = np.random.default_rng(2).uniform(0.0, 120.0, 2000)
    for y in (0.75, 0.2, -1.0):
        here = road_along(table, x, y, BETWEEN)
        along = (road_along(table, x + h, y, BETWEEN)[:, 0] - road_along(table, x - h, y, BETWEEN)[:, 0]) / (2 * h)
        across = (road_along(table, x, y + h, BETWEEN)[:, 0] - road_along(table, x, y - h, BETWEEN)[:, 0]) / (2 * h)
        assert np.abs(here[:, 1] - along).max() < 1e-8 and np.abs(here[:, 2] - across).max() < 1e-8


def test_plain_python_reads_a_table_to_the_last_bit():
    data, out = road_with_tables(random_road("C").data(), ((SMALL, LARGE),)), np.zeros(4)
    places = np.random.default_rng(4).uniform((-1, -1), (121, 1), (200, 2))
    for x, y in places.tolist():
        for cam in (SMALL, BETWEEN, (0.0, 0.3, 1.8)):
            evaluate_road(data, x, y, 0.0, *cam, out)
            assert road_along(data, np.array([x]), y, cam)[0].tolist() == out.tolist()


def test_other_elements_and_other_cams_stay_as_they_were():
    """The table belongs to one element and to one cam."""
    elements = {"hill": Slope(grade=0.1), "bump": Bump(height=0.02, length=0.4, start=50.0)}
    road = Road(elements={"hill": elements["hill"], **random_road("C").elements, "bump": elements["bump"]})
    data, x = road.data(), np.linspace(0, 120, 500)
    table = road_with_tables(data, ((SMALL, SMALL),))
    assert table[0] == len(table) > len(data)
    for cam in (LARGE, (0.28, 0.27, 1.8), (0.28, 0.28, 1.9), (0.0, 0.28, 1.8)):
        assert np.array_equal(road_along(data, x, 0.7, cam), road_along(table, x, 0.7, cam))
    assert np.abs(road_along(data, x, 0.7, SMALL) - road_along(table, x, 0.7, SMALL)).max() < 1e-4
    smooth = Road(elements=elements).data()
    assert np.array_equal(road_with_tables(smooth, ((SMALL, SMALL),)), smooth)


def test_there_is_no_table_where_the_cam_bridges_troughs_or_the_road_is_long():
    """Where contact jumps the height has kinks, which no cubic follows."""
    for road in (random_road("F"), random_road("C", LONGEST + 100.0)):
        data = road.data()
        assert np.array_equal(road_with_tables(data, ((SMALL, LARGE),)), data)


def test_tables_of_the_longest_road_take_32_MB_for_a_cam():
    data = random_road("C", 100.0).data()
    for cams, megabytes in (((SMALL, SMALL), 32), ((SMALL, LARGE), 64)):
        added = road_with_tables(data, (cams,)).nbytes - data.nbytes
        assert added * LONGEST / 100.0 == pytest.approx(megabytes * 1e6, rel=0.01)  # the cam reaches over both ends


def test_a_car_reads_its_road_from_the_table_of_its_tyres():
    """A table of NaN is felt, so the cams in the kernels are those for which tables were made."""
    car = drive_on_enveloping_tyres(jounce.load("small_car")).car_model().model
    ready = jounce.prepare(car, integrator=None).on_road(
        Road(elements={"rough": Iso8608(roughness="C", length=60, start=-20)})
    )
    work = ready.workspace()
    tyre = next(part for part in car.forces if hasattr(part, "cams"))
    assert np.isfinite(work.rhs(ready.state)).all()
    spoiled = work.road_data.copy()
    first = find_table_of_cam(spoiled, FIRST, *tyre.cams()[0])
    assert first > 0
    spoiled[first + TABLE :] = np.nan
    entry = work.road_entry.copy()
    entry[1] = spoiled.ctypes.data
    assert np.isnan(replace(work, road_entry=entry).rhs(ready.state)).any()
