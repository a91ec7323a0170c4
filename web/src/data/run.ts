// A run with its numbers at hand.
import type { Decoded } from "./decode";
import type { Curve, Numbers, Run } from "./types";

export interface LoadedRun {
  readonly run: Run;
  /** Time, or what the samples run over. */
  readonly x: Float64Array;
  readonly curves: ReadonlyMap<string, Curve>;
  /** The numbers of a channel, decoded when first asked for. */
  values(name: string): Float64Array | null;
  /** Any kept numbers, decoded when first asked for. */
  numbers(kept: Numbers): Float64Array;
}

export function loadedRun(decoded: Decoded, run: Run): LoadedRun {
  const curves = new Map(run.curves.map((curve) => [curve.name, curve]));
  const known = new Map<Numbers, Float64Array>();
  const numbers = (kept: Numbers): Float64Array => {
    let found = known.get(kept);
    if (!found) known.set(kept, (found = decoded.numbers(kept)));
    return found;
  };
  return {
    run,
    numbers,
    x: decoded.numbers(run.abscissa.values),
    curves,
    values(name) {
      const curve = curves.get(name);
      return curve ? numbers(curve.values) : null;
    },
  };
}

/** The sample at or before x, as a whole number and the part of the way to the next. Never below 0. */
export interface Position {
  sample: number;
  part: number;
}

export function locate(x: Float64Array, at: number, into: Position): void {
  let low = 0;
  let high = x.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (x[middle]! <= at) low = middle;
    else high = middle - 1;
  }
  const here = x[low]!;
  const next = x[low + 1];
  into.sample = low;
  into.part = next === undefined || next <= here ? 0 : Math.min(Math.max((at - here) / (next - here), 0), 1);
}

const ENDS = 1e-3; // of its length, by which a run may miss the end of another: steady circles are found to that

/** Whether a run has samples up to there. */
export function covers(x: Float64Array, at: number): boolean {
  const [first, last] = [x[0]!, x[x.length - 1]!];
  const slack = ENDS * (last - first);
  return at >= first - slack && at <= last + slack;
}

/** A history between its samples; NaN next to a gap. */
export function between(values: Float64Array, at: Position): number {
  const here = values[at.sample]!;
  if (at.part === 0) return here;
  const next = values[at.sample + 1]!;
  return here + at.part * (next - here);
}
