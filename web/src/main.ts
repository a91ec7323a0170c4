// Decode, make the store, hang the parts on it, run the clock.
import "uplot/dist/uPlot.min.css";
import "./style.css";
import { Curves } from "./curves/curves";
import type { Plot } from "./curves/plot";
import { plotOf } from "./curves/plots";
import { type Decoded, Unreadable } from "./data/decode";
import { loadedRun } from "./data/run";
import { embedded, type Source } from "./data/source";
import type { ShownPanel } from "./data/types";
import { make, named } from "./dom";
import { fromAddress, keepInAddress } from "./fragment";
import { keys } from "./keys";
import { bar } from "./panel/bar";
import { Drawer } from "./panel/drawer";
import { figures } from "./panel/figures";
import { Transport } from "./panel/transport";
import { views } from "./panel/views";
import { Stage } from "./scene/stage";
import { type State, Store, type Theme } from "./store";
import { printable } from "./text";

const LONGEST_FRAME = 0.25; // s: a page that slept does not leap ahead

declare global {
  interface Window {
    /** For tests: the store, the scene graph where there is one, and the numbers that a panel draws. */
    __jounce?: { store: Store; stage: Stage | null; ready: number; plot: (panel: ShownPanel) => Plot };
  }
}

async function main(source: Source): Promise<void> {
  const app = document.getElementById("app")!;
  try {
    open(app, await source.load());
  } catch (fault) {
    if (!(fault instanceof Unreadable)) console.error(fault);
    const text = fault instanceof Unreadable ? fault.message : "The data in this page cannot be read.";
    app.replaceChildren(make("p", { class: "message" }, text));
  }
}

function open(app: HTMLElement, decoded: Decoded): void {
  const store = storeOf(decoded);
  const { runs, timed } = store.fixed;
  document.title = printable([runs[0]!.run.model, runs[0]!.run.study].filter(Boolean).join(": ")) || "jounce";
  const area = (tag: "header" | "main" | "section" | "footer" | "aside"): HTMLElement => make(tag, { class: `page-${tag}` });
  const parts = { header: area("header"), main: area("main"), section: area("section"), footer: area("footer"), aside: area("aside") };
  parts.main.setAttribute("aria-label", "Scene");
  parts.section.setAttribute("aria-label", "Curves");
  parts.footer.setAttribute("aria-label", "Transport");
  const printed = make("div", { class: "printed" }, figures(store), make("p", { class: "note" }, runs[0]!.run.note));
  app.classList.toggle("flat", !runs[0]!.run.scene);
  app.classList.toggle("several", runs.length > 1);
  app.classList.toggle("still", runs[0]!.x.length < 2);
  app.replaceChildren(parts.header, parts.main, parts.section, parts.footer, parts.aside, printed);
  store.watch((state) => (document.documentElement.dataset["theme"] = state.theme));
  bar(parts.header, store);
  new Curves(parts.section, store);
  const transport = new Transport(parts.footer, store);
  const stage = staged(parts.main, store, decoded);
  new Drawer(parts.aside, store, (width, height) => stage?.snapshot(width, height) ?? null);
  parts.main.append(named(runs[0]!.run.note, "origin"));
  keys(store, transport);
  keepInAddress(store);
  onPaper(store);
  const plays = stage !== null && timed && !location.hash && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  stage?.draw(0);
  window.__jounce = { store, stage, ready: performance.now(), plot: (panel) => plotOf(store, panel) };
  whenShown(stage, () => {
    run(transport, stage);
    if (plays) store.set({ playing: true });
  });
}

/** After the first picture was not only asked for but shown: while that takes its time, no time of the run goes by. */
function whenShown(stage: Stage | null, act: () => void): void {
  requestAnimationFrame(() => {
    stage?.finish();
    requestAnimationFrame(act);
  });
}

function staged(host: HTMLElement, store: Store, decoded: Decoded): Stage | null {
  if (!store.fixed.runs[0]!.run.scene) return null;
  try {
    const stage = new Stage(host, store, decoded);
    const tools = make("div", { class: "views" });
    host.append(tools);
    views(tools, store);
    return stage;
  } catch (fault) {
    console.warn(fault);
    host.append(make("p", { class: "message" }, "This browser cannot draw in three dimensions (WebGL is off); the curves work."));
    return null;
  }
}

function storeOf(decoded: Decoded): Store {
  const { page } = decoded;
  const runs = page.runs.map((run) => loadedRun(decoded, run));
  const { x } = runs[0]!; // the first run has the axis; what a second has beyond it is there to be zoomed to
  const [first, last] = [x[0]!, x[x.length - 1]!];
  const lowest = Math.min(...runs.map((run) => run.x[0]!));
  const highest = Math.max(...runs.map((run) => run.x[run.x.length - 1]!));
  const dark: Theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const given = fromAddress(location.hash);
  const known = (name: string): boolean => runs.some((run) => run.curves.has(name) || run.run.abscissa.name === name);
  const state: State = {
    // a sweep opens in its design position; what has no picture opens at its end, where most has happened
    at: page.timed ? first : runs[0]!.run.scene ? Math.min(Math.max(0, first), last) : last,
    playing: false,
    speed: 1,
    camera: page.timed && (runs[0]?.run.scene?.follow ?? -1) >= 0 ? "follow" : "free",
    fit: 0,
    range: null,
    theme: dark,
    drawer: "",
    sought: "",
    over: -1,
    pointer: null,
    loop: false,
    shown: runs.map(() => true),
    forces: true,
    centres: false,
    points: false,
    axes: !page.timed,
    ...given,
    panels: (given.panels ?? page.open).flatMap((panel) => knownPanel(panel, known)),
  };
  return new Store({ timed: page.timed, runs, offers: page.offers, first, last, lowest, highest }, { ...state, at: Math.min(Math.max(state.at, first), last) });
}

/** A panel without the channels that no run has; none, where nothing is left of it. */
function knownPanel(panel: ShownPanel, known: (name: string) => boolean): ShownPanel[] {
  if (["friction", "chart", "bars", "metrics"].includes(panel.kind)) return [panel];
  const kept = panel.channels.flatMap((name, k) => (known(name) && (panel.kind !== "plane" || known(panel.over[k] ?? "")) ? [k] : []));
  const over = panel.kind === "plane" ? kept.map((k) => panel.over[k]!) : [];
  return kept.length ? [{ ...panel, channels: kept.map((k) => panel.channels[k]!), over }] : [];
}

function run(transport: Transport, stage: Stage | null): void {
  let last = performance.now();
  const frame = (now: number): void => {
    const seconds = Math.min(Math.max((now - last) / 1000, 0), LONGEST_FRAME);
    last = now;
    transport.advance(seconds);
    stage?.draw(seconds);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Paper is light. */
function onPaper(store: Store): void {
  let before: Theme = store.state.theme;
  addEventListener("beforeprint", () => {
    before = store.state.theme;
    if (before !== "light") store.set({ theme: "light" });
  });
  addEventListener("afterprint", () => {
    if (store.state.theme !== before) store.set({ theme: before });
  });
}

void main(embedded);
