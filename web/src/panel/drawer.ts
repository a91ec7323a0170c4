// The drawer: channel search, metrics with their definitions, keys.
import { without, withChannel } from "../curves/curves";
import { button, make, named } from "../dom";
import type { Curve, Figure } from "../data/types";
import type { Store } from "../store";
import { number } from "../text";

const MOST_HITS = 1000;
const TITLES = { channels: "Channels", figures: "Metrics", keys: "Keys" } as const;

export const KEYS: readonly (readonly [string, string])[] = [
  ["Space", "play or pause"],
  ["← →", "one sample back or ahead; with shift, ten"],
  ["Home End", "to the start or the end"],
  ["/", "search channels"],
  ["M", "metrics"],
  ["1 2 3 4 5", "camera: free, follow, side, front, wheel"],
  ["F", "fit everything into view"],
  ["A", "tyre forces"],
  ["C", "centres of mass"],
  ["G", "compared run"],
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
  private readonly body = make("div", { class: "drawer-body" });
  private readonly all: readonly Curve[];
  private found: readonly Curve[] = [];

  constructor(
    private readonly host: HTMLElement,
    private readonly store: Store,
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
      if (state === before || state.drawer !== before.drawer) this.open();
      else if (state.drawer === "channels" && state.panels !== before.panels) this.hits();
    });
  }

  private open(): void {
    const { drawer } = this.store.state;
    this.host.hidden = !drawer;
    if (!drawer) return;
    this.title.textContent = TITLES[drawer];
    if (drawer === "channels") {
      this.body.replaceChildren(this.search, this.note, this.list);
      this.hits();
      this.search.focus();
      this.search.select();
    } else if (drawer === "figures") {
      this.body.replaceChildren(figures(this.store));
    } else {
      const rows = KEYS.map(([key, what]) => make("div", {}, make("dt", {}, make("kbd", {}, key)), make("dd", {}, what)));
      this.body.replaceChildren(make("dl", { class: "keys" }, ...rows));
    }
  }

  /** Return shows the first hit; one that is shown already is brought into view, and stays. */
  private take(): void {
    const [first] = this.found;
    if (!first) return;
    if (!this.shown(first)) return this.choose(first.name, false);
    this.store.set({ drawer: "", sought: "" });
    this.store.set({ sought: first.name });
  }

  private shown(curve: Curve): boolean {
    return this.store.state.panels.some((names) => names.includes(curve.name));
  }

  private hits(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
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

  private choose(name: string, shown: boolean): void {
    const { panels } = this.store.state;
    const unit = new Map(this.all.map((curve) => [curve.name, curve.unit]));
    const next = shown ? without(panels, name) : withChannel(panels, name, (each) => unit.get(each) ?? "");
    if (next) this.store.set({ panels: next });
    else this.note.textContent = "All four panels are full: remove a curve first.";
  }
}

/** Every metric of the runs; the sign is part of each definition. */
export function figures(store: Store): HTMLElement {
  const [first, second] = store.fixed.runs.map((run) => (run.run.figures.length ? run.run.figures : run.run.headline));
  const table = make("table", { class: "figures" });
  const columns = second ? ["", ...store.fixed.runs.map((run) => run.run.label), ""] : ["", "", ""];
  table.append(make("thead", {}, make("tr", {}, ...columns.map((text) => make("th", { scope: "col" }, named(text, "label"))))));
  const body = make("tbody");
  const others = new Map((second ?? []).map((figure) => [figure.name, figure]));
  for (const figure of first ?? []) {
    const row = make("tr", { title: figure.definition });
    const value = (each: Figure | undefined): HTMLElement => make("td", { class: "value" }, number(each?.value));
    row.append(make("th", { scope: "row" }, named(figure.name), named(figure.definition, "definition")), value(figure));
    if (second) row.append(value(others.get(figure.name)));
    row.append(make("td", { class: "unit" }, figure.unit || "–"));
    body.append(row);
  }
  table.append(body);
  return first?.length ? table : make("p", { class: "message" }, "This run has no metrics.");
}
