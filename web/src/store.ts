// The one place where the page's state lives. Parts write to it and are told what changed; they never call each other.
import type { LoadedRun } from "./data/run";

export type Camera = "free" | "follow" | "side" | "front" | "wheel";
export const CAMERAS: readonly Camera[] = ["free", "follow", "side", "front", "wheel"];
export type Theme = "light" | "dark";

export interface State {
  /** Where the marker is: seconds, or what the samples run over. */
  readonly at: number;
  readonly playing: boolean;
  readonly speed: number;
  readonly camera: Camera;
  /** Counts requests to bring everything into view. */
  readonly fit: number;
  /** Channel names of each panel. */
  readonly panels: readonly (readonly string[])[];
  /** Shown stretch of the abscissa; null for all. */
  readonly range: readonly [number, number] | null;
  readonly theme: Theme;
  readonly drawer: "" | "channels" | "figures" | "keys";
  /** The channel that was searched for and is shown already: its panel is brought into view. */
  readonly sought: string;
  readonly compared: boolean;
  readonly forces: boolean;
  readonly centres: boolean;
}

export interface Fixed {
  readonly timed: boolean;
  readonly runs: readonly LoadedRun[];
  /** Where the first run begins and ends. */
  readonly first: number;
  readonly last: number;
  /** Where any of them does: as far as one can zoom out. */
  readonly lowest: number;
  readonly highest: number;
}

type Listener = (state: State, before: State) => void;

export class Store {
  private readonly listeners: Listener[] = [];

  constructor(
    readonly fixed: Fixed,
    private current: State,
  ) {}

  get state(): State {
    return this.current;
  }

  set(change: Partial<State>): void {
    const before = this.current;
    this.current = { ...before, ...change };
    for (const listener of this.listeners) listener(this.current, before);
  }

  /** Move the marker, within the run. */
  seek(at: number): void {
    const { first, last } = this.fixed;
    this.set({ at: Math.min(Math.max(at, first), last) });
  }

  /** Called on every change, and once now. */
  watch(listener: Listener): void {
    this.listeners.push(listener);
    listener(this.current, this.current);
  }
}
