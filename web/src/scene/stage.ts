// The scene on its canvas: follows the store, draws when something changed.
import { Color, DirectionalLight, HemisphereLight, Raycaster, Scene as World, Vector2, Vector3, WebGLRenderer } from "three";
import type { Decoded } from "../data/decode";
import { locate, type Position } from "../data/run";
import type { Wheel } from "../data/types";
import { colour } from "../curves/colours";
import type { State, Store, Theme } from "../store";
import { Actors } from "./actors";
import { Eye } from "./camera";
import { gestures } from "./gestures";
import { Ground } from "./ground";
import { type DrawnLabel, Labels } from "./labels";
import { Marks } from "./marks";
import { Paint } from "./paint";
import { PALETTES } from "./palette";
import { Road } from "./road";

const SLOW = 0.045; // s a frame: from here on the picture gets coarser
const COARSEST = 0.5; // pixels of the canvas per pixel of the page

const COVERED = 0.15; // of the height: from here on the picture makes room for the buttons over it
const SMOOTH = 2; // the same, from where on edges look smooth

/** Whether a processor draws, and not a graphics card: edges are then smoothed by many pixels, and only while it stands. */
function inSoftware(): boolean {
  const context = document.createElement("canvas").getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return !context;
}

/** Compared runs are drawn in their colours. */
function tintOf(run: number, theme: Theme): Color | null {
  return run > 0 ? new Color(colour(run, theme)) : null;
}

/** The scene as a picture: twice as many pixels as it is wide and high, and the words that lie over it. */
export interface Picture {
  readonly canvas: HTMLCanvasElement;
  readonly labels: readonly DrawnLabel[];
}

export class Stage {
  private readonly renderer: WebGLRenderer;
  private readonly world = new World();
  private readonly sun = new DirectionalLight("#ffffff", 1.7);
  private readonly actors: Actors[] = [];
  private readonly runs = new Map<Actors, number>();
  private readonly paints: Paint[] = [];
  private readonly eye: Eye;
  private readonly ground: Ground;
  private readonly labels: Labels;
  private readonly marks: Marks;
  private readonly middle = new Vector3(); // of everything, as it begins
  private ahead = 0; // m from the followed body to the middle, by its heading
  private aside = 0; // m, to the left
  private readonly home = new Vector3(); // what the free camera looks at
  private readonly target = new Vector3();
  private readonly at: Position = { sample: 0, part: 0 };
  private readonly wheelRadius: number;
  private covered = 0; // px at the bottom of the picture
  private changed = true;
  private readonly soft = inSoftware();
  private readonly fine = this.soft ? SMOOTH : Math.min(window.devicePixelRatio, SMOOTH); // pixels of the canvas per pixel of the page
  private coarse = this.soft ? 1 : this.fine; // the same while playing
  private cost = 0.02;
  frames = 0;

  constructor(
    private readonly host: HTMLElement,
    private readonly store: Store,
    decoded: Decoded,
  ) {
    this.renderer = new WebGLRenderer({ antialias: !this.soft, powerPreference: "high-performance" });
    this.renderer.domElement.setAttribute("role", "img");
    this.renderer.domElement.setAttribute("aria-label", "The mechanism in motion");
    host.prepend(this.renderer.domElement);
    this.world.add(new HemisphereLight("#ffffff", "#8f8f8f", 1.9), this.sun, this.sun.target);
    const palette = PALETTES[store.state.theme];
    store.fixed.runs.forEach((run, k) => {
      if (!run.run.scene) return;
      const paint = new Paint(palette, tintOf(k, store.state.theme));
      const actors = new Actors(run.run.scene, run, decoded, paint, palette, k > 0, store.fixed.timed, new Road(run.run.scene, decoded));
      this.actors.push(actors);
      this.runs.set(actors, k);
      this.paints.push(paint);
      this.world.add(actors.group);
    });
    const scene = this.actors[0]!.scene;
    this.labels = new Labels(host);
    this.marks = new Marks(scene, decoded, this.labels, palette);
    this.world.add(this.marks.group);
    const [low, high] = [new Vector3(...scene.low), new Vector3(...scene.high)];
    const wheels = scene.shapes.filter((shape): shape is Wheel => shape.kind === "wheel");
    const shelled = scene.shapes.some((shape) => shape.kind === "shell");
    if (shelled) (low.x -= 0.8), (high.x += 0.8), (high.z += 0.6);
    const size = Math.max(low.distanceTo(high), 0.05) * (shelled ? 0.95 : 1.05);
    this.middle.copy(low).add(high).multiplyScalar(0.5);
    this.home.copy(this.middle);
    this.wheelRadius = wheels[0]?.radius ?? 0.1 * size;
    const floor = scene.follow >= 0 || wheels.some((w) => w.road) || low.z >= 0 ? 0 : low.z - 0.05 * size;
    this.ground = new Ground(scene, decoded, new Road(scene, decoded), size, !store.fixed.timed && wheels.length ? low.z - 0.05 : floor, this.paints[0]!);
    this.world.add(this.ground.group);
    this.eye = new Eye(size, matchMedia("(prefers-reduced-motion: reduce)").matches);
    gestures(this.renderer.domElement, this.eye, () => (this.changed = true));
    new ResizeObserver(() => this.resize()).observe(host);
    this.resize();
    this.begin();
    this.place();
    this.followed(this.home);
    this.eye.view(store.state.camera, this.wheelRadius);
    store.watch((state, before) => this.follow(state, before));
    this.named();
  }

