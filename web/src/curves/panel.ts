// One panel of curves: uPlot, a header with the values, a marker.
import uPlot from "uplot";
import { button, make, named } from "../dom";
import { between, locate, type Position } from "../data/run";
import type { Curve } from "../data/types";
import type { Store } from "../store";
import { apart, inBrackets, number, short } from "../text";
import { colour, INK } from "./colours";
import { abscissa, column } from "./join";
import { everySample } from "./path";

const FONT = "11px system-ui, sans-serif";
const CLICK = 4; // px that a click may slip
const AXIS = 56; // px: room for −2.5e−4
const MOST_LETTERS = 17; // of an axis label
const THIN = 1.5; // px
const THICKER = 1.8; // px for each curve that is drawn over this one: curves that coincide show as stripes

interface Line {
  readonly name: string;
  readonly curve: Curve;
  readonly value: HTMLElement;
  readonly compared: HTMLElement | null;
}

export class Panel {
  readonly element = make("section", { class: "panel", tabindex: "-1" });
  private readonly plot: uPlot;
  private readonly marker = make("div", { class: "marker" });
  private readonly lines: Line[];
  private readonly at: Position = { sample: 0, part: 0 };
  private readonly room = make("div", { class: "plot" });

  constructor(
    readonly names: readonly string[],
    private readonly store: Store,
    private readonly lowest: boolean,
    private readonly remove: (name: string) => void,
    private readonly hover: (at: number | null) => void,
  ) {
    const header = make("ul", { class: "legend" });
    const two = store.state.compared && store.fixed.runs.length > 1;
    header.classList.toggle("two", two);
    const shown = two ? apart(names) : names; // two values leave less room for what all names have in common
    this.lines = names.map((name, k) => this.line(name, shown[k]!, k, two, header));
    this.element.append(header, this.room);
    this.element.setAttribute("aria-label", `Curves of ${names.join(", ")}`);
    const { state, fixed } = store;
    const runs = state.compared ? fixed.runs : fixed.runs.slice(0, 1);
    const x = abscissa(runs);
    const data = [x, ...names.flatMap((name) => runs.map((run) => column(run, name, x)))] as uPlot.AlignedData;
    this.plot = new uPlot(this.options(runs.length), data, this.room);
    this.plot.over.append(this.marker);
    this.gestures();
    this.show(state.at);
    new ResizeObserver(() => this.resize()).observe(this.room);
  }

  private line(name: string, shown: string, index: number, two: boolean, header: HTMLElement): Line {
    const curve = this.store.fixed.runs.map((run) => run.curves.get(name)).find((found) => found)!;
    const value = make("output", { class: "value" });
    const compared = two ? make("output", { class: "value compared", title: this.store.fixed.runs[1]!.run.label }) : null;
    const swatch = make("span", { class: "swatch" });
    swatch.style.background = colour(index, this.store.state.theme);
    const label = named(shown);
    label.title = curve.definition ? `${name}: ${curve.definition}` : name;
    const unit = make("span", { class: "unit" }, curve.unit || "–");
    const close = button("×", `Remove ${name}`, () => this.remove(name), "quiet");
    header.append(make("li", {}, swatch, label, value, ...(compared ? [compared] : []), unit, close));
    return { name, curve, value, compared };
  }

