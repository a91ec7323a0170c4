// Play, step, scrub, speed; ticks where something happened.
import { button, make } from "../dom";
import type { Event } from "../data/types";
import type { Store } from "../store";
import { short } from "../text";

const SPEEDS = [0.1, 0.25, 0.5, 1, 2];
const SWEEP = 4; // s for a sweep that has no time of its own
const FINE = 1e5; // places of the slider
const APART = 11; // px between two marks; events that lie nearer share one
const NAMED = 6; // events that the tip of a mark lists

export class Transport {
  private direction = 1;

  constructor(
    host: HTMLElement,
    private readonly store: Store,
  ) {
    const play = button("", "Play or pause (space)", () => this.toggle(), "play");
    const back = button("‹", "One sample back (left arrow; shift: ten)", () => this.step(-1), "quiet");
    const ahead = button("›", "One sample ahead (right arrow; shift: ten)", () => this.step(1), "quiet");
    const { run, x } = store.fixed.runs[0]!;
    const quantity = run.abscissa.quantity;
    const scrub = make("input", { type: "range", min: "0", max: String(FINE), step: "1", "aria-label": quantity, class: "scrub" });
    scrub.addEventListener("input", () => {
      store.set({ playing: false });
      store.seek(this.valueAt(Number(scrub.value) / FINE));
    });
    scrub.addEventListener("keydown", (event) => {
      if (event.key.startsWith("Arrow")) event.preventDefault(); // steps by samples, as everywhere
    });
    const readout = make("output", { class: "time" });
    const unit = make("span", { class: "unit" }, run.abscissa.unit);
    const speed = make("select", { "aria-label": "Speed", title: "Speed" });
    for (const each of SPEEDS) speed.append(make("option", { value: String(each) }, `${each} ×`));
    speed.value = "1";
    speed.addEventListener("change", () => store.set({ speed: Number(speed.value) }));
    const loop = button("⟳", "Play in a loop, over the shown stretch (l)", () => store.set({ loop: !store.state.loop }), "quiet loop");
    host.append(back, play, ahead, loop, make("div", { class: "line" }, scrub, this.ticks()), make("div", { class: "now" }, readout, unit), speed);
    store.watch((state) => {
      play.textContent = state.playing ? "❚❚" : "▶";
      play.setAttribute("aria-pressed", String(state.playing));
      loop.setAttribute("aria-pressed", String(state.loop));
      const part = (state.at - store.fixed.first) / (store.fixed.last - store.fixed.first || 1);
      scrub.value = String(Math.round(part * FINE));
      scrub.style.setProperty("--part", String(part));
      readout.textContent = store.fixed.timed ? state.at.toFixed(x.length > 2000 ? 3 : 2) : short(state.at);
      scrub.setAttribute("aria-valuetext", `${readout.textContent} ${run.abscissa.unit}`);
      speed.value = String(state.speed);
    });
  }

  private valueAt(part: number): number {
    const { first, last } = this.store.fixed;
    return first + part * (last - first);
  }

  /** Marks of events; where they would smear into each other, one mark stands for several. */
  private ticks(): HTMLElement {
    const list = make("div", { class: "ticks" });
    let drawn = -1;
    new ResizeObserver(() => {
      if (list.clientWidth === drawn) return;
      drawn = list.clientWidth;
      list.replaceChildren(...this.groups(drawn).map((group) => this.tick(group)));
    }).observe(list);
    return list;
  }

  private groups(width: number): Event[][] {
    const { first, last, runs } = this.store.fixed;
    const found: Event[][] = [];
    const place = (event: Event): number => ((event.time - first) / (last - first || 1)) * width;
    for (const event of runs[0]!.run.events) {
      if (event.time < first || event.time > last) continue;
      const group = found.at(-1);
      if (group && place(event) - place(group[0]!) < APART) group.push(event);
      else found.push([event]);
    }
    return found;
  }

  private tick(group: readonly Event[]): HTMLElement {
    const { first, last } = this.store.fixed;
    const { time } = group[0]!;
    const words = group.slice(0, NAMED).map((event) => `${event.label} at ${event.time.toFixed(2)} s`);
    if (group.length > NAMED) words.push(`and ${group.length - NAMED} more`);
    const tick = button("", words.join("\n"), () => this.store.seek(time), group.length > 1 ? "tick several" : "tick");
    tick.style.left = `${(100 * (time - first)) / (last - first || 1)}%`;
    tick.tabIndex = -1; // by arrows and search, not through two hundred stops
    return tick;
  }

  toggle(): void {
    const { state, fixed } = this.store;
    if (!state.playing && fixed.timed && state.at >= fixed.last) this.store.seek(fixed.first);
    this.store.set({ playing: !this.store.state.playing });
  }

  step(samples: number): void {
    const { x } = this.store.fixed.runs[0]!;
    this.store.set({ playing: false });
    let nearest = 0;
    for (let k = 1; k < x.length; k++) {
      if (Math.abs(x[k]! - this.store.state.at) < Math.abs(x[nearest]! - this.store.state.at)) nearest = k;
    }
    this.store.seek(x[Math.min(Math.max(nearest + samples, 0), x.length - 1)]!);
  }

  /** One frame of playing. The first timestamp of an animation can lie before its start: no negative step. */
  advance(seconds: number): void {
    const { state, fixed } = this.store;
    if (!state.playing || seconds <= 0) return;
    if (fixed.timed) {
      const [low, high] = state.loop && state.range ? [Math.max(state.range[0], fixed.first), Math.min(state.range[1], fixed.last)] : [fixed.first, fixed.last];
      const next = state.at + state.speed * seconds;
      const inside = next < high && next >= low;
      this.store.seek(inside || !state.loop ? next : low);
      if (!state.loop && next >= fixed.last) this.store.set({ playing: false });
      return;
    }
    const rate = ((fixed.last - fixed.first) / SWEEP) * state.speed;
    const next = state.at + this.direction * rate * seconds;
    if (next >= fixed.last) this.direction = -1;
    if (next <= fixed.first) this.direction = 1;
    this.store.seek(next);
  }
}
