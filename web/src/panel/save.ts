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
import { HIGH } from "../scene/labels";
import type { Picture } from "../scene/stage";
import { printable, threeFigures, words } from "../text";

/** The scene as it is now, in a size; null where there is none. */
export type Snapshot = (width: number, height: number) => Picture | null;

const WIDTH = 1280; // px of a picture
const PANEL = 240; // px of height of a panel
const TITLE = 46;
const SCENE = WIDTH / 2 - 8; // px, and at most as high
const LINE = 20; // px of a metric
const FINE = 2; // pixels of a PNG per pixel of the drawing

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

function heightOf(store: Store): number {
  return TITLE + PANEL * Math.max(store.state.panels.length, 1) + 8;
}

function sceneHeight(store: Store): number {
  return Math.min(heightOf(store) - TITLE - 8, SCENE);
}

/** Title, runs, then the panels below each other; where there is a scene, beside it and the first metrics. */
function draw(store: Store, surface: Surface, scene: Picture | null, ink: Ink): void {
  const height = heightOf(store);
  const { run } = store.fixed.runs[0]!;
  surface.text(printable([run.model, run.study].filter(Boolean).join(": ")), 16, 22, { colour: ink.mark, size: 15, bold: true });
  let x = 16;
  if (store.fixed.runs.length > 1) {
    for (const [loaded, r] of seen(store)) {
      surface.text(printable(loaded.run.label), x, 39, { colour: colour(r, store.state.theme), size: 12 });
      x += 7 * loaded.run.label.length + 20;
    }
  }
  const left = scene ? SCENE + 16 : 0;
  store.state.panels.forEach((panel, k) => drawPanel(store, panel, shifted(surface, left, TITLE + k * PANEL), WIDTH - left, PANEL, ink));
  for (const { text, x: at, y, wide } of scene?.labels ?? []) {
    surface.area(8 + at, TITLE + y, wide, HIGH, ink.ground);
    surface.text(printable(text), 11 + at, TITLE + y + 12, { colour: ink.mark });
  }
  if (scene) drawFigures(store, shifted(surface, 8, TITLE + sceneHeight(store) + 8), height - TITLE - sceneHeight(store) - 24, ink);
  surface.text(printable(run.note), WIDTH - 10, height - 4, { colour: ink.text, size: 9, align: "end" });
}

/** The first metrics, as many as there is room for, with the values of all runs. */
function drawFigures(store: Store, surface: Surface, height: number, ink: Ink): void {
  const figures = store.fixed.runs[0]!.run.figures.slice(0, Math.floor(height / LINE));
  figures.forEach(({ name, unit }, k) => {
    const y = (k + 0.7) * LINE;
    surface.text(printable(words(name)), 8, y, { colour: ink.mark, size: 12 });
    seen(store).forEach(([loaded, r], column) => {
      const value = loaded.run.figures.find((figure) => figure.name === name)?.value;
      const text = value === undefined ? "" : threeFigures(value);
      surface.text(text, SCENE - 70 - 75 * (seen(store).length - 1 - column), y, { colour: store.fixed.runs.length > 1 ? colour(r, store.state.theme) : ink.mark, size: 12, align: "end" });
    });
    surface.text(unit, SCENE - 62, y, { colour: ink.text, size: 12 });
  });
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
  const scene = snapshot(SCENE, sceneHeight(store));
  const height = heightOf(store);
  const canvas = make("canvas", { width: String(FINE * WIDTH), height: String(FINE * height) });
  const context = canvas.getContext("2d")!;
  const ink = INK[store.state.theme];
  context.scale(FINE, FINE);
  context.fillStyle = ink.ground;
  context.fillRect(0, 0, WIDTH, height);
  if (scene) context.drawImage(scene.canvas, 8, TITLE, SCENE, sceneHeight(store));
  draw(store, new CanvasSurface(context), scene, ink);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (blob) give("png", blob, "image/png", store);
}

function svg(store: Store, snapshot: Snapshot): void {
  const scene = snapshot(SCENE, sceneHeight(store));
  const ink = INK[store.state.theme];
  const surface = new SvgSurface();
  surface.area(0, 0, WIDTH, heightOf(store), ink.ground);
  if (scene) surface.image(scene.canvas.toDataURL("image/png"), 8, TITLE, SCENE, sceneHeight(store));
  draw(store, surface, scene, ink);
  give("svg", surface.whole(WIDTH, heightOf(store)), "image/svg+xml", store);
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
