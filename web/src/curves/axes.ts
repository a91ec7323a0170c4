// Ticks of axes at round numbers, by differences or by decades.

const STEPS = [1, 2, 2.5, 5, 10];

/** Round numbers between two limits, about as many as asked for. */
export function ticks(min: number, max: number, about: number, logarithmic = false): number[] {
  if (!(max > min) || !Number.isFinite(max - min)) return [min];
  return logarithmic ? decades(min, max, about) : even(min, max, about);
}

function even(min: number, max: number, about: number): number[] {
  const rough = (max - min) / Math.max(about, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * STEPS.find((each) => each * power >= rough)!;
  const found: number[] = [];
  for (let k = Math.ceil(min / step - 1e-9); k <= max / step + 1e-9; k++) found.push(k === 0 ? 0 : Number((k * step).toPrecision(12)));
  return found;
}

function decades(min: number, max: number, about: number): number[] {
  const [low, high] = [Math.floor(Math.log10(min)), Math.ceil(Math.log10(max))];
  const every = Math.max(1, Math.round((high - low) / Math.max(about, 1)));
  const between = 3 * Math.log10(max / min) <= 1.25 * Math.max(about, 5) ? [1, 2, 5] : [1];
  const found: number[] = [];
  for (let power = low; power <= high; power += every) {
    for (const factor of between) {
      const value = Number((factor * 10 ** power).toPrecision(3));
      if (value >= min * (1 - 1e-9) && value <= max * (1 + 1e-9)) found.push(value);
    }
  }
  return found;
}

/** The smallest and the largest number of several columns, with a little room; a straight line gets some height. */
export function extent(columns: readonly ArrayLike<number>[], logarithmic = false): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const column of columns) {
    for (let k = 0; k < column.length; k++) {
      const value = column[k]!;
      if (!Number.isFinite(value) || (logarithmic && value <= 0)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (low > high) return logarithmic ? [0.1, 10] : [-1, 1];
  if (logarithmic) return low < high ? [low, high] : [low / 2, high * 2];
  if (low === high) return [low - (Math.abs(low) * 0.1 || 1), high + (Math.abs(high) * 0.1 || 1)];
  return [low, high];
}

export function padded([low, high]: readonly [number, number], part = 0.06): [number, number] {
  return [low - part * (high - low), high + part * (high - low)];
}