  private follow(state: State, before: State): void {
    const first = state === before;
    if (first || state.axes !== before.axes || state.points !== before.points) this.marks.show(state.axes, state.points);
    if (first || state.at !== before.at || state.axes !== before.axes || state.points !== before.points) this.place();
    if (state.camera !== before.camera || state.fit !== before.fit) this.followed(this.home);
    if (state.camera !== before.camera) this.eye.view(state.camera, this.wheelRadius);
    if (state.fit !== before.fit) this.eye.fit();
    if (state.playing !== before.playing && this.coarse < this.fine) this.resize();
    if (first || state.theme !== before.theme) this.recolour();
    if (first || state.shown !== before.shown) this.actors.forEach((a) => (a.group.visible = state.shown[this.runs.get(a)!] ?? true));
    if (first || state.forces !== before.forces) this.actors.forEach((a) => a.showForces(state.forces));
    if (first || state.centres !== before.centres) this.actors.forEach((a) => a.showCentres(state.centres));
    this.changed = true;
  }

  private recolour(): void {
    const palette = PALETTES[this.store.state.theme];
    this.world.background = palette.background;
    this.ground.recolour(palette.grid);
    this.paints.forEach((paint, k) => paint.recolour(palette, tintOf(this.runs.get(this.actors[k]!)!, this.store.state.theme)));
    this.marks.recolour(palette);
    this.actors.forEach((actors) => actors.recolour(palette));
  }

  private place(): void {
    const { runs } = this.store.fixed;
    let k = 0;
    for (const run of runs) {
      if (!run.run.scene) continue;
      locate(run.x, this.store.state.at, this.at);
      this.actors[k++]!.place(this.at);
    }
    this.ground.show(this.store.state.at);
    const first = this.actors[0]!;
    locate(runs.find((run) => run.run.scene)!.x, this.store.state.at, this.at);
    this.marks.place(this.at, first);
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.host;
    if (!clientWidth || !clientHeight) return;
    this.renderer.setPixelRatio(this.store.state.playing ? this.coarse : this.fine);
    this.renderer.setSize(clientWidth, clientHeight);
    const covered = clientHeight - (this.host.querySelector<HTMLElement>(".views")?.offsetTop ?? clientHeight);
    this.covered = covered > COVERED * clientHeight ? covered : 0;
    this.eye.resize(clientWidth, clientHeight, this.covered);
    this.changed = true;
  }

  /** Where the middle is from the followed body, as the run begins: that may be anywhere on the road. */
  private begin(): void {
    const actors = this.actors[0]!;
    actors.place({ sample: 0, part: 0 });
    const body = actors.positionOf(actors.scene.follow);
    if (!body) return;
    const heading = actors.headingOf(actors.scene.follow);
    const [dx, dy] = [this.middle.x - body.x, this.middle.y - body.y];
    this.ahead = Math.cos(heading) * dx + Math.sin(heading) * dy;
    this.aside = Math.cos(heading) * dy - Math.sin(heading) * dx;
  }

