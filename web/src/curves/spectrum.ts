// Amplitude spectrum and power density of a channel over a stretch of time.
import { between, type LoadedRun, locate, type Position } from "../data/run";

export interface Spectrum {
  readonly frequency: Float64Array; // Hz
  readonly value: Float64Array;
}

const FEWEST = 8; // samples of which a spectrum says something
const PIECES = 4; // lengths of the pieces of Welch's method in the stretch
const SHORTEST = 256; // samples of a piece, where there are as many

/** The samples of a channel in a stretch, evenly spaced; null where there are too few or one is missing. */
export function evenly(run: LoadedRun, name: string, range: readonly [number, number]): { step: number; values: Float64Array } | null {
  const history = run.values(name);
  if (!history) return null;
  const [low, high] = [Math.max(range[0], run.x[0]!), Math.min(range[1], run.x[run.x.length - 1]!)];
  const at: Position = { sample: 0, part: 0 };
  locate(run.x, low, at);
  const first = at.part > 1e-6 ? at.sample + 1 : at.sample;
  locate(run.x, high, at);
  const last = at.part > 1 - 1e-6 ? at.sample + 1 : at.sample;
  const count = last - first + 1;
  if (count < FEWEST) return null;
  const step = (run.x[last]! - run.x[first]!) / (count - 1);
  const values = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    locate(run.x, run.x[first]! + k * step, at);
    values[k] = between(history, at);
    if (Number.isNaN(values[k]!)) return null;
  }
  return { step, values };
}

/** Amplitudes without a window: a sine that fits the stretch has its own amplitude. */
export function amplitudes(values: Float64Array, step: number): Spectrum {
  const n = values.length;
  const { re, im } = transform(values);
  const count = (n >> 1) + 1;
  const found = { frequency: new Float64Array(count), value: new Float64Array(count) };
  for (let k = 0; k < count; k++) {
    found.frequency[k] = k / (n * step);
    const single = k === 0 || 2 * k === n;
    found.value[k] = ((single ? 1 : 2) * Math.hypot(re[k]!, im[k]!)) / n;
  }
  return found;
}

export function pieceLength(samples: number): number {
  return Math.min(samples, Math.max(SHORTEST, Math.floor(samples / PIECES)));
}

/** One-sided power density by Welch's method: pieces that overlap by half, less their means, under a Hann window. */
export function density(values: Float64Array, step: number): Spectrum {
  const length = pieceLength(values.length);
  const hop = length - (length >> 1);
  const window = Float64Array.from({ length }, (_, k) => 0.5 - 0.5 * Math.cos((2 * Math.PI * k) / length));
  const power = window.reduce((sum, w) => sum + w * w, 0);
  const count = (length >> 1) + 1;
  const value = new Float64Array(count);
  let pieces = 0;
  for (let begin = 0; begin + length <= values.length; begin += hop, pieces++) {
    const piece = values.slice(begin, begin + length);
    const mean = piece.reduce((sum, v) => sum + v, 0) / length;
    const { re, im } = transform(piece.map((v, k) => (v - mean) * window[k]!));
    for (let k = 0; k < count; k++) {
      const sides = k === 0 || 2 * k === length ? 1 : 2;
      value[k]! += (sides * (re[k]! * re[k]! + im[k]! * im[k]!) * step) / power;
    }
  }
  return {
    frequency: Float64Array.from({ length: count }, (_, k) => k / (length * step)),
    value: value.map((sum) => sum / pieces),
  };
}

interface Complex {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Discrete Fourier transform of any length, as a convolution of a power of two [Bluestein 1970]. */
export function transform(values: Float64Array): Complex {
  const n = values.length;
  let size = 1;
  while (size < 2 * n - 1) size *= 2;
  const chirp = (k: number): readonly [number, number] => {
    const angle = (Math.PI * ((k * k) % (2 * n))) / n;
    return [Math.cos(angle), Math.sin(angle)];
  };
  const a = { re: new Float64Array(size), im: new Float64Array(size) };
  const b = { re: new Float64Array(size), im: new Float64Array(size) };
  for (let k = 0; k < n; k++) {
    const [c, s] = chirp(k);
    a.re[k] = values[k]! * c;
    a.im[k] = -values[k]! * s;
    for (const at of k ? [k, size - k] : [0]) [b.re[at], b.im[at]] = [c, s];
  }
  inPlace(a, 1);
  inPlace(b, 1);
  for (let k = 0; k < size; k++) {
    const [re, im] = [a.re[k]! * b.re[k]! - a.im[k]! * b.im[k]!, a.re[k]! * b.im[k]! + a.im[k]! * b.re[k]!];
    [a.re[k], a.im[k]] = [re, im];
  }
  inPlace(a, -1);
  const found = { re: new Float64Array(n), im: new Float64Array(n) };
  for (let k = 0; k < n; k++) {
    const [c, s] = chirp(k);
    found.re[k] = (a.re[k]! * c + a.im[k]! * s) / size;
    found.im[k] = (a.im[k]! * c - a.re[k]! * s) / size;
  }
  return found;
}

/** Fast Fourier transform of a power of two, in place [Cooley, Tukey 1965]; the way back is not divided by the size. */
function inPlace({ re, im }: Complex, sign: 1 | -1): void {
  const size = re.length;
  for (let k = 1, mirrored = 0; k < size; k++) {
    let bit = size >> 1;
    for (; mirrored & bit; bit >>= 1) mirrored ^= bit;
    mirrored ^= bit;
    if (k < mirrored) {
      [re[k], re[mirrored]] = [re[mirrored]!, re[k]!];
      [im[k], im[mirrored]] = [im[mirrored]!, im[k]!];
    }
  }
  for (let length = 2; length <= size; length *= 2) {
    const half = length >> 1;
    for (let k = 0; k < half; k++) {
      const angle = (-sign * 2 * Math.PI * k) / length;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      for (let at = k; at < size; at += length) {
        const [x, y] = [re[at + half]! * c - im[at + half]! * s, re[at + half]! * s + im[at + half]! * c];
        [re[at + half], im[at + half]] = [re[at]! - x, im[at]! - y];
        [re[at], im[at]] = [re[at]! + x, im[at]! + y];
      }
    }
  }
}
