// Up to four panels: histories over one abscissa, and what is drawn over something else.
import { make } from "../dom";
import type { ShownPanel } from "../data/types";
import type { State, Store } from "../store";
import { figures } from "../panel/figures";
import { BarsPanel } from "./bars";
import { FrictionPanel } from "./friction";
import { Head } from "./head";
import { type Fit, hasTwoUnits, HistoryPanel, type PanelView } from "./panel";
import { PlanePanel } from "./plane";

export class Curves {
  private panels: PanelView[] = [];

  constructor(
    private readonly host: HTMLElement,
    private readonly store: Store,
  ) {
    store.watch((state, before) => this.follow(state, before));
  }

  private follow(state: State, before: State): void {
    const rebuilt = state === before || state.panels !== before.panels || state.theme !== before.theme || state.shown !== before.shown;
    if (rebuilt) this.build(state);
    else for (const panel of this.panels) panel.follow(state, before);
    if (state.sought !== before.sought) this.panels.find(({ spec }) => spec.channels.includes(state.sought))?.element.focus();
  }

  private build(state: State): void {
    for (const panel of this.panels) panel.destroy();
    const lowest = state.panels.map(({ kind }) => kind).lastIndexOf("history");
    const right = state.panels.some((panel) => hasTwoUnits(this.store, panel));
    this.panels = state.panels.map((spec, k) => this.panel(spec, k, { lowest: k === lowest || this.host.parentElement!.classList.contains("flat"), right }));
    const nothing = make("p", { class: "message" }, "No curve is chosen. Press / to search for a channel.");
    this.host.replaceChildren(...(this.panels.length ? this.panels.map((panel) => panel.element) : [nothing]));
  }

  private panel(spec: ShownPanel, index: number, fit: Fit): PanelView {
    switch (spec.kind) {
      case "history":
        return new HistoryPanel(spec, this.store, index, fit);
      case "friction":
        return new FrictionPanel(spec, this.store, index);
      case "bars":
        return new BarsPanel(spec, this.store, index);
      case "metrics":
        return this.metrics(spec, index);
      default:
        return new PlanePanel(spec, this.store, index);
    }
  }

  private metrics(spec: ShownPanel, index: number): PanelView {
    const element = make("section", { class: "panel metrics", tabindex: "-1", "aria-label": "Metrics" });
    element.append(new Head(this.store, spec, index, "Metrics").element, make("div", { class: "plot scrolled" }, figures(this.store)));
    return { element, spec, follow: () => {}, destroy: () => {} };
  }
}
