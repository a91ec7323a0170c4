"""The benchmark of formulations: small, so that its figures are there and mean what they say."""

from __future__ import annotations

from jounce.studies.numerics import quarter_car_routes
from jounce_benchmarks import formulations
from jounce_benchmarks.bench import run_benchmark


def test_formulations_are_counted_and_timed(monkeypatch):
    """Coordinates and rows as counted by hand: heave, two hinges and a ball joint; or three bodies of seven.

    The corner's joints have 5 + 5 + 3 + 3 + 1 rows, the heave 5 more in absolute coordinates.
    """
    monkeypatch.setattr(formulations, "ROUTES_OF", {"quarter_car": ("recursive", "lagrange", "absolute_cartesian")})
    monkeypatch.setattr(formulations, "ROUNDS", 1)
    monkeypatch.setattr(formulations, "CALLS", 5)
    one = quarter_car_routes.time_quarter_car_routes(list(quarter_car_routes.KIM_ROUTES), rounds=1)
    monkeypatch.setattr(formulations, "time_quarter_car_routes", lambda on_progress: one)
    ours = run_benchmark("formulations")["ours"]
    counted = {"recursive": (7, 4), "lagrange": (6, 4), "absolute_cartesian": (28, 22)}
    for route, (coordinates, rows) in counted.items():
        found = {what: ours[f"quarter_car {route} {what}"] for what in ("coordinates", "constraints", "operations")}
        assert (found["coordinates"], found["constraints"]) == (coordinates, rows)
        assert found["operations"] > 1000
        assert 0 < ours[f"quarter_car {route} cpu_s_per_rhs"] < ours[f"quarter_car {route} interpreter_s_per_rhs"]
        assert ours[f"quarter_car {route} cpu_s_per_rk4_step"] > 4 * ours[f"quarter_car {route} cpu_s_per_rhs"]
    for row in one:
        assert (row.coordinates, row.rows) == (22, 17) and row.ratio >= 1.0 and row.published in (0.0086, 0.0096)
        assert ours[f"bump {row.route} real_time_factor"] == 0.01 / row.time_per_frame


def test_a_route_with_too_many_operations_is_left_to_the_interpreter(monkeypatch):
    monkeypatch.setattr(formulations, "MOST_OPERATIONS", 2000)
    found = formulations.measure_route(quarter_car_routes.quarter_car_at_rest(), "lagrange")
    assert "cpu_s_per_rhs" not in found and found["interpreter_s_per_rhs"] > 0
    figures = {f"quarter_car lagrange {what}": value for what, value in found.items()}
    (note,) = formulations.notes_of_routes(figures)
    assert note.startswith("quarter_car lagrange is not compiled") and "2,000" in note
