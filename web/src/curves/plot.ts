// A plot as data, and how it is drawn: on the screen where it is not over time, and in pictures.
import { short } from "../text";
import { extent, padded, ticks } from "./axes";
import type { Ink } from "./colours";
import type { Surface } from "./surface";

export interface PlotCurve {
  readonly label: string;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>; // NaN is a gap
  readonly colour: string;
  readonly dash: readonly number[];
  readonly width: number;
  readonly points: boolean;
  readonly right: boolean; // belongs to the axis at the right
}

export interface Plot {
  readonly below: string;
  readonly left: string;
  readonly right: string; // "" for no axis at the right
  readonly curves: readonly PlotCurve[];
  readonly equal: boolean;
  readonly logarithmic: readonly [boolean, boolean];
  /** Limits of the abscissa and of both ordinates; null for those of the curves. */
  readonly x: readonly [number, number] | null;
  readonly y: readonly [number, number] | null;
  /** Where the marker is on the abscissa; null for none. */
  readonly marker: number | null;
  /** Points that are marked on curves: x, y, colour. */
  readonly dots: readonly (readonly [number, number, string])[];
}

/** Where numbers are on the drawing. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly limits: { readonly x: readonly [number, number]; readonly y: readonly [number, number]; readonly right: readonly [number, number] };
  across(value: number): number;
  up(value: number, right?: boolean): number;
  valueAcross(pixel: number): number;
  valueUp(pixel: number): number;
}

const SIDE = 72; // px: numbers and the label of an ordinate, as in histories
const TOP = 8;
const BELOW = 34;
const LETTER = 5.8; // px, about
const DECADES = 5; // of a logarithmic ordinate that are shown

export function frameOf(plot: Plot, width: number, height: number): Frame {
  const [logX, logY] = plot.logarithmic;
  const box = { x: SIDE, y: TOP, width: Math.max(width - SIDE - (plot.right ? SIDE : 12), 10), height: Math.max(height - TOP - BELOW, 10) };
  const left = plot.curves.filter((curve) => !curve.right);
  let x = [...(plot.x ?? extent(plot.curves.map((curve) => curve.x), logX))] as [number, number];
  let y = [...(plot.y ?? limited(extent(left.map((curve) => curve.y), logY), logY))] as [number, number];
  const right = padded(extent(plot.curves.filter((curve) => curve.right).map((curve) => curve.y)));
  if (plot.equal) [x, y] = alike(plot.x ? x : padded(x), plot.y ? y : padded(y), box.width / box.height);
  else {
    if (!plot.y && !logY) y = padded(y);
    if (!plot.x && plot.dots.length) x = padded(x, 0.03); // a marked point is seen whole
  }
  const scale = (value: number, [low, high]: readonly [number, number], logarithmic: boolean): number =>
    logarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
  const back = (part: number, [low, high]: readonly [number, number], logarithmic: boolean): number =>
    logarithmic ? low * (high / low) ** part : low + part * (high - low);
  return {
    ...box,
    limits: { x, y, right },
    across: (value) => box.x + box.width * scale(value, x, logX),
    up: (value, second) => box.y + box.height * (1 - (second ? scale(value, right, false) : scale(value, y, logY))),
    valueAcross: (pixel) => back((pixel - box.x) / box.width, x, logX),
    valueUp: (pixel) => back(1 - (pixel - box.y) / box.height, y, logY),
  };
}

/** Of a falling ordinate the highest decades, so that a tail does not squeeze them. */
function limited([low, high]: [number, number], logarithmic: boolean): [number, number] {
  return logarithmic ? [Math.max(low, high * 10 ** -DECADES), high * 1.3] : [low, high];
}

