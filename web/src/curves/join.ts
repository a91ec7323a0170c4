// All runs over one abscissa: that of the first, the ends of others, and what they have beyond it.
import { between, type LoadedRun, locate, type Position } from "../data/run";

export type Column = (number | null)[] | Float64Array;

export function abscissa(runs: readonly LoadedRun[]): Float64Array {
  const [first, ...others] = runs;
  const x = first!.x;
  const [low, high] = [x[0]!, x[x.length - 1]!];
  const added = others.flatMap((run) => (sameX(x, run.x) ? [] : endsAndBeyond(run.x, low, high)));
  return added.length ? Float64Array.from(new Set([...x, ...added])).sort() : x;
}

/** Where a run begins and ends, and its samples outside the first run: no curve ends before its last sample. */
function endsAndBeyond(x: Float64Array, low: number, high: number): number[] {
  return [...x].filter((at, k) => k === 0 || k === x.length - 1 || at < low || at > high);
}

/** A channel over the joined abscissa; null where it has no number, so that gaps are gaps. */
export function column(run: LoadedRun, name: string, x: Float64Array): Column {
  const values = run.values(name);
  if (!values) return new Array<null>(x.length).fill(null);
  const whole = values.every((value) => !Number.isNaN(value));
  if (sameX(run.x, x)) return whole ? values : Array.from(values, (value) => (Number.isNaN(value) ? null : value));
  const at: Position = { sample: 0, part: 0 };
  const [low, high] = [run.x[0]!, run.x[run.x.length - 1]!];
  return Array.from(x, (place) => {
    if (place < low || place > high) return null;
    locate(run.x, place, at);
    const value = between(values, at);
    return Number.isNaN(value) ? null : value;
  });
}

function sameX(a: Float64Array, b: Float64Array): boolean {
  return a === b || (a.length === b.length && a.every((value, k) => value === b[k]));
}
