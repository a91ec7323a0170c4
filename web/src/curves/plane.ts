// A panel that is not over time: channels over others, spectra, plots of the study. Drag zooms both axes.
import { make } from "../dom";
import { between, locate, type Position } from "../data/run";
import type { ShownPanel } from "../data/types";
import type { State, Store } from "../store";
import { short } from "../text";
import { INK } from "./colours";
import { Head, swatch } from "./head";
import type { PanelView } from "./panel";
import { drawPlot, type Frame, type Plot } from "./plot";
import { plotOf, valuesOf } from "./plots";
import { surfaceOn } from "./surface";

const CLICK = 5; // px that a click may slip

type Limits = { readonly x: readonly [number, number]; readonly y: readonly [number, number] };

export class PlanePanel implements PanelView {
  readonly element = make("section", { class: "panel plane", tabindex: "-1" });
  private readonly head: Head;
  private readonly canvas = make("canvas", { role: "img" });
  private readonly room = make("div", { class: "plot" }, this.canvas);
  private readonly box = make("div", { class: "zoom-box" });
  private readonly tip = make("div", { class: "part-name" });
  private readonly watch = new ResizeObserver(() => this.draw());
  private readonly at: Position = { sample: 0, part: 0 };
  private plot: Plot;
  private frame: Frame | null = null;
  private limits: Limits | null = null;

  constructor(
    readonly spec: ShownPanel,
    private readonly store: Store,
    index: number,
  ) {
    this.plot = plotOf(store, spec);
    this.head = new Head(store, spec, index, spec.kind === "chart" ? spec.channels[0]! : "");
    this.box.hidden = this.tip.hidden = true;
    this.room.append(this.box, this.tip);
    this.element.append(this.head.element, ...(spec.kind === "chart" ? [this.labels()] : []), this.room);
    const words = `${this.plot.left} over ${this.plot.below}`;
    this.element.setAttribute("aria-label", words);
    this.canvas.setAttribute("aria-label", words);
    this.gestures();
    this.read();
    this.watch.observe(this.room);
  }

  /** Names of the curves of a study's plot. */
  private labels(): HTMLElement {
    const known = new Set<string>();
    const items = this.plot.curves.filter(({ label }) => label && !known.has(label) && known.add(label));
    return make("ul", { class: "labels" }, ...items.map(({ label, colour, dash }) => make("li", {}, swatch(colour, dash), label)));
  }

  follow(state: State, before: State): void {
    const { kind } = this.spec;
    const moved = state.at !== before.at || state.pointer !== before.pointer;
    const stretched = state.range !== before.range;
    if (stretched && kind !== "chart") this.limits = null;
    if (kind === "plane" ? moved || stretched : stretched) {
      this.plot = plotOf(this.store, this.spec);
      this.draw();
      this.read();
    }
  }

  private draw(): void {
    const { clientWidth, clientHeight } = this.room;
    if (clientWidth < 60 || clientHeight < 60) return;
    const plot = this.limits ? { ...this.plot, ...this.limits, equal: false } : this.plot;
    this.frame = drawPlot(plot, surfaceOn(this.canvas, clientWidth, clientHeight), clientWidth, clientHeight, INK[this.store.state.theme]);
  }

  /** Values in the head: over another channel those at the marker, of a spectrum those under the pointer. */
  private read(x: number | null = null): void {
    const { state, fixed } = this.store;
    this.head.show((name, r, c) => {
      if (this.spec.kind !== "plane") return x === null ? null : this.nearest(c, r, x);
      const run = fixed.runs[r]!;
      const history = valuesOf(run, name);
      locate(run.x, state.pointer ?? state.at, this.at);
      return history ? between(history, this.at) : null;
    });
  }

  private nearest(channel: number, run: number, x: number): number | null {
    const order = this.spec.channels.flatMap((_, c) => this.store.state.shown.flatMap((shown, r) => (shown ? [[c, r] as const] : [])));
    const curve = this.plot.curves[order.findIndex(([c, r]) => c === channel && r === run)];
    if (!curve) return null;
    let best = 0;
    for (let k = 1; k < curve.x.length; k++) if (Math.abs(curve.x[k]! - x) < Math.abs(curve.x[best]! - x)) best = k;
    return curve.y[best] ?? null;
  }

  private gestures(): void {
    let down: { x: number; y: number } | null = null;
    const at = (event: PointerEvent): { x: number; y: number } => {
      const box = this.canvas.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      down = at(event);
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener("pointermove", (event) => this.hover(at(event), down));
    this.canvas.addEventListener("pointerup", (event) => {
      const up = at(event);
      this.box.hidden = true;
      if (down && Math.abs(up.x - down.x) > CLICK && Math.abs(up.y - down.y) > CLICK) this.zoom(down, up);
      down = null;
    });
    this.canvas.addEventListener("pointerleave", () => {
      this.tip.hidden = true;
      this.read();
    });
    this.canvas.addEventListener("dblclick", () => {
      this.limits = null;
      this.draw();
    });
  }

  private hover(now: { x: number; y: number }, down: { x: number; y: number } | null): void {
    const { frame } = this;
    if (!frame) return;
    if (down) {
      this.box.hidden = false;
      const [left, top] = [Math.min(now.x, down.x), Math.min(now.y, down.y)];
      Object.assign(this.box.style, { left: `${left}px`, top: `${top}px`, width: `${Math.abs(now.x - down.x)}px`, height: `${Math.abs(now.y - down.y)}px` });
    }
    const inside = now.x >= frame.x && now.x <= frame.x + frame.width && now.y >= frame.y && now.y <= frame.y + frame.height;
    this.tip.hidden = !inside || down !== null;
    if (!inside) return;
    const [x, y] = [frame.valueAcross(now.x), frame.valueUp(now.y)];
    this.tip.textContent = `${short(x)}, ${short(y)}`;
    Object.assign(this.tip.style, { left: `${Math.min(now.x + 12, this.room.clientWidth - 110)}px`, top: `${Math.max(now.y - 26, 0)}px` });
    if (this.spec.kind === "spectrum" || this.spec.kind === "density") this.read(x);
  }

  private zoom(a: { x: number; y: number }, b: { x: number; y: number }): void {
    const frame = this.frame!;
    const sorted = (one: number, other: number): [number, number] => (one < other ? [one, other] : [other, one]);
    this.limits = {
      x: sorted(frame.valueAcross(a.x), frame.valueAcross(b.x)),
      y: sorted(frame.valueUp(a.y), frame.valueUp(b.y)),
    };
    this.draw();
  }

  destroy(): void {
    this.watch.disconnect();
  }
}
