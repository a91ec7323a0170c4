// Friction use of each tyre: its force as an arrow in the circle that friction allows, wheels placed as on the car.
import { make } from "../dom";
import { between, locate, type Position } from "../data/run";
import type { ShownPanel } from "../data/types";
import type { State, Store } from "../store";
import { type Ink, INK, look } from "./colours";
import { Head } from "./head";
import type { PanelView } from "./panel";
import { seen, stretchOf } from "./plots";
import { type Surface, surfaceOn } from "./surface";

const USE = ".tyre.friction_use";
const NAME = 112; // px of the name of a wheel and its use
const HEAD = 9; // px of an arrow's head

/** Wheels whose friction use is known, in the order of the channels: left before right. */
export function wheelsWithUse(store: Store): string[] {
  const names = store.fixed.runs.flatMap((run) => [...run.curves.keys()]).filter((name) => name.endsWith(USE));
  return [...new Set(names)].map((name) => name.slice(0, -USE.length));
}

/** All circles on a surface; forward is up, left is left. */
export function drawFriction(store: Store, surface: Surface, width: number, height: number, ink: Ink): void {
  const wheels = wheelsWithUse(store);
  const fits = (columns: number): number => Math.min((0.5 * width) / columns - 14, 0.5 * (height / Math.ceil(wheels.length / columns) - 30));
  const crowded = fits(2) >= fits(wheels.length) || width / wheels.length < NAME;
  const columns = wheels.length < 2 ? 1 : crowded ? 2 : wheels.length;
  const [wide, tall] = [width / columns, height / Math.ceil(wheels.length / columns)];
  const radius = Math.max(fits(columns), 12);
  wheels.forEach((wheel, k) => {
    const x = wide * ((k % columns) + 0.5);
    const y = tall * (Math.floor(k / columns) + 0.5) + 8;
    circle(store, wheel, surface, x, y, radius, ink);
  });
}

function circle(store: Store, wheel: string, surface: Surface, x: number, y: number, radius: number, ink: Ink): void {
  const at: Position = { sample: 0, part: 0 };
  const [low, high] = stretchOf(store);
  surface.circle(x, y, radius, null, { colour: ink.text, width: 1.4 });
  surface.circle(x, y, 0.5 * radius, null, { colour: ink.grid, width: 1 });
  surface.line([x - radius, y, x + radius, y], { colour: ink.grid, width: 1 });
  surface.line([x, y - radius, x, y + radius], { colour: ink.grid, width: 1 });
  const uses: string[] = [];
  for (const [run, r] of seen(store)) {
    const [use, fx, fy] = [USE, ".tyre.Fx", ".tyre.Fy"].map((end) => run.values(`${wheel}${end}`));
    if (!use) continue;
    const tip = (share: number, along: number, left: number): [number, number] => {
      const force = Math.hypot(along, left) || 1;
      return [x - (radius * share * left) / (100 * force), y - (radius * share * along) / (100 * force)];
    };
    const { colour } = look(store, 0, r);
    const path: number[] = [];
    for (let k = 0; k < run.x.length; k++) {
      if (run.x[k]! >= low && run.x[k]! <= high) path.push(...tip(use[k]!, fx?.[k] ?? 0, fy?.[k] ?? 0));
    }
    surface.line(path, { colour: ink.grid, width: 1.6 });
    locate(run.x, store.state.pointer ?? store.state.at, at);
    const share = between(use, at);
    const [tx, ty] = tip(share, fx ? between(fx, at) : 0, fy ? between(fy, at) : 0);
    arrow(surface, x, y, tx, ty, colour);
    uses.push(Number.isFinite(share) ? `${share.toFixed(0)} %` : "–");
  }
  surface.text(`${wheel.replaceAll("_", " ")}  ${uses.join("  ")}`, x, y - radius - 7, { colour: ink.mark, align: "middle", size: 12 });
}

function arrow(surface: Surface, x: number, y: number, tx: number, ty: number, colour: string): void {
  const long = Math.hypot(tx - x, ty - y);
  if (!(long > 1)) return surface.circle(x, y, 2.5, colour);
  const [ax, ay] = [(tx - x) / long, (ty - y) / long];
  const head = Math.min(HEAD, 0.7 * long);
  const stroke = { colour, width: 2.4 };
  surface.line([x, y, tx, ty], stroke);
  const [bx, by] = [tx - head * ax, ty - head * ay];
  surface.line([bx - 0.5 * head * ay, by + 0.5 * head * ax, tx, ty, bx + 0.5 * head * ay, by - 0.5 * head * ax], stroke);
}

export class FrictionPanel implements PanelView {
  readonly element = make("section", { class: "panel plane", tabindex: "-1", "aria-label": "Friction use of the tyres" });
  private readonly canvas = make("canvas", { role: "img", "aria-label": "Friction use of the tyres" });
  private readonly room = make("div", { class: "plot" }, this.canvas);
  private readonly watch = new ResizeObserver(() => this.draw());

  constructor(
    readonly spec: ShownPanel,
    private readonly store: Store,
    index: number,
  ) {
    const head = new Head(store, spec, index, "Friction use, forward is up");
    this.element.append(head.element, this.room);
    this.watch.observe(this.room);
  }

  follow(state: State, before: State): void {
    if (state.at !== before.at || state.pointer !== before.pointer || state.range !== before.range) this.draw();
  }

  private draw(): void {
    const { clientWidth, clientHeight } = this.room;
    if (clientWidth < 60 || clientHeight < 60) return;
    drawFriction(this.store, surfaceOn(this.canvas, clientWidth, clientHeight), clientWidth, clientHeight, INK[this.store.state.theme]);
  }

  destroy(): void {
    this.watch.disconnect();
  }
}
