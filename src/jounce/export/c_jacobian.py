"""The Jacobian of an exported model as C: entries from a kernel, and the solution of one linear system.

The same steps as `simulation.linear.jacobian_kernel`: no factorisation is differentiated.
"""

from __future__ import annotations

from jounce.export.exported_model import ExportedModel
from jounce.native.source_code.c_source import c_arguments, c_table, write_c_kernel

SOLVE = """/* A X = B by elimination with partial pivoting; X takes the place of B. 1 where A is singular */
static int solve(double *A, double *B, int n, int columns)
{
    int i, j, k;
    for (k = 0; k < n; k++) {
        int best = k;
        for (i = k + 1; i < n; i++)
            if (fabs(A[i * n + k]) > fabs(A[best * n + k])) best = i;
        if (!(fabs(A[best * n + k]) > 0.0)) return 1;
        if (best != k) {
            for (j = 0; j < n; j++) {
                const double kept = A[k * n + j];
                A[k * n + j] = A[best * n + j];
                A[best * n + j] = kept;
            }
            for (j = 0; j < columns; j++) {
                const double kept = B[k * columns + j];
                B[k * columns + j] = B[best * columns + j];
                B[best * columns + j] = kept;
            }
        }
        for (i = k + 1; i < n; i++) {
            const double factor = A[i * n + k] / A[k * n + k];
            if (factor == 0.0) continue;
            for (j = k + 1; j < n; j++) A[i * n + j] -= factor * A[k * n + j];
            for (j = 0; j < columns; j++) B[i * columns + j] -= factor * B[k * columns + j];
        }
    }
    for (k = n - 1; k >= 0; k--) {
        for (i = k + 1; i < n; i++) {
            const double factor = A[k * n + i];
            if (factor == 0.0) continue;
            for (j = 0; j < columns; j++) B[k * columns + j] -= factor * B[i * columns + j];
        }
        for (j = 0; j < columns; j++) B[k * columns + j] /= A[k * n + k];
    }
    return 0;
}
"""

# {p} prefix, {P} the same in capitals; {v} how many values rates are derived by
JACOBIAN = """int {p}_jacobian({arguments}, double *by_state, double *by_inputs{by_values}, double *work)
{{
    enum {{ S = {P}_STATE, C = {P}_CONTROLLED, I = {P}_INPUTS, V = {v}, N = {P}_SPEEDS, F = {P}_FIRST_SPEED }};
    enum {{ R = {P}_ALL_ROWS, L = {P}_ROWS, U = N + R, X = C + I + V, W = X + R, E = {entries} }};
    const double a = values[{P}_STABILISATION];
    double *held = work + {P}_WORK;
    double *rates = held + {slope_work}, *matrices = rates + S, *entry = matrices + {P}_MATRICES, *dense = entry + E;
    double *K = dense + (S + 3 * R) * W, *B = K + U * U;
    const double *M = matrices, *J = M + N * N + N;
    int i, j, k;
    {p}_rhs_run({passed}, rates, work);
    for (i = 0; i < N; i++) held[i] = rates[F + i];
    for (i = 0; i < R; i++) held[N + i] = work[{P}_MULTIPLIERS + i];
    for (i = 0; i < {P}_MATRICES; i++) matrices[i] = 0.0;
    {p}_matrices_run({passed}, matrices, work);
    {p}_slopes_setup({passed}, entry, held);
    {p}_slopes_run({passed}, entry, held);
    for (i = 0; i < (S + 3 * R) * W; i++) dense[i] = 0.0;
    for (i = 0; i < E; i++) {{ /* columns: states, inputs, multipliers, values; here multipliers come last */
        const int column = slope_columns[i];
        const int moved = column < C + I ? column : column < C + I + R ? column + V : column - R;
        dense[slope_rows[i] * W + moved] = entry[i];
    }}
    for (i = 0; i < U * U; i++) K[i] = 0.0;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) K[i * U + j] = M[i * N + j];
    for (i = 0; i < R; i++) {{
        for (j = 0; j < N; j++) {{
            const double switched = modes[i] * J[i * N + j];
            K[(N + i) * U + j] = switched;
            K[j * U + N + i] = switched;
        }}
        K[(N + i) * U + N + i] = modes[i] - 1.0;
    }}
    for (i = 0; i < N; i++)
        for (j = 0; j < X; j++) B[i * X + j] = -dense[(F + i) * W + j];
    for (i = 0; i < R; i++)
        for (j = 0; j < X; j++) {{
            const double gap = i < L ? dense[(S + 2 * R + i) * W + j] : 0.0;
            const double drift = 2.0 * dense[(S + R + i) * W + j] + a * gap;
            B[(N + i) * X + j] = -(modes[i] * (dense[(S + i) * W + j] + a * drift));
        }}
    if (solve(K, B, U, X)) return 1;
    for (i = 0; i < S; i++)
        for (j = 0; j < X; j++) {{
            double total = dense[i * W + j];
            for (k = 0; k < R; k++) total += dense[i * W + X + k] * (modes[k] * B[(N + k) * X + j]);
            if (i >= F && i < F + N) total = B[(i - F) * X + j];
            if (j < C) by_state[i * C + j] = total;
            else if (j < C + I) by_inputs[i * I + j - C] = total;
{store_values}        }}
    return 0;
}}
"""
STORE_VALUES = "            else by_values[i * V + j - C - I] = total;\n"


def c_jacobian(model: ExportedModel) -> str:
    """The kernel of the entries, where they lie, and the function."""
    assert model.slopes is not None
    p = model.prefix
    kernel = write_c_kernel(model.slopes.program, f"{p}_slopes", f"{p}_road")
    for entry in ("setup", "run"):
        kernel = kernel.replace(f"\nvoid {p}_slopes_{entry}(", f"\nstatic void {p}_slopes_{entry}(")
    if kernel.startswith("void"):
        kernel = f"static {kernel}"
    text = JACOBIAN.format(
        p=p,
        P=p.upper(),
        arguments=c_arguments(f"{p}_road").rsplit(", double *out", 1)[0],
        by_values=", double *by_values" if model.sensitivity else "",
        store_values=STORE_VALUES if model.sensitivity else "",
        passed="state, inputs, modes, values, tables, road",
        v=len(model.sensitivity),
        entries=len(model.slopes.rows),
        slope_work=model.slope_work,
    )
    places = [
        c_table("slope_rows", list(model.slopes.rows), "int"),
        c_table("slope_columns", list(model.slopes.columns), "int"),
    ]
    return "\n".join([kernel, *(f"static {place}" for place in places), SOLVE, text])
