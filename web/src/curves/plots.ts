// Plots of panels as data, from the store: channels over others, spectra, plots of the study, and histories for pictures.
import { between, type LoadedRun, locate, type Position } from "../data/run";
import type { Chart, ShownPanel } from "../data/types";
import type { Store } from "../store";
import { commonEnd, inBrackets, words } from "../text";
import { colour, look } from "./colours";
import type { Plot, PlotCurve } from "./plot";
import { amplitudes, density, evenly } from "./spectrum";

const HIGHEST = 50; // Hz, the band in which the car's model is valid
const WIDTH = 1.5; // px
const ALIKE = new Set(["m", "m/s²", "g"]); // ways and accelerations over each other have one scale
const MOST_LETTERS = 17; // of the label of an ordinate
const STYLES = { line: [], dashed: [6, 4], dotted: [2, 3], points: [] } as const;
const PLAIN: Pick<Plot, "right" | "equal" | "logarithmic" | "x" | "y" | "marker" | "dots"> = {
  right: "", equal: false, logarithmic: [false, false], x: null, y: null, marker: null, dots: [],
};

export function seen(store: Store): readonly (readonly [LoadedRun, number])[] {
  return store.fixed.runs.map((run, k) => [run, k] as const).filter(([, k]) => store.state.shown[k]);
}

export function stretchOf(store: Store): readonly [number, number] {
  return store.state.range ?? [store.fixed.first, store.fixed.last];
}

export function unitOf(store: Store, name: string): string {
  return curveOf(store, name)?.unit ?? "";
}

export function curveOf(store: Store, name: string): { readonly unit: string; readonly quantity: string; readonly definition: string } | undefined {
  if (name === store.fixed.runs[0]!.run.abscissa.name) return store.fixed.runs[0]!.run.abscissa;
  return store.fixed.runs.map((run) => run.curves.get(name)).find((found) => found);
}

export function valuesOf(run: LoadedRun, name: string): Float64Array | null {
  return name === run.run.abscissa.name ? run.x : run.values(name);
}

/** "front left toe [deg]": one quantity in full, several by what they have in common. */
export function labelOf(store: Store, names: readonly string[], most = MOST_LETTERS): string {
  const unique = [...new Set(names)];
  const unit = inBrackets(unitOf(store, unique[0]!));
  const whole = words(commonEnd(unique).end || unique[0]!);
  if (unique.length === 1 ? whole.length <= most : commonEnd(unique).end) return `${whole} ${unit}`;
  const quantities = [...new Set(unique.map((name) => name.slice(name.lastIndexOf(".") + 1).replaceAll("_", " ")))];
  return `${quantities.length < 3 ? quantities.join(", ") : ""} ${unit}`.trim();
}

/** The plot of a panel, of any kind that is curves. */
export function plotOf(store: Store, panel: ShownPanel): Plot {
  switch (panel.kind) {
    case "plane":
      return planePlot(store, panel);
    case "spectrum":
    case "density":
      return spectrumPlot(store, panel);
    case "chart":
      return chartPlot(store, panel.channels[0] ?? "");
    default:
      return historyPlot(store, panel.channels);
  }
}

function planePlot(store: Store, panel: ShownPanel): Plot {
  const range = stretchOf(store);
  const curves: PlotCurve[] = [];
  const dots: [number, number, string][] = [];
  const at: Position = { sample: 0, part: 0 };
  panel.channels.forEach((name, c) => {
    for (const [run, r] of seen(store)) {
      const [x, y] = [valuesOf(run, panel.over[c] ?? panel.over[0]!), valuesOf(run, name)];
      if (!x || !y) continue;
      const { colour: ink, dash } = look(store, c, r);
      const inside = (values: Float64Array): Float64Array => values.map((value, k) => (run.x[k]! >= range[0] && run.x[k]! <= range[1] ? value : NaN));
      curves.push({ label: name, x: inside(x), y: inside(y), colour: ink, dash, width: WIDTH, points: false, right: false });
      locate(run.x, store.state.pointer ?? store.state.at, at);
      dots.push([between(x, at), between(y, at), ink]);
    }
  });
  const units = [unitOf(store, panel.channels[0]!), unitOf(store, panel.over[0]!)];
  return { ...PLAIN, below: labelOf(store, panel.over, 2 * MOST_LETTERS), left: labelOf(store, panel.channels, 0), curves, dots, equal: units[0] === units[1] && ALIKE.has(units[0]!) };
}

