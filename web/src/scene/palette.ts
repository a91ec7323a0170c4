// Colours of the scene in both themes.
import { Color } from "three";
import type { Tone } from "../data/types";
import type { Theme } from "../store";

export interface Palette {
  readonly background: Color;
  readonly grid: Color;
  readonly tones: Readonly<Record<Tone | "tyre" | "rim" | "spoke" | "coil" | "tube" | "shell" | "edge" | "track" | "obstacle" | "ground" | "cone" | "struck" | "wanted" | "driven", Color>>;
  readonly forces: readonly [Color, Color, Color];
}

function palette(background: string, grid: string, forces: readonly [string, string, string], tones: Record<string, string>): Palette {
  const colours = Object.fromEntries(Object.entries(tones).map(([name, value]) => [name, new Color(value)]));
  return {
    background: new Color(background),
    grid: new Color(grid),
    tones: colours as Palette["tones"],
    forces: [new Color(forces[0]), new Color(forces[1]), new Color(forces[2])],
  };
}

export const PALETTES: Readonly<Record<Theme, Palette>> = {
  light: palette("#eef1f5", "#75828f", ["#D55E00", "#009E73", "#0072B2"], {
    link: "#5d6b7a", steer: "#e07b00", upright: "#3f4c5a", frame: "#8b98a6", mount: "#98a4b1",
    tyre: "#2b3036", rim: "#c3cad2", spoke: "#e07b00", coil: "#2f7fb8", tube: "#77838f",
    shell: "#7f9bb8", edge: "#4d6680", track: "#39424d", obstacle: "#b9a27c", ground: "#e2e7ec",
    cone: "#e8950c", struck: "#c8102e", wanted: "#6b7683", driven: "#0072b2",
  }),
  dark: palette("#12161b", "#7c8a99", ["#F08A3C", "#2FC79E", "#56B4E9"], {
    link: "#9fb0c2", steer: "#ffa033", upright: "#c3cfdb", frame: "#7a8896", mount: "#6c7986",
    tyre: "#59636e", rim: "#c5ced7", spoke: "#ffa033", coil: "#5cb6ea", tube: "#8a97a5",
    shell: "#8fb3d9", edge: "#8fb0d0", track: "#a9b4bf", obstacle: "#a08a62", ground: "#3a444f",
    cone: "#ffb43a", struck: "#ff4d5e", wanted: "#9aa7b5", driven: "#56b4e9",
  }),
};
