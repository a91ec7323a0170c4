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
import { type Surface, surfaceOn } from "./surface";

const ROW = 15; // px of a bar with its gap
const GAP = { least: 3, most: 9 }; // px between rows
const LETTER = 6.2; // px, about
const NUMBER = 52; // px beside a bar
const AXIS = 30; // px

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

/** Rows stand close where that brings all of them into the room. */
export function heightOfBars(store: Store, name: string, room: number): number {
  const rows = rowsOf(store, name);
  const bars = AXIS + 4 + rows.reduce((sum, row) => sum + ROW * Math.max(row.bars.length, 1), 0);
  return Math.min(Math.max(bars + GAP.least * rows.length, room), bars + GAP.most * rows.length);
}

/** A name of a row in one line, or in two where the row has room; what is left over is cut. */
function lines(label: string, room: number, tall: number): string[] {
  const most = Math.max(Math.floor(room / LETTER), 4);
  const cut = (text: string): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
  const space = label.lastIndexOf(" ", most);
  return label.length <= most || space < 0 || tall < 2 * ROW ? [cut(label)] : [label.slice(0, space), cut(label.slice(space + 1))];
}

export function drawBars(store: Store, name: string, surface: Surface, width: number, height: number, ink: Ink): void {
  const rows = rowsOf(store, name);
  const sides = [...new Set(rows.flatMap((row) => row.bars.map((bar) => bar.side)))];
  const values = rows.flatMap((row) => row.bars.map((bar) => bar.value));
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const left = Math.min(0.42 * width, 16 + LETTER * Math.max(...rows.map((row) => row.label.length), 4));
  const span = high - low || 1;
  const begin = left + (low < 0 ? NUMBER : 0); // the longest bars leave room for their numbers
  const room = width - begin - 14 - NUMBER;
  const across = (value: number): number => begin + ((value - low) / span) * room;
  const bottom = height - AXIS;
  const filled = rows.reduce((sum, row) => sum + ROW * Math.max(row.bars.length, 1), 4);
  const gap = Math.min(Math.max((bottom - filled) / Math.max(rows.length, 1), GAP.least), GAP.most);
  for (const tick of ticks(low, high, room / 60)) {
    surface.line([across(tick), 2, across(tick), bottom], { colour: tick === 0 ? ink.text : ink.grid, width: 1 });
    surface.text(short(tick), across(tick), bottom + 14, { colour: ink.text, align: "middle" });
  }
  let y = 4;
  for (const row of rows) {
    const tall = ROW * Math.max(row.bars.length, 1);
    const words = lines(row.label, left - 12, tall);
    words.forEach((text, k) => surface.text(text, left - 8, y + 0.5 * tall + 4 + 13 * (k - 0.5 * (words.length - 1)), { colour: ink.mark, align: "end" }));
    row.bars.forEach((bar, k) => {
      const top = y + k * ROW;
      const [a, b] = [across(Math.min(bar.value, 0)), across(Math.max(bar.value, 0))];
      surface.area(a, top + 2, Math.max(b - a, 1), ROW - 3, barColour(store, sides, bar));
      surface.text(short(bar.value), bar.value < 0 ? a - 4 : b + 4, top + ROW - 4, { colour: ink.text, align: bar.value < 0 ? "end" : "start", size: 10 });
    });
    y += tall + gap;
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
    const name = this.spec.channels[0] ?? "";
    const height = heightOfBars(this.store, name, clientHeight);
    Object.assign(this.canvas.style, { width: `${clientWidth}px`, height: `${height}px` });
    drawBars(this.store, name, surfaceOn(this.canvas, clientWidth, height), clientWidth, height, INK[this.store.state.theme]);
  }

  destroy(): void {
    this.watch.disconnect();
  }
}
