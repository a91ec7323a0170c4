// Up to four panels over one abscissa.
import { make } from "../dom";
import type { State, Store } from "../store";
import { Panel } from "./panel";

export const MOST_PANELS = 4;
const MOST_UNITS = 2; // of a panel: an axis at the left and one at the right
const MOST_CURVES = 7; // of a panel: as many as there are colours

export class Curves {
  private panels: Panel[] = [];

  constructor(
    private readonly host: HTMLElement,
    private readonly store: Store,
  ) {
    store.watch((state, before) => this.follow(state, before));
  }

  private follow(state: State, before: State): void {
    const rebuilt = state === before || state.panels !== before.panels || state.theme !== before.theme || state.compared !== before.compared;
    if (rebuilt) this.build(state);
    else if (state.range !== before.range) for (const panel of this.panels) panel.stretch(state.range);
    if (state.at !== before.at) for (const panel of this.panels) panel.show(state.at);
    if (state.sought !== before.sought) this.panels.find((panel) => panel.names.includes(state.sought))?.element.focus();
  }

  private build(state: State): void {
    for (const panel of this.panels) panel.destroy();
    this.panels = state.panels.map(
      (names, k) =>
        new Panel(
          names,
          this.store,
          k === state.panels.length - 1,
          (name) => this.store.set({ panels: without(this.store.state.panels, name) }),
          (at) => this.panels.forEach((panel) => panel.show(this.store.state.at, at ?? this.store.state.at)),
        ),
    );
    const nothing = make("p", { class: "message" }, "No curve is chosen. Press / to search for a channel.");
    this.host.replaceChildren(...(this.panels.length ? this.panels.map((panel) => panel.element) : [nothing]));
  }
}

type Names = readonly (readonly string[])[];

export function without(panels: Names, name: string): Names {
  return panels.map((names) => names.filter((each) => each !== name)).filter((names) => names.length);
}

/** Where a channel goes: to curves of its unit, else to a panel of its own, else beside another unit. Null: no room. */
export function withChannel(panels: Names, name: string, unitOf: (name: string) => string): Names | null {
  if (panels.some((names) => names.includes(name))) return panels;
  const unit = unitOf(name);
  const into = (k: number): Names => panels.map((names, n) => (n === k ? [...names, name] : names));
  const room = (names: readonly string[]): boolean => names.length < MOST_CURVES;
  const same = panels.findIndex((names) => room(names) && names.every((each) => unitOf(each) === unit));
  if (same >= 0) return into(same);
  if (panels.length < MOST_PANELS) return [...panels, [name]];
  const beside = panels.findIndex((names) => room(names) && new Set([...names.map(unitOf), unit]).size <= MOST_UNITS);
  return beside >= 0 ? into(beside) : null;
}
