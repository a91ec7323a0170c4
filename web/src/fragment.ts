// The address holds the view, so that a link or a reload returns to it.
import type { ShownPanel } from "./data/types";
import { CAMERAS, type Camera, type State, type Store } from "./store";

const PAUSE = 250; // ms after the last change

export function fromAddress(hash: string): Partial<State> {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const at = Number(given.get("at") ?? NaN);
  const camera = given.get("camera") as Camera | null;
  const theme = given.get("theme");
  const range = given.get("range")?.split(",").map(Number);
  return {
    ...(Number.isFinite(at) ? { at } : {}),
    ...(camera && CAMERAS.includes(camera) ? { camera } : {}),
    ...(theme === "light" || theme === "dark" ? { theme } : {}),
    ...(given.has("panels") ? { panels: panelsOf(given.get("panels")!) } : {}),
    ...(range?.length === 2 && range.every(Number.isFinite) ? { range: [range[0]!, range[1]!] as const } : {}),
  };
}

const KINDS: readonly ShownPanel["kind"][] = ["history", "plane", "spectrum", "density", "friction", "chart", "bars", "metrics"];

/** Panels as the address tells them; of an older page, lists of channels. What cannot be read is left out. */
function panelsOf(text: string): ShownPanel[] {
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? found.flatMap(panelOf) : [];
  } catch {
    return [];
  }
}

function panelOf(told: unknown): ShownPanel[] {
  const words = (list: unknown): string[] => (Array.isArray(list) ? list.filter((name) => typeof name === "string") : []);
  if (Array.isArray(told)) return [{ kind: "history", channels: words(told), over: [] }];
  if (typeof told !== "object" || told === null) return [];
  const { kind, channels, over } = told as Record<string, unknown>;
  const known = KINDS.find((each) => each === kind);
  return known ? [{ kind: known, channels: words(channels), over: words(over) }] : [];
}

export function keepInAddress(store: Store): void {
  let waiting = 0;
  const write = (): void => {
    const { at, camera, panels, theme, range, playing } = store.state;
    if (playing) return;
    const kept = new URLSearchParams({ at: String(Number(at.toPrecision(9))), camera, theme, panels: JSON.stringify(panels) });
    if (range) kept.set("range", range.map((x) => x.toPrecision(6)).join(","));
    try {
      history.replaceState(null, "", `#${kept}`);
    } catch {
      // a frame in a notebook has no address of its own
    }
  };
  store.watch((state, before) => {
    if (state === before) return;
    window.clearTimeout(waiting);
    if (!state.playing) waiting = window.setTimeout(write, PAUSE);
  });
}
