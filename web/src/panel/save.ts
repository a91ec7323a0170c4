// What is seen, as a file: picture of scene and curves, picture of lines, table of numbers.
import { drawBars } from "../curves/bars";
import { colour, type Ink, INK } from "../curves/colours";
import { drawFriction } from "../curves/friction";
import { swatchOf } from "../curves/legend";
import { drawPlot } from "../curves/plot";
import { plotOf, seen, stretchOf } from "../curves/plots";
import { CanvasSurface, shifted, type Surface, SvgSurface } from "../curves/surface";
import { column } from "../curves/join";
import type { ShownPanel } from "../data/types";
import { button, make } from "../dom";
import type { Store } from "../store";
import { printable } from "../text";

/** The scene as it is now; null where there is none. */
export type Snapshot = () => HTMLCanvasElement | null;

const WIDTH = 1280; // px of a picture
const PANEL = 240; // px of height of a panel
const TITLE = 46;
const FINE = 2; // pixels of a PNG per pixel of the drawing

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly scene: { readonly width: number; readonly height: number } | null;
}

export function saveTools(store: Store, snapshot: Snapshot): HTMLElement {
  const list = make("div", { class: "saves" });
  const add = (label: string, what: string, act: () => void): void => {
    list.append(button(label, what, act), make("p", { class: "note" }, what));
  };
  add("Picture (PNG)", "Scene and curves as they are now.", () => void png(store, snapshot));
  add("Picture (SVG)", "The same; the curves are lines, to be scaled and edited.", () => svg(store, snapshot));
  add("Table (CSV)", "The channels of the panels in the shown stretch, in the units shown.", () => give("csv", csvOf(store), "text/csv", store));
  return list;
}

function layoutOf(store: Store, scene: HTMLCanvasElement | null): Layout {
  const panels = Math.max(store.state.panels.length, 1);
  const height = TITLE + PANEL * panels + 8;
  return { width: WIDTH, height, scene: scene ? { width: 0.5 * WIDTH, height: height - TITLE - 8 } : null };
}

/** Title, runs, then the panels below each other, beside the scene where there is one. */
function draw(store: Store, surface: Surface, layout: Layout, ink: Ink): void {
  const { run } = store.fixed.runs[0]!;
  surface.text(printable([run.model, run.study].filter(Boolean).join(": ")), 16, 22, { colour: ink.mark, size: 15, bold: true });
  let x = 16;
  if (store.fixed.runs.length > 1) {
    for (const [loaded, r] of seen(store)) {
      surface.text(printable(loaded.run.label), x, 39, { colour: colour(r, store.state.theme), size: 12 });
      x += 7 * loaded.run.label.length + 20;
    }
  }
  const left = layout.scene ? layout.scene.width + 8 : 0;
  store.state.panels.forEach((panel, k) => drawPanel(store, panel, shifted(surface, left, TITLE + k * PANEL), layout.width - left, PANEL, ink));
  surface.text(printable(run.note), layout.width - 10, layout.height - 4, { colour: ink.text, size: 9, align: "end" });
}

function drawPanel(store: Store, panel: ShownPanel, surface: Surface, width: number, height: number, ink: Ink): void {
  const below = shifted(surface, 0, 18);
  if (panel.kind === "friction") return drawFriction(store, surface, width, height, ink);
  if (panel.kind === "bars") return drawBars(store, panel.channels[0] ?? "", below, width, height - 18, ink);
  if (panel.kind === "metrics") return;
  const plot = plotOf(store, panel);
  swatchOf(store, panel, plot, surface, width, ink);
  drawPlot(plot, below, width, height - 22, ink);
}

async function png(store: Store, snapshot: Snapshot): Promise<void> {
  const scene = snapshot();
  const layout = layoutOf(store, scene);
  const canvas = make("canvas", { width: String(FINE * layout.width), height: String(FINE * layout.height) });
  const context = canvas.getContext("2d")!;
  const ink = INK[store.state.theme];
  context.scale(FINE, FINE);
  context.fillStyle = ink.ground;
  context.fillRect(0, 0, layout.width, layout.height);
  if (scene && layout.scene) placed(context, scene, 8, TITLE, layout.scene.width - 8, layout.scene.height);
  draw(store, new CanvasSurface(context), layout, ink);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (blob) give("png", blob, "image/png", store);
}

/** The middle of the scene that fits a box. */
function placed(context: CanvasRenderingContext2D, scene: HTMLCanvasElement, x: number, y: number, width: number, height: number): void {
  const scale = Math.max(width / scene.width, height / scene.height);
  const [w, h] = [width / scale, height / scale];
  context.drawImage(scene, 0.5 * (scene.width - w), 0.5 * (scene.height - h), w, h, x, y, width, height);
}

function svg(store: Store, snapshot: Snapshot): void {
  const scene = snapshot();
  const layout = layoutOf(store, scene);
  const ink = INK[store.state.theme];
  const surface = new SvgSurface();
  surface.area(0, 0, layout.width, layout.height, ink.ground);
  if (scene && layout.scene) {
    const cut = make("canvas", { width: String(FINE * layout.scene.width), height: String(FINE * layout.scene.height) });
    placed(cut.getContext("2d")!, scene, 0, 0, cut.width, cut.height);
    surface.image(cut.toDataURL("image/png"), 8, TITLE, layout.scene.width - 8, layout.scene.height);
  }
  draw(store, surface, layout, ink);
  give("svg", surface.whole(layout.width, layout.height), "image/svg+xml", store);
}

/** One row for each sample of the first run in the shown stretch; a column for each channel and run. */
export function csvOf(store: Store): string {
  const { run, x } = store.fixed.runs[0]!;
  const [low, high] = stretchOf(store);
  const names = [...new Set(store.state.panels.flatMap((panel) => (["chart", "bars"].includes(panel.kind) ? [] : [...panel.over, ...panel.channels])))];
  const own = names.filter((name) => name !== run.abscissa.name && store.fixed.runs.some((each) => each.curves.has(name)));
  const several = seen(store).length > 1;
  const columns = own.flatMap((name) =>
    seen(store).flatMap(([loaded]) => {
      const curve = loaded.curves.get(name);
      return curve ? [{ head: `${name}${several ? ` (${loaded.run.label})` : ""} [${curve.unit || "1"}]`, values: column(loaded, name, x) }] : [];
    }),
  );
  const lines = [[`${run.abscissa.name} [${run.abscissa.unit || "1"}]`, ...columns.map((each) => each.head)].map(quoted).join(",")];
  x.forEach((at, k) => {
    if (at < low || at > high) return;
    lines.push([at, ...columns.map((each) => each.values[k])].map((value) => (value === null || value === undefined ? "" : String(Number(Number(value).toPrecision(9))))).join(","));
  });
  return `${lines.join("\n")}\n`;
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function give(ending: string, content: string | Blob, type: string, store: Store): void {
  const { run } = store.fixed.runs[0]!;
  const name = [run.model, run.study].filter(Boolean).join("_").replace(/[^\w-]+/g, "_").slice(0, 60) || "run";
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = make("a", { href: address, download: `${name}.${ending}` });
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