function spectrumPlot(store: Store, panel: ShownPanel): Plot {
  const curves: PlotCurve[] = [];
  const range = stretchOf(store);
  panel.channels.forEach((name, c) => {
    for (const [run, r] of seen(store)) {
      const even = evenly(run, name, range);
      if (!even) continue;
      const found = (panel.kind === "density" ? density : amplitudes)(even.values, even.step);
      const last = found.frequency.findIndex((f) => f > HIGHEST);
      const kept = last < 0 ? found.frequency.length : last;
      const { colour: ink, dash } = look(store, c, r);
      const [x, y] = [found.frequency.subarray(1, kept), found.value.subarray(1, kept)]; // the mean does not oscillate
      curves.push({ label: name, x, y, colour: ink, dash, width: WIDTH, points: false, right: false });
    }
  });
  const label = labelOf(store, panel.channels, 0);
  const unit = unitOf(store, panel.channels[0]!);
  const square = /^\w+$/.test(unit) ? `${unit}²` : unit ? `(${unit})²` : "1";
  const power = `${label.slice(0, label.lastIndexOf("["))}[${square}/Hz]`;
  const logarithmic = [true, panel.kind === "density"] as const;
  return { ...PLAIN, below: "frequency [Hz]", left: panel.kind === "density" ? power : label, curves, logarithmic };
}

function chartPlot(store: Store, name: string): Plot {
  const curves: PlotCurve[] = [];
  let told: Chart | undefined;
  const several = store.fixed.runs.length > 1;
  for (const [run, r] of seen(store)) {
    const chart = run.run.charts.find((each) => each.name === name);
    if (!chart) continue;
    told ??= chart;
    chart.curves.forEach((curve, c) => {
      const dash = several && curve.style === "line" ? look(store, c, r).dash : STYLES[curve.style];
      const ink = colour(several ? r : curve.colour, store.state.theme);
      const [x, y] = [run.numbers(curve.x), run.numbers(curve.y)];
      curves.push({ label: curve.label, x, y, colour: ink, dash, width: WIDTH, points: curve.style === "points", right: false });
    });
  }
  return { ...PLAIN, below: told?.below ?? "", left: told?.heading ?? name, curves, equal: told?.equal ?? false, logarithmic: told?.logarithmic ?? [false, false] };
}

/** Histories as they are seen, for pictures. */
function historyPlot(store: Store, names: readonly string[]): Plot {
  const { run } = store.fixed.runs[0]!;
  const units = [...new Set(names.map((name) => unitOf(store, name)))];
  const [low, high] = stretchOf(store);
  const curves = names.flatMap((name, c) =>
    seen(store).flatMap(([loaded, r]) => {
      const all = loaded.values(name);
      if (!all) return [];
      const inside = (k: number): boolean => loaded.x[k]! >= low && loaded.x[k]! <= high;
      const y = all.map((value, k) => (inside(k) ? value : NaN));
      const { colour: ink, dash } = look(store, c, r);
      return [{ label: name, x: loaded.x, y, colour: ink, dash, width: WIDTH, points: false, right: unitOf(store, name) !== units[0] }];
    }),
  );
  const of = (unit: string | undefined): string[] => names.filter((name) => unitOf(store, name) === unit);
  return {
    ...PLAIN,
    below: `${run.abscissa.quantity} ${inBrackets(run.abscissa.unit)}`,
    left: labelOf(store, of(units[0])),
    right: units.length > 1 ? labelOf(store, of(units[1])) : "",
    curves,
    x: [low, high],
    marker: store.state.at,
  };
}
