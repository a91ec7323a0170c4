// Which panels there are, and where a channel goes.
import type { ShownPanel } from "../data/types";

export const MOST_PANELS = 4;
const MOST_UNITS = 2; // of a panel: an axis at the left and one at the right
const MOST_CURVES = 7; // of a panel: as many as there are colours

type Panels = readonly ShownPanel[];

export function withoutPanel(panels: Panels, index: number): Panels {
  return panels.filter((_, k) => k !== index);
}

/** Away from all histories; other panels keep theirs. */
export function withoutChannel(panels: Panels, name: string): Panels {
  return panels
    .map((panel) => (panel.kind === "history" ? { ...panel, channels: panel.channels.filter((each) => each !== name) } : panel))
    .filter((panel) => panel.kind !== "history" || panel.channels.length);
}

export function hasChannel(panels: Panels, name: string): boolean {
  return panels.some((panel) => panel.kind === "history" && panel.channels.includes(name));
}

/** Where a channel goes: to curves of its unit, else to a panel of its own, else beside another unit. Null: no room. */
export function withChannel(panels: Panels, name: string, unitOf: (name: string) => string): Panels | null {
  if (hasChannel(panels, name)) return panels;
  const unit = unitOf(name);
  const into = (k: number): Panels => panels.map((panel, n) => (n === k ? { ...panel, channels: [...panel.channels, name] } : panel));
  const room = (panel: ShownPanel): boolean => panel.kind === "history" && panel.channels.length < MOST_CURVES;
  const same = panels.findIndex((panel) => room(panel) && panel.channels.every((each) => unitOf(each) === unit));
  if (same >= 0) return into(same);
  if (panels.length < MOST_PANELS) return [...panels, { kind: "history", channels: [name], over: [] }];
  const beside = panels.findIndex((panel) => room(panel) && new Set([...panel.channels.map(unitOf), unit]).size <= MOST_UNITS);
  return beside >= 0 ? into(beside) : null;
}

/** Channels of a panel over another one: of its own corner, where that has one of the same name. */
export function overChannel(panel: ShownPanel, name: string, known: (name: string) => boolean): ShownPanel {
  const [place, ...rest] = name.split(".");
  const over = panel.channels.map((channel) => {
    const own = [channel.split(".")[0], ...rest].join(".");
    return rest.length && place !== channel.split(".")[0] && known(own) ? own : name;
  });
  return { kind: "plane", channels: panel.channels, over };
}

export function samePanel(a: ShownPanel, b: ShownPanel): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
