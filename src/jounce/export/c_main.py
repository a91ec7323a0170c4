"""A main for an exported model: fixed steps by the method of Runge and Kutta, loops projected, channels as CSV."""

from __future__ import annotations

from jounce.export.c_texts import c_comment
from jounce.export.exported_model import ExportedModel
from jounce.native.source_code.c_source import c_table
from jounce.simulation.integrators.job import WEAK
from jounce.simulation.integrators.run_method import GAP_TOLERANCE, MAX_CORRECTIONS

# {p} prefix, {P} the same in capitals
MAIN = """/* Runs the model '{title}' and prints its channels as CSV.

   usage: {p} [duration in s [step in s [steps between rows]]]      default: 5 0.001 10

   Runge-Kutta of order 4 with fixed steps, as jounce's "rk4": speeds by Kutta's table, coordinates that are integrals
   of speeds by the mean of the two middle speeds. After each step the loops are closed by Newton steps weighted by
   mass. Inputs stay at their defaults. Steps end on the grid only, so take one that divides the times at which
   signals have corners. Exit codes: 2 for wrong arguments, 3 where numbers fail. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "{p}.h"

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

enum {{ S = {P}_STATE, GAP = {P}_GAP, RATE_GAP = {P}_RATE_GAP, PLAIN = {plain_count} }};

{plain}
static double inputs[{P}_INPUTS], values[{P}_VALUES + 1], out[{P}_CHANNELS + S + GAP + RATE_GAP + 1];
static double work[{P}_WORK + 1], y[S], stage[S], k1[S], k2[S], k3[S], k4[S];
static double pivot, top_pivot;

static void level_road(double *data, double x, double y_, double t, double a, double b, double p, double *at)
{{
    (void)data; (void)x; (void)y_; (void)t; (void)a; (void)b; (void)p;
    at[0] = 0.0; at[1] = 0.0; at[2] = 0.0; at[3] = 1.0;
}}

static const {p}_road road = {{level_road, NULL}};

static void rates(double t, const double *state, double *rate)
{{
    inputs[0] = t;
    {p}_rhs_run(state, inputs, {p}_modes, values, {p}_tables, &road, rate, work);
    pivot = work[0];
    if (pivot > top_pivot) top_pivot = pivot;
}}

static int closed(const double *state)
{{
    int i;
    {p}_gap_run(state, inputs, {p}_modes, values, {p}_tables, &road, out, work);
    for (i = 0; i < GAP + RATE_GAP; i++)
        if (!(fabs(out[i]) <= {tolerance})) return 0;
    return 1;
}}

/* 0 where the loops stay open */
static int project(double *state)
{{
    int i, k;
    if (GAP + RATE_GAP == 0) return 1;
    closed(state);
    for (k = 0; k < {corrections}; k++) {{
        {p}_correct_run(state, inputs, {p}_modes, values, {p}_tables, &road, out, work);
        for (i = 0; i < S; i++) state[i] = out[i];
        if (closed(state)) return 1;
    }}
    return 0;
}}

static int step(double t, double end)
{{
    const double h = end - t, middle = t + 0.5 * h;
    int i, r;
    rates(t, y, k1);
    for (i = 0; i < S; i++) stage[i] = y[i] + 0.5 * h * k1[i];
    rates(middle, stage, k2);
    for (i = 0; i < S; i++) stage[i] = y[i] + 0.5 * h * k2[i];
    for (r = 0; r < PLAIN; r++)
        for (i = 0; i < plain[3 * r + 2]; i++) {{
            const int q = plain[3 * r] + i;
            stage[q] = y[q] + 0.25 * h * (k2[q] + stage[plain[3 * r + 1] + i]);
        }}
    rates(middle, stage, k3);
    for (i = 0; i < S; i++) stage[i] = y[i] + h * k3[i];
    for (r = 0; r < PLAIN; r++)
        for (i = 0; i < plain[3 * r + 2]; i++) {{
            const int q = plain[3 * r] + i;
            stage[q] = y[q] + 0.5 * h * (k2[q] + k3[q]);
        }}
    rates(end, stage, k4);
    for (i = 0; i < S; i++) y[i] = y[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);
    for (i = 0; i < S; i++)
        if (!isfinite(y[i])) {{
            fprintf(stderr, "state %d is not finite at %.9g s\\n", i, end);
            return 0;
        }}
    if (pivot < {weak} * top_pivot) {{
        fprintf(stderr, "the rows of the loops lose their hold at %.9g s: choose them anew, or use jounce\\n", end);
        return 0;
    }}
    if (!project(y)) {{
        fprintf(stderr, "the loops cannot be closed at %.9g s\\n", end);
        return 0;
    }}
    return 1;
}}

static void print_row(double t)
{{
    int i;
    inputs[0] = t;
    {p}_observe_run(y, inputs, {p}_modes, values, {p}_tables, &road, out, work);
    printf("%.17g", t);
    for (i = 0; i < {P}_CHANNELS; i++) printf(",%.17g", out[i]);
    printf("\\n");
}}

static double argument(int count, char **texts, int k, double usual)
{{
    char *end;
    double number;
    if (k >= count) return usual;
    number = strtod(texts[k], &end);
    if (*end != '\\0' || !(number > 0.0) || !isfinite(number)) {{
        fprintf(stderr, "argument %d: '%s' is not a positive number\\n", k, texts[k]);
        exit(2);
    }}
    return number;
}}

int main(int count, char **texts)
{{
    const double duration = argument(count, texts, 1, 5.0), h = argument(count, texts, 2, 0.001);
    const double every = argument(count, texts, 3, 10.0);
    const double steps = ceil(duration / h - 1e-6);
    double k;
    int i;
    if (count > 4) {{
        fprintf(stderr, "usage: {p} [duration in s [step in s [steps between rows]]]\\n");
        return 2;
    }}
    for (i = 0; i < S; i++) y[i] = {p}_start[i];
    for (i = 0; i < {P}_INPUTS; i++) inputs[i] = {p}_inputs[i];
    for (i = 0; i < {P}_VALUES; i++) values[i] = {p}_values[i];
    {p}_setup(y, inputs, {p}_modes, values, {p}_tables, &road, out, work);
    printf("time [s]");
    for (i = 0; i < {P}_CHANNELS; i++) printf(",%s", {p}_channel_names[i]);
    printf("\\n");
    rates(0.0, y, k1);
    if (!project(y)) return 3;
    print_row(0.0);
    for (k = 0.0; k < steps; k += 1.0) {{
        const double end = k + 1.0 < steps ? (k + 1.0) * h : duration;
        if (!step(k * h, end)) return 3;
        if (fmod(k + 1.0, floor(every)) == 0.0 || k + 1.0 == steps) print_row(end);
    }}
    return 0;
}}
"""


def c_main(model: ExportedModel) -> str:
    """The text of the main."""
    p = model.prefix
    return MAIN.format(
        p=p,
        P=p.upper(),
        title=c_comment(model.title),
        plain=f"static {c_table('plain', model.plain.ravel().tolist(), 'int')}",
        plain_count=len(model.plain),
        tolerance=repr(GAP_TOLERANCE),
        corrections=MAX_CORRECTIONS,
        weak=repr(WEAK),
    )
