// The head of a panel: its channels with their values, what they are drawn over, and how to take it away.
import { button, make, named } from "../dom";
import type { ShownPanel } from "../data/types";
import type { Store } from "../store";
import { apart, commonEnd, number } from "../text";
import { colour, INK, look } from "./colours";
import { curveOf, seen } from "./plots";
import { withoutPanel } from "./panels";

const SVG = "http://www.w3.org/2000/svg";
const KINDS = { history: "", spectrum: "amplitude spectrum", density: "power density", plane: "over a channel …" } as const;
const SHORT = 11; // letters of names that stand side by side on a phone
type Kind = keyof typeof KINDS;

/** A short piece of the line as it is drawn. */
export function swatch(ink: string, dash: readonly number[]): SVGElement {
  const picture = document.createElementNS(SVG, "svg");
  const line = document.createElementNS(SVG, "line");
  for (const [name, value] of Object.entries({ class: "swatch", width: "18", height: "8", "aria-hidden": "true" })) picture.setAttribute(name, value);
  const drawn = { x1: "0", x2: "18", y1: "4", y2: "4", stroke: ink, "stroke-width": "2.5", "stroke-dasharray": dash.map((part) => 0.8 * part).join(" ") };
  for (const [name, value] of Object.entries(drawn)) line.setAttribute(name, value);
  picture.append(line);
  return picture;
}

/** One channel of a panel: where its values are written, one for each run that is seen. */
export interface LegendLine {
  readonly name: string;
  readonly values: readonly (readonly [number, HTMLElement])[];
}

export class Head {
  readonly element = make("header", { class: "panel-head" });
  readonly lines: readonly LegendLine[];

  constructor(
    private readonly store: Store,
    private readonly spec: ShownPanel,
    private readonly index: number,
    title = "",
  ) {
    const legend = make("ul", { class: "legend" });
    const runs = seen(store);
    legend.classList.toggle("two", runs.length > 1);
    legend.classList.toggle("many", runs.length > 2);
    const shown = runs.length > 1 ? apart(spec.channels) : commonEnd(spec.channels).owners; // what all are stands at the axis
    legend.classList.toggle("short", runs.length < 2 && shown.length > 1 && shown.every((name) => name.length <= SHORT));
    this.lines = title ? [] : spec.channels.map((name, k) => this.line(name, shown[k]!, k, legend));
    this.element.append(title ? make("h3", { title }, title) : legend, this.choice());
  }

  private line(name: string, shown: string, index: number, legend: HTMLElement): LegendLine {
    const { store } = this;
    const { theme } = store.state;
    const curve = curveOf(store, name);
    const several = store.fixed.runs.length > 1;
    const { colour: ink, dash } = look(store, index, 0);
    const label = named(shown);
    label.title = curve?.definition ? `${name}: ${curve.definition}` : name;
    const values = seen(store).map(([run, r]) => {
      const value = make("output", { class: r ? "value compared" : "value", title: run.run.label });
      if (several) value.style.color = colour(r, theme);
      return [r, value] as const;
    });
    const unit = make("span", { class: "unit" }, curve?.unit || "–");
    const close = button("×", `Remove ${name}`, () => this.remove(name), "quiet");
    const sample = swatch(several ? INK[theme].text : ink, dash);
    legend.append(make("li", {}, sample, label, ...values.map(([, value]) => value), unit, close));
    return { name, values };
  }

  private remove(name: string): void {
    const { panels } = this.store.state;
    const kept = this.spec.channels.flatMap((each, k) => (each === name ? [] : [k]));
    const next = { ...this.spec, channels: kept.map((k) => this.spec.channels[k]!), over: kept.flatMap((k) => this.spec.over.slice(k, k + 1)) };
    this.store.set({ panels: kept.length ? panels.map((panel, k) => (k === this.index ? next : panel)) : withoutPanel(panels, this.index) });
  }

  /** What the channels are drawn over; a plot of the study can only be closed. */
  private choice(): HTMLElement {
    const { fixed } = this.store;
    if (!(this.spec.kind in KINDS)) {
      return button("×", "Close this panel", () => this.store.set({ panels: withoutPanel(this.store.state.panels, this.index) }), "quiet close");
    }
    const choice = make("select", { class: "over", "aria-label": "What the curves are drawn over", title: "What the curves are drawn over" });
    const { abscissa } = fixed.runs[0]!.run;
    for (const kind of Object.keys(KINDS) as Kind[]) {
      if (!fixed.timed && (kind === "spectrum" || kind === "density")) continue;
      choice.append(make("option", { value: kind }, kind === "history" ? `over ${abscissa.quantity}` : KINDS[kind]));
    }
    choice.value = this.spec.kind;
    choice.addEventListener("change", () => this.choose(choice.value as Kind));
    choice.addEventListener("keydown", (event) => event.stopPropagation());
    return choice;
  }

  private choose(kind: Kind): void {
    if (kind === "plane") return this.store.set({ drawer: "channels", over: this.index });
    const { panels } = this.store.state;
    this.store.set({ panels: panels.map((panel, k) => (k === this.index ? { ...panel, kind, over: [] } : panel)) });
  }

  /** Write the values that `read` finds for a channel of a run; null where there is none. */
  show(read: (name: string, run: number, channel: number) => number | null): void {
    this.lines.forEach((line, c) => {
      for (const [r, target] of line.values) {
        const value = read(line.name, r, c);
        const step = this.store.fixed.runs[r]!.curves.get(line.name)?.values.step ?? 0;
        target.textContent = number(value !== null && Math.abs(value) < step ? 0 : value); // what is kept is no finer
      }
    });
  }
}
