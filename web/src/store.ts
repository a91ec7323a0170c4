// The one place where the page's state lives. Parts write to it and are told what changed; they never call each other.
import type { LoadedRun } from "./data/run";
import type { Offer, ShownPanel } from "./data/types";

export type Camera = "free" | "follow" | "side" | "front" | "wheel";
export const CAMERAS: readonly Camera[] = ["free", "follow", "side", "front", "wheel"];
export type Theme = "light" | "dark";
export type Drawn = "" | "channels" | "figures" | "run" | "save" | "keys";

export interface State {
  /** Where the marker is: seconds, or what the samples run over. */
  readonly at: number;
  readonly playing: boolean;
  readonly speed: number;
  readonly camera: Camera;
  /** Counts requests to bring everything into view. */
  readonly fit: number;
  readonly panels: readonly ShownPanel[];
  /** Where the pointer is over a curve: values are read there, in all panels; null where it is over none. */
  readonly pointer: number | null;
  /** Shown stretch of the abscissa; null for all. */
  readonly range: readonly [number, number] | null;
  readonly theme: Theme;
  readonly drawer: Drawn;
  /** The panel whose channels get another abscissa by the search for a channel; -1 for none. */
  readonly over: number;
  readonly loop: boolean;
  /** The channel that was searched for and is shown already: its panel is brought into view. */
  readonly sought: string;
  /** Which runs are seen; the first always is. */
  readonly shown: readonly boolean[];
  readonly forces: boolean;
  readonly centres: boolean;
  /** Names of hardpoints. */
  readonly points: boolean;
  /** Steering axes, instant centres, roll centres. */
  readonly axes: boolean;
}

export interface Fixed {
  readonly timed: boolean;
  readonly runs: readonly LoadedRun[];
  readonly offers: readonly Offer[];
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