  /** What the camera looks at, and where that is heading. */
  private aim(): number {
    const actors = this.actors[0]!;
    const { follow } = actors.scene;
    const { camera } = this.store.state;
    if (camera === "wheel" && actors.wheelCentre(0, this.target)) return follow >= 0 ? actors.headingOf(follow) : 0;
    if (camera === "free") {
      this.target.copy(this.home);
      return 0;
    }
    return this.followed(this.target);
  }

  /** The middle of what is followed, as it is now, and where it is heading. */
  private followed(into: Vector3): number {
    const actors = this.actors[0]!;
    const { follow } = actors.scene;
    into.copy(this.middle);
    const body = actors.positionOf(follow);
    if (!body) return 0;
    const heading = actors.headingOf(follow);
    into.x = body.x + Math.cos(heading) * this.ahead - Math.sin(heading) * this.aside;
    into.y = body.y + Math.sin(heading) * this.ahead + Math.cos(heading) * this.aside;
    return heading;
  }

  /** One frame; draws only what changed. */
  draw(seconds: number): void {
    const heading = this.aim();
    const moving = this.eye.move(this.target, heading, seconds);
    if (!this.changed && !moving) return;
    this.changed = false;
    this.ground.centre(this.eye.aimed);
    this.sun.target.position.copy(this.eye.aimed);
    this.sun.position.copy(this.eye.camera.position).add(this.eye.camera.up);
    this.renderer.render(this.world, this.eye.camera);
    this.labels.draw(this.eye.camera, this.host.clientWidth, this.host.clientHeight, this.covered);
    this.frames++;
    if (this.store.state.playing) this.coarsen(seconds);
  }

  /** Waits until everything asked for is drawn. */
  finish(): void {
    const context = this.renderer.getContext();
    context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4));
  }

  /** On slow machines fewer pixels rather than fewer frames, while it plays. */
  private coarsen(seconds: number): void {
    this.cost += 0.2 * (seconds - this.cost);
    if (this.cost < SLOW || this.coarse <= COARSEST) return;
    this.coarse = Math.max(0.75 * this.coarse, COARSEST);
    this.cost = 0.5 * SLOW;
    this.resize();
  }

  /** The name of the part under the pointer. */
  private named(): void {
    const label = document.createElement("div");
    label.className = "part-name";
    label.hidden = true;
    this.host.append(label);
    const ray = new Raycaster();
    const at = new Vector2();
    const canvas = this.renderer.domElement;
    canvas.addEventListener("pointerleave", () => (label.hidden = true));
    canvas.addEventListener("pointermove", (event) => {
      if (event.buttons) return void (label.hidden = true);
      const box = canvas.getBoundingClientRect();
      at.set(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
      ray.setFromCamera(at, this.eye.camera);
      const hits = ray.intersectObject(this.actors[0]!.group, true);
      let name = "";
      for (const hit of hits) {
        for (let object: typeof hit.object | null = hit.object; object && !name; object = object.parent) {
          if (object.visible && object.userData["name"]) name = String(object.userData["name"]);
        }
        if (name) break;
      }
      label.hidden = !name;
      label.textContent = name;
      label.style.left = `${Math.min(event.clientX - box.left + 14, box.width - 180)}px`;
      label.style.top = `${event.clientY - box.top + 14}px`;
    });
  }

  /** What is seen now as a picture of another size, and the words over it. */
  snapshot(width: number, height: number): Picture {
    this.renderer.setPixelRatio(SMOOTH);
    this.renderer.setSize(width, height, false);
    this.eye.resize(width, height, 0);
    this.eye.move(this.target, this.aim(), 0);
    this.renderer.render(this.world, this.eye.camera);
    this.labels.draw(this.eye.camera, width, height, 0);
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [SMOOTH * width, SMOOTH * height];
    canvas.getContext("2d")!.drawImage(this.renderer.domElement, 0, 0);
    const { taken } = this.labels;
    this.resize();
    this.draw(0);
    return { canvas, labels: taken };
  }

  /** What the camera looks at: for tests. */
  get aimedAt(): number[] {
    return this.eye.aimed.toArray();
  }

  /** Where the scene graph has a body's anchor, and a wheel's centre: for tests. */
  positionOf(body: string, run = 0): number[] | null {
    const actors = this.actors[run];
    const index = actors?.scene.bodies.findIndex((each) => each.name === body) ?? -1;
    return actors?.worldPosition(index) ?? null;
  }
}
