// Told apart by colour-blind readers [Okabe and Ito 2008], on light and on dark ground.
import type { Store, Theme } from "../store";

const COLOURS: Readonly<Record<Theme, readonly string[]>> = {
  light: ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#B98000", "#3F9AD0", "#222222"],
  dark: ["#56B4E9", "#E98A3D", "#2FC79E", "#E79AC4", "#F0E442", "#8FA6FF", "#F2F2F2"],
};
const DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [9, 3, 2, 3], [4, 2], [12, 4], [1, 2]];

export function colour(index: number, theme: Theme): string {
  const known = COLOURS[theme];
  return index < 0 ? INK[theme].text : known[index % known.length]!;
}

export interface Look {
  readonly colour: string;
  readonly dash: readonly number[];
}

/** One run: a colour for each channel. Several: a colour for each run, dashes for each channel of a panel. */
export function look(store: Store, channel: number, run: number): Look {
  const { theme } = store.state;
  if (store.fixed.runs.length < 2) return { colour: colour(channel, theme), dash: [] };
  return { colour: colour(run, theme), dash: DASHES[channel % DASHES.length]! };
}

export interface Ink {
  readonly text: string;
  readonly grid: string;
  readonly ground: string;
  readonly mark: string;
}

export const INK: Readonly<Record<Theme, Ink>> = {
  light: { text: "#46525f", grid: "#dfe4ea", ground: "#ffffff", mark: "#18202a" },
  dark: { text: "#a5b1bd", grid: "#2a323b", ground: "#171c22", mark: "#e7ecf1" },
};
