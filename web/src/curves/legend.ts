// Names of curves in a picture, in one row above the plot.
import type { ShownPanel } from "../data/types";
import type { Store } from "../store";
import { apart, printable } from "../text";
import { type Ink, look } from "./colours";
import type { Plot } from "./plot";
import type { Surface } from "./surface";

const LETTER = 6.1; // px, about

export function swatchOf(store: Store, panel: ShownPanel, plot: Plot, surface: Surface, width: number, ink: Ink): void {
  const several = store.fixed.runs.length > 1;
  const known = new Set<string>();
  const items =
    panel.kind === "chart"
      ? plot.curves.filter(({ label }) => label && !known.has(label) && known.add(label)).map(({ label, colour, dash }) => ({ text: label, colour, dash }))
      : apart(panel.channels).map((text, c) => ({ text, ...look(store, c, 0), ...(several ? { colour: ink.text } : {}) }));
  let x = 72;
  for (const { text, colour, dash } of items) {
    if (x + 24 + LETTER * text.length > width) break;
    surface.line([x, 10, x + 18, 10], { colour, width: 2.2, dash });
    surface.text(printable(text), x + 23, 14, { colour: ink.mark });
    x += 38 + LETTER * text.length;
  }
}
