// Words over the scene that stay with a point of it; of words that would overlap, the nearer ones are shown.
import { type PerspectiveCamera, Vector3 } from "three";
import { make } from "../dom";

/** A word where it is drawn, px. */
export interface DrawnLabel {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly wide: number;
}

export interface Label {
  readonly at: Vector3;
  text: string;
  shown: boolean;
}

interface Placed extends Label {
  readonly element: HTMLElement;
  far: number;
  wide: number;
}

export const HIGH = 16; // px
const BUTTONS = 44; // px at the bottom
const LETTER = 6; // px, about

export class Labels {
  private readonly host = make("div", { class: "scene-labels", "aria-hidden": "true" });
  private readonly placed: Placed[] = [];
  private readonly seen = new Vector3();
  private drawn = false;
  /** Where the words are. */
  taken: DrawnLabel[] = [];

  constructor(host: HTMLElement) {
    host.append(this.host);
  }

  add(text: string, kind = ""): Label {
    const element = make("span", { class: `scene-label ${kind}` });
    this.host.append(element);
    const label: Placed = { at: new Vector3(), text, shown: false, element, far: 0, wide: 0 };
    this.placed.push(label);
    return label;
  }

  draw(camera: PerspectiveCamera, width: number, height: number, covered: number): void {
    const shown = this.placed.some((label) => label.shown);
    if (!shown && !this.drawn) return;
    this.drawn = shown;
    const taken: DrawnLabel[] = (this.taken = []);
    for (const label of this.placed) label.far = label.shown ? camera.position.distanceTo(label.at) : Infinity;
    for (const label of [...this.placed].sort((a, b) => a.far - b.far)) {
      const { x, y, z } = this.seen.copy(label.at).project(camera);
      const [left, top] = [0.5 * (x + 1) * width + 7, 0.5 * (1 - y) * height - 0.5 * HIGH];
      const wide = LETTER * label.text.length + 8;
      const inside = label.shown && Math.abs(z) < 1 && left > 0 && left + wide < width && top > 26 && top < height - Math.max(covered, BUTTONS) - HIGH;
      const free = inside && taken.every((box) => Math.abs(box.y - top) >= HIGH || left > box.x + box.wide || left + wide < box.x);
      label.element.hidden = !free;
      if (!free) continue;
      taken.push({ text: label.text, x: left, y: top, wide });
      if (label.element.textContent !== label.text) label.element.textContent = label.text;
      label.element.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
    }
  }
}
