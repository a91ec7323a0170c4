// What engineers draw over a suspension: names of hardpoints, steering axes, instant centres, roll centres.
import { BufferGeometry, DynamicDrawUsage, Float32BufferAttribute, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from "three";
import type { Decoded } from "../data/decode";
import type { Position } from "../data/run";
import type { Centre, Place, Scene, Vec3 } from "../data/types";
import { short } from "../text";
import type { Label, Labels } from "./labels";
import type { Palette } from "./palette";

const ABOVE = 0.12; // m that a steering axis is drawn beyond its upper point
const RADIUS: Readonly<Record<Centre["kind"], number>> = { "front view": 0.02, "side view": 0.02, "roll centre": 0.035 };
const ball = new SphereGeometry(1, 16, 12);

interface Wandering {
  readonly centre: Centre;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  readonly mesh: Mesh;
  readonly label: Label;
}

/** Where a point of a body is now, and where wheels touch the road. */
export interface Places {
  find(place: Place, into: Vector3): void;
  contactOf(wheel: number): Vector3 | null;
}

export class Marks {
  readonly group = new Group();
  private readonly wandering: Wandering[];
  private readonly names: { readonly place: Place; readonly label: Label }[];
  private readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  private readonly ends: Float32Array;
  private readonly shades: Float32Array;
  private readonly a = new Vector3();
  private readonly b = new Vector3();
  private readonly materials: Record<Centre["kind"] | "axis", MeshBasicMaterial>;
  private axes = false;

  constructor(
    private readonly scene: Scene,
    decoded: Decoded,
    labels: Labels,
    palette: Palette,
  ) {
    const material = (): MeshBasicMaterial => new MeshBasicMaterial({ depthTest: false, transparent: true });
    this.materials = { "front view": material(), "side view": material(), "roll centre": material(), axis: material() };
    this.wandering = scene.centres.map((centre) => {
      const [x, y, z] = centre.point.map((kept) => decoded.numbers(kept)) as [Float64Array, Float64Array, Float64Array];
      const mesh = new Mesh(ball, this.materials[centre.kind]);
      mesh.scale.setScalar(RADIUS[centre.kind]);
      mesh.renderOrder = 12;
      this.group.add(mesh);
      return { centre, x, y, z, mesh, label: labels.add("", "centre") };
    });
    this.names = scene.points.map(({ name, place }) => ({ place, label: labels.add(name.slice(name.indexOf(".") + 1).replaceAll("_", " ")) }));
    const count = scene.axes.length + scene.centres.reduce((sum, { wheels }) => sum + wheels.length, 0);
    this.ends = new Float32Array(6 * count);
    this.shades = new Float32Array(6 * count);
    const position = new Float32BufferAttribute(this.ends, 3).setUsage(DynamicDrawUsage);
    const geometry = new BufferGeometry().setAttribute("position", position);
    geometry.setAttribute("color", new Float32BufferAttribute(this.shades, 3));
    this.ends = position.array as Float32Array;
    this.shades = geometry.getAttribute("color").array as Float32Array;
    this.lines = new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true, opacity: 0.85 }));
    this.lines.frustumCulled = false;
    this.lines.renderOrder = 11;
    this.group.add(this.lines);
    this.recolour(palette);
  }

  recolour(palette: Palette): void {
    const [, green] = palette.forces;
    const tones = { "front view": green, "side view": palette.tones.coil, "roll centre": palette.tones.struck, axis: palette.tones.steer };
    for (const kind of Object.keys(tones) as (keyof typeof tones)[]) this.materials[kind].color.copy(tones[kind]);
    let at = 0;
    const paint = (kind: keyof typeof tones): void => {
      for (let end = 0; end < 2; end++, at += 3) tones[kind].toArray(this.shades, at);
    };
    this.scene.axes.forEach(() => paint("axis"));
    this.scene.centres.forEach(({ kind, wheels }) => wheels.forEach(() => paint(kind)));
    this.lines.geometry.getAttribute("color").needsUpdate = true;
  }

  show(axes: boolean, points: boolean): void {
    this.axes = axes;
    this.group.visible = axes;
    for (const { label } of this.names) label.shown = points;
    for (const { label } of this.wandering) label.shown = axes;
  }

  place(at: Position, places: Places): void {
    for (const { place, label } of this.names) if (label.shown) places.find(place, label.at);
    if (!this.axes) return;
    let end = 0;
    const line = (): void => {
      this.a.toArray(this.ends, end);
      this.b.toArray(this.ends, end + 3);
      end += 6;
    };
    for (const axis of this.scene.axes) {
      places.find(axis.a, this.a);
      places.find(axis.b, this.b);
      const along = this.b.clone().sub(this.a).normalize();
      this.b.addScaledVector(along, ABOVE);
      if (along.z > 0.1) this.a.addScaledVector(along, -this.a.z / along.z); // down to the road
      line();
    }
    for (const each of this.wandering) {
      const there = this.wander(each, at, places);
      each.centre.wheels.forEach((wheel) => {
        const touch = places.contactOf(wheel);
        this.a.copy(there && touch ? touch : this.b);
        line();
      });
    }
    this.lines.geometry.getAttribute("position").needsUpdate = true;
  }

  /** A centre to where it is now, which is left in b; false where it is nowhere near. */
  private wander(each: Wandering, at: Position, places: Places): boolean {
    const { centre, x, y, z, mesh, label } = each;
    const place = (at.sample + at.part) / centre.every;
    const first = Math.min(Math.floor(place), x.length - 1);
    const next = Math.min(first + 1, x.length - 1);
    const part = place - first;
    const mix = (values: Float64Array): number => values[first]! + (next === first ? 0 : part * (values[next]! - values[first]!));
    const point: Vec3 = [mix(x), mix(y), mix(z)];
    const there = Number.isFinite(point[0] + point[1] + point[2]);
    mesh.visible = label.shown = there;
    if (!there) return false;
    places.find({ body: centre.body, point }, this.b);
    mesh.position.copy(this.b);
    label.at.copy(this.b);
    label.text = this.words(centre, places);
    return true;
  }

  private words(centre: Centre, places: Places): string {
    const [owner, what] = centre.name.replaceAll("_", " ").split(": ") as [string, string];
    if (centre.kind !== "roll centre") return `${owner} ${what.replace("instant centre", "IC")}`;
    const heights = centre.wheels.map((wheel) => places.contactOf(wheel)?.z ?? 0);
    const road = heights.reduce((sum, z) => sum + z, 0) / heights.length;
    return `${owner} ${what} ${short(Math.round(1000 * (this.b.z - road)))} mm`;
  }
}
