// One panel of histories: uPlot, a head with the values, a marker.
import uPlot from "uplot";
import { make } from "../dom";
import { between, covers, locate, type Position } from "../data/run";
import type { ShownPanel } from "../data/types";
import type { State, Store } from "../store";
import { commonEnd, inBrackets, short, words } from "../text";
import { extent } from "./axes";
import { INK, look } from "./colours";
import { Head } from "./head";
import { abscissa, column } from "./join";
import { everySample } from "./path";
import { curveOf, seen, stretchOf, unitOf } from "./plots";

const FONT = "11px system-ui, sans-serif";
const CLICK = 4; // px that a click may slip
const AXIS = 56; // px: room for −2.5e−4
const AXIS_LABEL = 16; // px
const MOST_LETTERS = 15; // of an axis label
const MOST_SHARED = 13; // of one that says whose quantity it is
const THIN = 1.5; // px
const ALIKE = 0.005; // of their range: curves that are nearer than this lie on each other
const DASH = 9; // px of a curve that lies on others, with gaps in which these are seen

/** A panel on the page. */
export interface PanelView {
  readonly element: HTMLElement;
  readonly spec: ShownPanel;
  follow(state: State, before: State): void;
  destroy(): void;
}

/** How a panel fits among the others: the lowest has the abscissa, and one axis at the right makes room in all. */
export interface Fit {
  readonly lowest: boolean;
  readonly right: boolean;
}

export function hasTwoUnits(store: Store, panel: ShownPanel): boolean {
  return panel.kind === "history" && new Set(panel.channels.map((name) => unitOf(store, name))).size > 1;
}

export class HistoryPanel implements PanelView {
  readonly element = make("section", { class: "panel", tabindex: "-1" });
  private readonly plot: uPlot;
  private readonly marker = make("div", { class: "marker" });
  private readonly head: Head;
  private readonly at: Position = { sample: 0, part: 0 };
  private readonly room = make("div", { class: "plot" });
  private readonly watch = new ResizeObserver(() => this.resize());

  constructor(
    readonly spec: ShownPanel,
    private readonly store: Store,
    index: number,
    private readonly fit: Fit,
  ) {
    const names = spec.channels;
    this.head = new Head(store, spec, index);
    this.element.append(this.head.element, this.room);
    this.element.setAttribute("aria-label", `Curves of ${names.join(", ")}`);
    const runs = seen(store);
    const x = abscissa(runs.map(([run]) => run));
    const data = [x, ...names.flatMap((name) => runs.map(([run]) => column(run, name, x)))] as uPlot.AlignedData;
    this.plot = new uPlot(this.options(), data, this.room);
    this.plot.over.append(this.marker);
    this.gestures();
    this.mark();
    this.read();
    this.watch.observe(this.room);
  }

  private options(): uPlot.Options {
    const [min, max] = stretchOf(this.store);
    const ink = INK[this.store.state.theme];
    const { run } = this.store.fixed.runs[0]!;
    const units = [...new Set(this.spec.channels.map((name) => unitOf(this.store, name)))];
    const axis = { stroke: ink.text, font: FONT, labelFont: FONT, grid: { stroke: ink.grid, width: 1 }, ticks: { stroke: ink.grid, size: 4 } };
    const xLabel = `${run.abscissa.quantity} ${inBrackets(run.abscissa.unit)}`;
    const free = units.length > 1 ? 0 : this.fit.right ? AXIS + AXIS_LABEL : 12; // times stand below each other
    return {
      width: 300,
      height: 150,
      legend: { show: false },
      padding: [8, free, this.fit.lowest ? 0 : 4, 0],
      pxAlign: 0,
      cursor: {
        drag: { x: true, y: false, setScale: false, dist: CLICK },
        points: { size: 6 },
        sync: { key: "curves" },
        y: false,
      },
      scales: { x: { time: false, min, max } },
      axes: [
        {
          ...axis,
          space: 60,
          values: (_plot, splits) => splits.map(short),
          ...(this.fit.lowest ? { label: xLabel, labelSize: 18, size: 28 } : { size: 8, values: () => [] }),
        },
        ...units.map((unit, k) => ({
          ...axis,
          scale: `y${k}`,
          side: (k === 0 ? 3 : 1) as uPlot.Axis.Side,
          grid: { ...axis.grid, show: k === 0 },
          space: 26,
          size: AXIS, // the same in all panels, so that times stand below each other
          label: this.label(unit),
          labelSize: AXIS_LABEL,
          values: (_plot: uPlot, splits: number[]) => splits.map(short),
        })),
      ],
      series: [{}, ...this.series(units)],
      hooks: {
        setSelect: [(plot) => this.zoomed(plot)],
        setCursor: [(plot) => this.pointed(plot)],
        setScale: [(plot) => (this.mark(), this.pointed(plot))],
        setSize: [() => this.mark()],
      },
    };
  }

  private series(units: readonly string[]): uPlot.Series[] {
    const { channels } = this.spec;
    return channels.flatMap((name, c) =>
      seen(this.store).map(([, r]) => {
        const { colour, dash } = look(this.store, c, r);
        const below = channels.slice(0, c).filter((other) => this.coincide(name, other)).length;
        return {
          scale: `y${units.indexOf(unitOf(this.store, name))}`,
          stroke: colour,
          width: THIN,
          pxAlign: 0,
          paths: everySample,
          points: { show: false },
          dash: below ? [DASH, DASH * below] : [...dash],
        };
      }),
    );
  }

