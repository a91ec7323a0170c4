// The drawer: channels and panels to choose from, metrics with their definitions, where a run comes from, files, keys.
import { hasChannel, MOST_PANELS, overChannel, samePanel, withChannel, withoutChannel, withoutPanel } from "../curves/panels";
import { button, make, named } from "../dom";
import type { Curve, Offer } from "../data/types";
import type { Store } from "../store";
import { about } from "./about";
import { figures } from "./figures";
import { saveTools, type Snapshot } from "./save";

const MOST_HITS = 1000;
const TITLES = { channels: "Channels and panels", figures: "Metrics", run: "This run", save: "Save what is seen", keys: "Keys" } as const;

export const KEYS: readonly (readonly [string, string])[] = [
  ["Space", "play or pause"],
  ["← →", "one sample back or ahead; with shift, ten"],
  ["Home End", "to the start or the end"],
  ["/", "search channels"],
  ["M", "metrics"],
  ["I", "changed values, settings, origin"],
  ["S", "save picture or table"],
  ["L", "play in a loop, over the shown stretch"],
  ["1 2 3 4 5", "camera: free, follow, side, front, wheel"],
  ["F", "fit everything into view"],
  ["A", "tyre forces"],
  ["C", "centres of mass"],
  ["N", "names of hardpoints"],
  ["R", "steering axes, instant centres, roll centres"],
  ["G", "compared runs"],
  ["T", "light or dark"],
  ["Esc", "close the drawer"],
  ["Drag over a curve", "zoom; double click to reset; wheel on an axis to scale"],
  ["Drag in the scene", "turn; right button or shift to shift; wheel to zoom"],
];

export class Drawer {
  private readonly title = make("h2", { id: "drawer-title" });
  private readonly search = make("input", { type: "search", placeholder: "Search by name, unit or meaning", "aria-label": "Search channels" });
  private readonly note = make("p", { class: "note", role: "status" });
  private readonly list = make("ul", { class: "hits" });
  private readonly offers = make("div", { class: "offers", role: "group", "aria-label": "Panels" });
  private readonly body = make("div", { class: "drawer-body" });
  private readonly all: readonly Curve[];
  private found: readonly Curve[] = [];

  constructor(
    private readonly host: HTMLElement,
    private readonly store: Store,
    private readonly snapshot: Snapshot,
  ) {
    const known = new Set<string>();
    this.all = store.fixed.runs.flatMap((run) => run.run.curves.filter(({ name }) => !known.has(name) && known.add(name))); // the first tells what it is
    const close = button("×", "Close (escape)", () => store.set({ drawer: "" }), "quiet");
    host.setAttribute("aria-labelledby", "drawer-title");
    host.append(make("header", {}, this.title, close), this.body);
    this.search.addEventListener("input", () => this.hits());
    this.search.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.take();
      if (event.key === "ArrowDown") this.list.querySelector("button")?.focus();
    });
    store.watch((state, before) => {
      if (state === before || state.drawer !== before.drawer || state.over !== before.over) this.open();
      else if (state.drawer === "channels" && state.panels !== before.panels) this.hits();
    });
  }

  private open(): void {
    const { drawer, over } = this.store.state;
    this.host.hidden = !drawer;
    if (!drawer) return;
    const picking = drawer === "channels" && over >= 0;
    this.title.textContent = picking ? "Draw over which channel?" : drawer === "run" && this.store.fixed.runs.length > 1 ? "These runs" : TITLES[drawer];
    if (drawer === "channels") {
      this.body.replaceChildren(this.search, ...(picking ? [] : [this.offers]), this.note, this.list);
      this.hits();
      this.search.focus();
      this.search.select();
    } else if (drawer === "figures") {
      this.body.replaceChildren(figures(this.store));
    } else if (drawer === "run") {
      this.body.replaceChildren(about(this.store));
    } else if (drawer === "save") {
      this.body.replaceChildren(saveTools(this.store, this.snapshot));
    } else {
      const rows = KEYS.map(([key, what]) => make("div", {}, make("dt", {}, make("kbd", {}, key)), make("dd", {}, what)));
      this.body.replaceChildren(make("dl", { class: "keys" }, ...rows));
    }
  }

  /** Return shows the first hit; one that is shown already is brought into view, and stays. */
  private take(): void {
    const [first] = this.found;
    if (!first) return;
    if (!this.shown(first) || this.store.state.over >= 0) return this.choose(first.name, false);
    this.store.set({ drawer: "", sought: "" });
    this.store.set({ sought: first.name });
  }

  private shown(curve: Curve): boolean {
    return hasChannel(this.store.state.panels, curve.name);
  }

  private hits(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const { offers } = this.store.fixed;
    this.offers.replaceChildren(...offers.filter(({ heading }) => words.every((word) => heading.toLowerCase().includes(word))).map((offer) => this.offer(offer)));
    const found = (this.found = this.all.filter((curve) => {
      const text = `${curve.name} ${curve.unit} ${curve.definition}`.toLowerCase();
      return words.every((word) => text.includes(word));
    }));
    this.note.textContent =
      found.length > MOST_HITS ? `${found.length} channels, the first ${MOST_HITS} are listed` : `${found.length} channels`;
    this.list.replaceChildren(...found.slice(0, MOST_HITS).map((curve) => this.hit(curve)));
  }

  private hit(curve: Curve): HTMLElement {
    const shown = this.shown(curve);
    const choose = make("button", { type: "button", class: "hit", "aria-pressed": String(shown) });
    const meaning = named(curve.definition, "definition");
    choose.append(named(curve.name), make("span", { class: "unit" }, curve.unit || "–"), meaning);
    choose.addEventListener("click", () => this.choose(curve.name, shown));
    return make("li", {}, choose);
  }

  private offer(offer: Offer): HTMLElement {
    const { panels } = this.store.state;
    const at = panels.findIndex((panel) => samePanel(panel, offer.panel));
    const press = button(offer.heading, at < 0 ? `Open the panel: ${offer.heading}` : `Close the panel: ${offer.heading}`, () => {
      if (at >= 0) this.store.set({ panels: withoutPanel(panels, at) });
      else if (panels.length < MOST_PANELS) this.store.set({ panels: [...panels, offer.panel] });
      else this.store.set({ panels: [...panels.slice(0, MOST_PANELS - 1), offer.panel] }); // in place of the last
    });
    press.setAttribute("aria-pressed", String(at >= 0));
    return press;
  }

  private choose(name: string, shown: boolean): void {
    const { panels, over } = this.store.state;
    const unit = new Map(this.all.map((curve) => [curve.name, curve.unit]));
    const panel = panels[over];
    if (panel) {
      const next = overChannel(panel, name, (each) => unit.has(each));
      return this.store.set({ panels: panels.map((each, k) => (k === over ? next : each)), drawer: "", over: -1 });
    }
    const next = shown ? withoutChannel(panels, name) : withChannel(panels, name, (each) => unit.get(each) ?? "");
    if (next) this.store.set({ panels: next });
    else this.note.textContent = "All four panels are full: remove a curve first.";
  }
}