/** One unit of both axes gets one length: the narrower span grows. */
function alike(x: [number, number], y: [number, number], shape: number): [[number, number], [number, number]] {
  const grown = ([low, high]: [number, number], span: number): [number, number] => {
    const middle = 0.5 * (low + high);
    return [middle - 0.5 * span, middle + 0.5 * span];
  };
  const [wide, tall] = [x[1] - x[0], y[1] - y[0]];
  return wide / tall > shape ? [x, grown(y, wide / shape)] : [grown(x, tall * shape), y];
}

export function drawPlot(plot: Plot, surface: Surface, width: number, height: number, ink: Ink): Frame {
  const frame = frameOf(plot, width, height);
  const [logX, logY] = plot.logarithmic;
  const bottom = frame.y + frame.height;
  const edge = frame.x + frame.width;
  const rule = { colour: ink.grid, width: 1 };
  for (const value of ticks(...frame.limits.x, frame.width / 70, logX)) {
    const x = frame.across(value);
    surface.line([x, frame.y, x, bottom + 4], rule);
    surface.text(short(value), x, bottom + 15, { colour: ink.text, align: "middle" });
  }
  for (const value of ticks(...frame.limits.y, frame.height / 30, logY)) {
    const y = frame.up(value);
    surface.line([frame.x - 4, y, edge, y], rule);
    surface.text(short(value), frame.x - 7, y + 4, { colour: ink.text, align: "end" });
  }
  if (plot.right) {
    for (const value of ticks(...frame.limits.right, frame.height / 30)) {
      surface.text(short(value), edge + 7, frame.up(value, true) + 4, { colour: ink.text });
    }
    surface.text(fitted(plot.right, frame.height + 2 * frame.y), edge + 64, frame.y + 0.5 * frame.height, { colour: ink.text, align: "middle", turned: true });
  }
  surface.text(plot.below, frame.x + 0.5 * frame.width, height - 4, { colour: ink.text, align: "middle" });
  surface.text(fitted(plot.left, frame.height + 2 * frame.y), 12, frame.y + 0.5 * frame.height, { colour: ink.text, align: "middle", turned: true });
  surface.within(frame.x, frame.y, frame.width, frame.height, () => {
    zero(frame, surface, ink, logX, logY);
    for (const curve of plot.curves) drawCurve(curve, frame, surface);
    if (plot.marker !== null) surface.line([frame.across(plot.marker), frame.y, frame.across(plot.marker), bottom], { colour: ink.mark, width: 1.2 });
    for (const [x, y, fill] of plot.dots) surface.circle(frame.across(x), frame.up(y), 4.5, fill, { colour: ink.ground, width: 1.5 });
  });
  return frame;
}

/** A label with its last words, as many as there is room for; its unit stays. */
function fitted(label: string, room: number): string {
  const words = label.split(" ");
  while (words.length > 2 && LETTER * words.join(" ").length > room) words.shift();
  return words.join(" ");
}

function zero(frame: Frame, surface: Surface, ink: Ink, logX: boolean, logY: boolean): void {
  const [low, high] = frame.limits.y;
  const stroke = { colour: ink.text, width: 0.7 };
  if (!logY && low < 0 && high > 0) surface.line([frame.x, frame.up(0), frame.x + frame.width, frame.up(0)], stroke);
  const [first, last] = frame.limits.x;
  if (!logX && first < 0 && last > 0) surface.line([frame.across(0), frame.y, frame.across(0), frame.y + frame.height], stroke);
}

function drawCurve(curve: PlotCurve, frame: Frame, surface: Surface): void {
  const points = new Float64Array(2 * curve.x.length);
  for (let k = 0; k < curve.x.length; k++) {
    points[2 * k] = frame.across(curve.x[k]!);
    points[2 * k + 1] = frame.up(curve.y[k]!, curve.right);
    if (curve.points && Number.isFinite(points[2 * k]! + points[2 * k + 1]!)) surface.circle(points[2 * k]!, points[2 * k + 1]!, 2.4, curve.colour);
  }
  if (!curve.points) surface.line(points, { colour: curve.colour, width: curve.width, dash: curve.dash });
}
