// All of one run in the scene. Per frame only transforms change.
import { Group, type Object3D, Quaternion, Vector3 } from "three";
import type { Decoded } from "../data/decode";
import { between, type LoadedRun, type Position } from "../data/run";
import type { Body, Place, Scene, Shape, Wheel } from "../data/types";
import { Contact, ForceArrows, pad, track } from "./contact";
import { bar, type Element, type Find, spring, strut } from "./elements";
import { merged } from "./merged";
import type { Paint } from "./paint";
import type { Palette } from "./palette";
import type { Road } from "./road";
import { ball, box, ring, rod, shell } from "./solids";
import { wheel } from "./wheel";

const ROAD_GAP = 1e-3; // m: a pad just below the tyre, so that they do not flicker

interface Mover {
  readonly body: Body;
  readonly group: Group;
  readonly position: readonly Float64Array[];
  readonly rotation: readonly Float64Array[];
  readonly anchor: Vector3;
}

interface Rolling {
  readonly shape: Wheel;
  readonly contact: Contact;
  readonly arrows: ForceArrows;
  readonly pad: Object3D | null;
  readonly road: Float64Array | null;
  readonly track: ReturnType<typeof track> | null;
}

function namedGroup(name: string): Group {
  const group = new Group();
  group.userData["name"] = name;
  return group;
}

export class Actors {
  readonly group = new Group();
  private readonly fixed = new Group();
  private readonly movers: Mover[];
  private readonly elements: Element[] = [];
  private readonly rolling: Rolling[] = [];
  private readonly from = new Quaternion();
  private readonly to = new Quaternion();
  private readonly centre = new Vector3();
  private readonly axle = new Vector3();

  constructor(
    readonly scene: Scene,
    private readonly run: LoadedRun,
    decoded: Decoded,
    private readonly paint: Paint,
    palette: Palette,
    ghost: boolean,
    timed: boolean,
    private readonly road: Road,
  ) {
    this.movers = scene.bodies.map((body) => ({
      body,
      group: namedGroup(body.name),
      position: body.position.map((kept) => decoded.numbers(kept)),
      rotation: body.rotation.map((kept) => decoded.numbers(kept)),
      anchor: new Vector3(...body.anchor),
    }));
    for (const mover of this.movers) this.group.add(mover.group);
    for (const shape of scene.shapes) this.add(shape, palette, ghost, timed);
    for (const group of [this.fixed, ...this.movers.map((mover) => mover.group)]) merged(group);
    for (const mover of this.movers) this.addCentre(mover);
    this.group.add(this.fixed);
  }

  private add(shape: Shape, palette: Palette, ghost: boolean, timed: boolean): void {
    if (shape.kind === "coil" || shape.kind === "strut" || shape.kind === "bar") {
      const element =
        shape.kind === "coil" ? spring(shape, this.paint) : shape.kind === "strut" ? strut(shape, this.paint) : bar(shape, this.paint);
      element.object.userData["name"] = shape.name;
      this.elements.push(element);
      this.group.add(element.object);
      return;
    }
    const mover = this.movers[shape.body];
    const anchor = mover?.body.anchor ?? ([0, 0, 0] as const);
    const object = this.solid(shape, anchor);
    object.userData["name"] = shape.name;
    (mover?.group ?? this.fixed).add(object);
    if (shape.kind === "wheel" && mover) this.addRolling(shape, mover, palette, ghost, timed);
  }

  private solid(shape: Exclude<Shape, { kind: "coil" | "strut" | "bar" }>, anchor: readonly [number, number, number]): Object3D {
    switch (shape.kind) {
      case "rod":
        return rod(shape, anchor, this.paint);
      case "ball":
        return ball(shape, anchor, this.paint);
      case "box":
        return box(shape, anchor, this.paint);
      case "shell":
        return shell(shape, anchor, this.paint);
      case "ring":
        return ring(shape, anchor, this.paint);
      case "wheel":
        return wheel(shape, anchor, this.paint);
    }
  }

  private addRolling(shape: Wheel, mover: Mover, palette: Palette, ghost: boolean, timed: boolean): void {
    const road = shape.road ? this.run.values(shape.road) : null;
    const standing = this.scene.follow < 0 && (road !== null || !timed);
    const rolling: Rolling = {
      shape,
      contact: new Contact(),
      arrows: new ForceArrows(shape, this.run, palette, ghost, this.scene.newtons_per_metre),
      pad: standing ? pad(shape, this.paint) : null,
      road,
      track: timed && this.scene.follow >= 0 ? this.trackOf(shape, mover, road) : null,
    };
    this.rolling.push(rolling);
    this.group.add(rolling.arrows.group);
    if (rolling.pad) this.group.add(rolling.pad);
    if (rolling.track) this.group.add(rolling.track);
  }