  /** Whether two curves of a single run lie on each other all along. */
  private coincide(name: string, other: string): boolean {
    const [run, ...more] = this.store.fixed.runs;
    const [a, b] = [run!.values(name), run!.values(other)];
    if (more.length || !a || !b || unitOf(this.store, name) !== unitOf(this.store, other)) return false;
    const [low, high] = extent([a, b]);
    return a.every((value, k) => !(Math.abs(value - b[k]!) > ALIKE * (high - low)));
  }

  /** The quantity, where all curves of the axis show the same one, else what they are of; and always the unit. */
  private label(unit: string): string {
    const names = this.spec.channels;
    const own = names.filter((name) => unitOf(this.store, name) === unit);
    const { end } = commonEnd(own);
    if (end && end.length <= MOST_SHARED) return `${words(end)} ${inBrackets(unit)}`;
    const quantities = [...new Set(own.map((name) => curveOf(this.store, name)?.quantity ?? ""))];
    const [first = ""] = quantities;
    const ending = first.slice(first.lastIndexOf(" ") + 1);
    const alike = quantities.every((quantity) => quantity.endsWith(ending));
    const joined = quantities.join(", ");
    const owners = new Set(names.map((name) => name.split(".")[0]!));
    const owner = owners.size === 1 && own.length === names.length ? [...owners][0]! : "";
    const said = joined.length <= MOST_LETTERS ? joined : quantities.length === 1 ? first : alike ? ending : owner;
    const shown = said.length > MOST_LETTERS ? `${said.slice(0, MOST_LETTERS - 1)}…` : said;
    return `${shown} ${inBrackets(unit)}`.trim();
  }

  private zoomed(plot: uPlot): void {
    const { left, width } = plot.select;
    if (width > CLICK) this.store.set({ range: [plot.posToVal(left, "x"), plot.posToVal(left + width, "x")] });
    if (width > 0) plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  }

  /** All panels read at one place: where the pointer is over one of them. */
  private pointed(plot: uPlot): void {
    const { left } = plot.cursor;
    const inside = left !== undefined && left !== null && left >= 0 && plot.over.matches(":hover");
    if (!inside) return;
    const at = plot.posToVal(left, "x");
    if (this.store.fixed.timed) this.store.set({ pointer: at });
    else if (!this.store.state.playing) this.store.seek(at);
  }

  private gestures(): void {
    const { over } = this.plot;
    let down = 0;
    over.addEventListener("mousedown", (event) => (down = event.clientX));
    over.addEventListener("click", (event) => {
      if (Math.abs(event.clientX - down) > CLICK) return;
      this.store.seek(this.plot.posToVal(event.clientX - over.getBoundingClientRect().left, "x"));
    });
    over.addEventListener("dblclick", () => this.reset());
    over.addEventListener("mouseleave", () => this.store.set({ pointer: null }));
    this.room.addEventListener("wheel", (event) => this.scale(event), { passive: false });
  }

  /** The wheel over an axis stretches it about the pointer. */
  private scale(event: WheelEvent): void {
    const box = this.plot.over.getBoundingClientRect();
    const below = event.clientY > box.bottom;
    const beside = event.clientX < box.left ? 0 : event.clientX > box.right ? 1 : -1;
    if (!below && beside < 0) return;
    const key = below ? "x" : `y${beside}`;
    const known = this.plot.scales[key];
    if (!known || known.min == null || known.max == null) return;
    event.preventDefault();
    const factor = Math.exp(0.0015 * event.deltaY);
    const at = this.plot.posToVal(below ? event.clientX - box.left : event.clientY - box.top, key);
    const [min, max] = [at + (known.min - at) * factor, at + (known.max - at) * factor];
    if (below) this.store.set({ range: [Math.max(min, this.store.fixed.lowest), Math.min(max, this.store.fixed.highest)] });
    else this.plot.setScale(key, { min, max });
  }

  private reset(): void {
    this.store.set({ range: null });
    this.plot.setData(this.plot.data, true);
    this.stretch();
  }

  private stretch(): void {
    const [min, max] = stretchOf(this.store);
    this.plot.setScale("x", { min, max });
  }

  follow(state: State, before: State): void {
    if (state.range !== before.range) this.stretch();
    if (state.at !== before.at) this.mark();
    if (state.at !== before.at || state.pointer !== before.pointer) this.read();
  }

  private mark(): void {
    if (!this.plot) return;
    const { at } = this.store.state;
    const left = this.plot.valToPos(at, "x");
    this.marker.hidden = !(left >= -1 && left <= this.plot.over.clientWidth + 1);
    this.marker.style.transform = `translateX(${left}px)`;
    this.marker.dataset["at"] = String(at);
  }

  private read(): void {
    const at = this.store.state.pointer ?? this.store.state.at;
    this.head.show((name, r) => {
      const run = this.store.fixed.runs[r]!;
      const history = run.values(name);
      if (!history || !covers(run.x, at)) return null;
      locate(run.x, at, this.at);
      return between(history, this.at);
    });
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.room;
    if (clientWidth > 0 && clientHeight > 40) this.plot.setSize({ width: clientWidth, height: clientHeight });
  }

  destroy(): void {
    this.watch.disconnect();
    this.plot.destroy();
  }
}
