// Rows of bars of a study: left and right wheel beside each other; of several runs, one bar each.
import { make } from "../dom";
import type { BarChart, ShownPanel } from "../data/types";
import type { Store } from "../store";
import { short } from "../text";
import { ticks } from "./axes";
import { colour, type Ink, INK } from "./colours";
import { Head, swatch } from "./head";
import type { PanelView } from "./panel";
import { seen } from "./plots";
import { CanvasSurface, type Surface } from "./surface";

const ROW = 15; // px of a bar with its gap
const GAP = 9; // px between rows
const MOST_LETTERS = 34;

interface Bar {
  readonly side: string;
  readonly run: number;
  readonly value: number;
}

interface Row {
  readonly label: string;
  readonly bars: readonly Bar[];
}

function chartsOf(store: Store, name: string): { chart: BarChart; run: number }[] {
  return seen(store).flatMap(([run, r]) => run.run.bars.filter((bars) => bars.name === name).map((chart) => ({ chart, run: r })));
}

function rowsOf(store: Store, name: string): Row[] {
  const charts = chartsOf(store, name);
  const labels = [...new Set(charts.flatMap(({ chart }) => chart.rows.map((row) => row.label)))];
  return labels.map((label) => ({
    label,
    bars: charts.flatMap(({ chart, run }) =>
      chart.rows.filter((row) => row.label === label).flatMap((row) => row.values.map(([side, value]) => ({ side, run, value }))),
    ),
  }));
}

/** One run: a colour for each side. Several: a colour for each run, thinner for the second side. */
function barColour(store: Store, sides: readonly string[], bar: Bar): string {
  const index = store.fixed.runs.length > 1 ? bar.run : sides.indexOf(bar.side);
  return colour(index, store.state.theme);
}

export function heightOfBars(store: Store, name: string): number {
  return 34 + rowsOf(store, name).reduce((sum, row) => sum + GAP + ROW * Math.max(row.bars.length, 1), 0);
}

export function drawBars(store: Store, name: string, surface: Surface, width: number, height: number, ink: Ink): void {
  const rows = rowsOf(store, name);
  const sides = [...new Set(rows.flatMap((row) => row.bars.map((bar) => bar.side)))];
  const values = rows.flatMap((row) => row.bars.map((bar) => bar.value));
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const left = Math.min(0.42 * width, 12 + 6.2 * Math.min(Math.max(...rows.map((row) => row.label.length), 4), MOST_LETTERS));
  const span = high - low || 1;
  const room = width - left - 14 - 44; // the longest bar leaves room for its number
  const across = (value: number): number => left + (low < 0 ? 44 : 0) + ((value - low) / span) * (room - (low < 0 ? 44 : 0));
  const bottom = height - 30;
  for (const tick of ticks(low, high, room / 80)) {
    surface.line([across(tick), 2, across(tick), bottom], { colour: tick === 0 ? ink.text : ink.grid, width: 1 });
    surface.text(short(tick), across(tick), bottom + 14, { colour: ink.text, align: "middle" });
  }
  let y = 4;
  for (const row of rows) {
    const tall = ROW * Math.max(row.bars.length, 1);
    const text = row.label.length > MOST_LETTERS ? `${row.label.slice(0, MOST_LETTERS - 1)}…` : row.label;
    surface.text(text, left - 8, y + 0.5 * tall + 4, { colour: ink.mark, align: "end" });
    row.bars.forEach((bar, k) => {
      const top = y + k * ROW;
      const [a, b] = [across(Math.min(bar.value, 0)), across(Math.max(bar.value, 0))];
      surface.area(a, top + 2, Math.max(b - a, 1), ROW - 3, barColour(store, sides, bar));
      surface.text(short(bar.value), bar.value < 0 ? a - 4 : b + 4, top + ROW - 4, { colour: ink.text, align: bar.value < 0 ? "end" : "start", size: 10 });
    });
    y += tall + GAP;
  }
}

export class BarsPanel implements PanelView {
  readonly element = make("section", { class: "panel plane bars", tabindex: "-1" });
  private readonly canvas = make("canvas", { role: "img" });
  private readonly room = make("div", { class: "plot scrolled" }, this.canvas);
  private readonly watch = new ResizeObserver(() => this.draw());

  constructor(
    readonly spec: ShownPanel,
    private readonly store: Store,
    index: number,
  ) {
    const name = spec.channels[0] ?? "";
    const title = name; // with its unit
    this.element.setAttribute("aria-label", title);
    this.canvas.setAttribute("aria-label", title);
    const rows = rowsOf(store, name);
    const sides = [...new Set(rows.flatMap((row) => row.bars.map((bar) => bar.side)))].filter(Boolean);
    const items = store.fixed.runs.length < 2 && sides.length > 1 ? sides.map((side, k) => make("li", {}, swatch(colour(k, store.state.theme), []), side)) : [];
    this.element.append(new Head(store, spec, index, title).element, make("ul", { class: "labels" }, ...items), this.room);
    this.watch.observe(this.room);
  }

  follow(): void {}

  private draw(): void {
    const { clientWidth, clientHeight } = this.room;
    if (clientWidth < 60) return;
    const fine = Math.max(window.devicePixelRatio, 1);
    const name = this.spec.channels[0] ?? "";
    const height = Math.max(heightOfBars(this.store, name), Math.min(clientHeight, 60));
    this.canvas.width = Math.round(fine * clientWidth);
    this.canvas.height = Math.round(fine * height);
    Object.assign(this.canvas.style, { width: `${clientWidth}px`, height: `${height}px` });
    const context = this.canvas.getContext("2d")!;
    context.setTransform(fine, 0, 0, fine, 0, 0);
    drawBars(this.store, name, new CanvasSurface(context), clientWidth, height, INK[this.store.state.theme]);
  }

  destroy(): void {
    this.watch.disconnect();
  }
}