  private trackOf(shape: Wheel, mover: Mover, road: Float64Array | null): ReturnType<typeof track> {
    const count = mover.position[0]!.length;
    const points = new Float64Array(3 * count);
    const across = new Float64Array(3 * count);
    const contact = new Contact();
    const at: Position = { sample: 0, part: 0 };
    for (; at.sample < count; at.sample++) {
      this.pose(mover, at);
      this.touch(shape, contact);
      contact.point.toArray(points, 3 * at.sample);
      contact.left.toArray(across, 3 * at.sample);
      points[3 * at.sample + 2] = road ? road[at.sample]! : 0;
    }
    return track(points, across, 0.6 * shape.width, this.road, this.paint);
  }

  private addCentre(mover: Mover): void {
    const size = 0.03;
    const mark = ball(
      { kind: "ball", name: `${mover.body.name}: centre of mass`, body: 0, at: mover.body.centre, radius: size, tone: "steer" },
      mover.body.anchor,
      this.paint,
    );
    mark.userData["name"] = `${mover.body.name}: centre of mass`;
    mark.userData["centre"] = true;
    mark.visible = false;
    mover.group.add(mark);
  }

  showCentres(visible: boolean): void {
    for (const mover of this.movers) {
      for (const child of mover.group.children) if (child.userData["centre"]) child.visible = visible;
    }
  }

  showForces(visible: boolean): void {
    for (const each of this.rolling) each.arrows.group.visible = visible;
  }

  recolour(palette: Palette): void {
    for (const each of this.rolling) each.arrows.recolour(palette);
  }

  private pose(mover: Mover, at: Position): void {
    const [x, y, z] = mover.position as [Float64Array, Float64Array, Float64Array];
    const [a, b, c, d] = mover.rotation as [Float64Array, Float64Array, Float64Array, Float64Array];
    const { sample, part } = at;
    mover.group.position.set(between(x, at), between(y, at), between(z, at));
    this.from.set(a[sample]!, b[sample]!, c[sample]!, d[sample]!).normalize();
    if (part > 0) {
      this.to.set(a[sample + 1]!, b[sample + 1]!, c[sample + 1]!, d[sample + 1]!).normalize();
      this.from.slerp(this.to, part);
    }
    mover.group.quaternion.copy(this.from);
  }

  readonly find: Find = (place: Place, into: Vector3): void => {
    into.set(place.point[0], place.point[1], place.point[2]);
    const mover = this.movers[place.body];
    if (mover) into.sub(mover.anchor).applyQuaternion(mover.group.quaternion).add(mover.group.position);
  };

  private touch(shape: Wheel, contact: Contact): void {
    const mover = this.movers[shape.body]!;
    this.axle.set(shape.axis[0], shape.axis[1], shape.axis[2]).applyQuaternion(mover.group.quaternion);
    this.centre.set(shape.centre[0], shape.centre[1], shape.centre[2]).sub(mover.anchor);
    this.centre.applyQuaternion(mover.group.quaternion).add(mover.group.position);
    contact.find(this.centre, this.axle, shape.radius);
  }

  /** Everything to where it was. */
  place(at: Position): void {
    for (const mover of this.movers) this.pose(mover, at);
    for (const element of this.elements) element.move(this.find);
    for (const each of this.rolling) {
      this.touch(each.shape, each.contact);
      if (each.road) each.contact.point.z = between(each.road, at);
      each.arrows.show(each.contact, at);
      if (each.pad) {
        each.pad.position.copy(each.contact.point);
        each.pad.position.z -= ROAD_GAP;
      }
      each.track?.geometry.setDrawRange(0, 6 * at.sample);
    }
  }

  /** Where a wheel meets the road now. */
  contactOf(wheel: number): Vector3 | null {
    return this.rolling[wheel]?.contact.point ?? null;
  }

  /** Where a body's anchor is now. */
  positionOf(body: number): Vector3 | null {
    return this.movers[body]?.group.position ?? null;
  }

  /** As the scene graph has it. */
  worldPosition(body: number): number[] | null {
    return this.movers[body]?.group.getWorldPosition(new Vector3()).toArray() ?? null;
  }

  headingOf(body: number): number {
    const q = this.movers[body]?.group.quaternion;
    return q ? Math.atan2(2 * (q.w * q.z + q.x * q.y), 1 - 2 * (q.y * q.y + q.z * q.z)) : 0;
  }

  wheelCentre(number: number, into: Vector3): boolean {
    const shape = this.scene.shapes.filter((s): s is Wheel => s.kind === "wheel")[number];
    if (!shape) return false;
    this.find({ body: shape.body, point: shape.centre }, into);
    return true;
  }
}