  private options(runs: number): uPlot.Options {
    const { theme } = this.store.state;
    const [min, max] = this.span(this.store.state.range);
    const ink = INK[theme];
    const { run } = this.store.fixed.runs[0]!;
    const units = [...new Set(this.lines.map((line) => line.curve.unit))];
    const scale = (unit: string): string => `y${units.indexOf(unit)}`;
    const axis = { stroke: ink.text, font: FONT, labelFont: FONT, grid: { stroke: ink.grid, width: 1 }, ticks: { stroke: ink.grid, size: 4 } };
    const xLabel = `${run.abscissa.quantity} ${inBrackets(run.abscissa.unit)}`;
    return {
      width: 300,
      height: 150,
      legend: { show: false },
      padding: [8, units.length > 1 ? 0 : 12, this.lowest ? 0 : 4, 0],
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
          ...(this.lowest ? { label: xLabel, labelSize: 18, size: 28 } : { size: 8, values: () => [] }),
        },
        ...units.map((unit, k) => ({
          ...axis,
          scale: scale(unit),
          side: (k === 0 ? 3 : 1) as uPlot.Axis.Side,
          grid: { ...axis.grid, show: k === 0 },
          space: 26,
          size: AXIS, // the same in all panels, so that times stand below each other
          label: this.label(unit),
          labelSize: 16,
          values: (_plot: uPlot, splits: number[]) => splits.map(short),
        })),
      ],
      series: [
        {},
        ...this.lines.flatMap((line, k) =>
          Array.from({ length: runs }, (_, r) => ({
            scale: scale(line.curve.unit),
            stroke: colour(k, theme),
            width: THIN + (r === 0 ? THICKER * Math.min(this.lines.length - 1 - k, 2) * (this.store.fixed.timed ? 0 : 1) : 0),
            pxAlign: 0,
            paths: everySample,
            points: { show: false },
            ...(r === 0 ? {} : { dash: [6, 4] }),
          })),
        ),
      ],
      hooks: {
        setSelect: [(plot) => this.zoomed(plot)],
        setCursor: [(plot) => this.pointed(plot)],
        setScale: [() => this.show(this.store.state.at)],
        setSize: [() => this.show(this.store.state.at)],
      },
    };
  }

  /** The quantity, where all curves of the axis show the same one, else what they are of; and always the unit. */
  private label(unit: string): string {
    const quantities = [...new Set(this.lines.filter((line) => line.curve.unit === unit).map((line) => line.curve.quantity))];
    const [first = ""] = quantities;
    const ending = first.slice(first.lastIndexOf(" ") + 1);
    const alike = quantities.every((quantity) => quantity.endsWith(ending));
    const joined = quantities.join(", ");
    const owners = new Set(this.names.map((name) => name.split(".")[0]!));
    const owner = owners.size === 1 && this.lines.every((line) => line.curve.unit === unit) ? [...owners][0]! : "";
    const words = joined.length <= MOST_LETTERS ? joined : quantities.length === 1 ? first : alike ? ending : owner;
    const shown = words.length > MOST_LETTERS ? `${words.slice(0, MOST_LETTERS - 1)}…` : words;
    return `${shown} ${inBrackets(unit)}`.trim();
  }

  private zoomed(plot: uPlot): void {
    const { left, width } = plot.select;
    if (width > CLICK) this.store.set({ range: [plot.posToVal(left, "x"), plot.posToVal(left + width, "x")] });
    if (width > 0) plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  }

  private pointed(plot: uPlot): void {
    const { left } = plot.cursor;
    const inside = left !== undefined && left !== null && left >= 0 && plot.over.matches(":hover");
    if (!inside) return;
    const at = plot.posToVal(left, "x");
    if (this.store.fixed.timed) this.hover(at);
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
    over.addEventListener("mouseleave", () => this.hover(null));
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
    this.stretch(null);
  }

  stretch(range: readonly [number, number] | null): void {
    const [min, max] = this.span(range);
    this.plot.setScale("x", { min, max });
  }

  private span(range: readonly [number, number] | null): readonly [number, number] {
    return range ?? [this.store.fixed.first, this.store.fixed.last];
  }

  /** Marker and values. */
  show(at: number, values = at): void {
    if (!this.plot) return;
    const left = this.plot.valToPos(at, "x");
    this.marker.hidden = !(left >= -1 && left <= this.plot.over.clientWidth + 1);
    this.marker.style.transform = `translateX(${left}px)`;
    this.marker.dataset["at"] = String(at);
    this.store.fixed.runs.forEach((run, k) => {
      const inside = values >= run.x[0]! && values <= run.x[run.x.length - 1]!;
      locate(run.x, values, this.at);
      for (const line of this.lines) {
        const target = k === 0 ? line.value : line.compared;
        const history = target ? run.values(line.name) : null;
        if (target) target.textContent = history && inside ? number(between(history, this.at)) : "–";
      }
    });
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.room;
    if (clientWidth > 0 && clientHeight > 40) this.plot.setSize({ width: clientWidth, height: clientHeight });
  }

  destroy(): void {
    this.plot.destroy();
  }
}
