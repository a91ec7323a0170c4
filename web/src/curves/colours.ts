// Told apart by colour-blind readers [Okabe and Ito 2008], on light and on dark ground.
import type { Theme } from "../store";

const COLOURS: Readonly<Record<Theme, readonly string[]>> = {
  light: ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#B98000", "#3F9AD0", "#222222"],
  dark: ["#56B4E9", "#E98A3D", "#2FC79E", "#E79AC4", "#F0E442", "#8FA6FF", "#F2F2F2"],
};

export function colour(index: number, theme: Theme): string {
  const known = COLOURS[theme];
  return known[index % known.length]!;
}

export interface Ink {
  readonly text: string;
  readonly grid: string;
}

export const INK: Readonly<Record<Theme, Ink>> = {
  light: { text: "#46525f", grid: "#dfe4ea" },
  dark: { text: "#a5b1bd", grid: "#2a323b" },
};
