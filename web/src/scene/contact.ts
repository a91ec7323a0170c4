// Where wheels meet the road: force arrows, tracks left behind, pads on a rig.
import {
  BufferGeometry, BoxGeometry, ConeGeometry, CylinderGeometry, DynamicDrawUsage, Float32BufferAttribute, Group, Mesh,
  MeshBasicMaterial, Quaternion, Vector3,
} from "three";
import { between, type LoadedRun, type Position } from "../data/run";
import type { Wheel } from "../data/types";
import type { Paint } from "./paint";
import type { Palette } from "./palette";
import type { Road } from "./road";

const UP = new Vector3(0, 0, 1);
const SHAFT = 0.009; // m
const HEAD = 0.07; // m
const SMALLEST = 0.008; // m that are drawn
const LIFT = 0.006; // m of a track above the road
const shaft = new CylinderGeometry(SHAFT, SHAFT, 1, 8, 1).rotateX(Math.PI / 2).translate(0, 0, 0.5);
const head = new ConeGeometry(2.6 * SHAFT, HEAD, 10).rotateX(Math.PI / 2).translate(0, 0, 0.5 * HEAD);

/** A wheel's lowest point and its heading, from its centre and axle; all vectors are reused. */
export class Contact {
  readonly point = new Vector3();
  readonly ahead = new Vector3();
  readonly left = new Vector3();
  private readonly down = new Vector3();

  find(centre: Vector3, axle: Vector3, radius: number): void {
    this.down.copy(UP).addScaledVector(axle, -UP.dot(axle)).normalize();
    this.point.copy(centre).addScaledVector(this.down, -radius);
    this.ahead.crossVectors(axle, UP).normalize();
    this.left.crossVectors(UP, this.ahead);
  }
}

class Arrow {
  readonly group = new Group();
  private readonly shaft: Mesh;
  private readonly head: Mesh;
  private readonly turned = new Quaternion();
  private readonly along = new Vector3();

  constructor(
    readonly material: MeshBasicMaterial,
    private readonly newtonsPerMetre: number,
  ) {
    this.shaft = new Mesh(shaft, material);
    this.head = new Mesh(head, material);
    this.group.add(this.shaft, this.head);
    this.shaft.renderOrder = this.head.renderOrder = 10;
  }

  show(at: Vector3, direction: Vector3, force: number): void {
    const length = Math.abs(force) / this.newtonsPerMetre;
    this.group.visible = length >= SMALLEST;
    if (!this.group.visible) return;
    this.along.copy(direction).multiplyScalar(Math.sign(force));
    this.group.position.copy(at);
    this.group.quaternion.copy(this.turned.setFromUnitVectors(UP, this.along));
    const tip = Math.min(HEAD, 0.6 * length);
    this.shaft.scale.z = length - tip;
    this.head.position.z = length - tip;
    this.head.scale.setScalar(tip / HEAD);
  }
}

/** The three components of a tyre's force at its contact point. */
export class ForceArrows {
  readonly group = new Group();
  private readonly arrows: Arrow[];
  private readonly histories: readonly (Float64Array | null)[];

  constructor(wheel: Wheel, run: LoadedRun, palette: Palette, ghost: boolean, newtonsPerMetre: number) {
    this.histories = (wheel.forces ?? ["", "", ""]).map((name) => run.values(name));
    this.arrows = palette.forces.map((colour) => {
      const opacity = ghost ? 0.35 : 1;
      return new Arrow(new MeshBasicMaterial({ color: colour, depthTest: false, transparent: true, opacity }), newtonsPerMetre / wheel.newtons);
    });
    this.group.add(...this.arrows.map((arrow) => arrow.group));
  }

  show(contact: Contact, at: Position): void {
    const directions = [contact.ahead, contact.left, UP];
    for (let k = 0; k < 3; k++) {
      const history = this.histories[k];
      this.arrows[k]!.show(contact.point, directions[k]!, history ? between(history, at) || 0 : 0);
    }
  }

  recolour(palette: Palette): void {
    this.arrows.forEach((arrow, k) => arrow.material.color.copy(palette.forces[k]!));
  }
}

/** A band on the road along all contact points of a run, shown up to now. */
export function track(points: Float64Array, across: Float64Array, width: number, drawn: Road, paint: Paint): Mesh<BufferGeometry> {
  const count = points.length / 3;
  const positions = new Float32Array(6 * count);
  const indices: number[] = [];
  for (let k = 0; k < count; k++) {
    for (const side of [0, 1]) {
      const shift = (side - 0.5) * width;
      const [x, y, z] = [0, 1, 2].map((axis) => points[3 * k + axis]! + shift * across[3 * k + axis]!) as [number, number, number];
      positions.set([x, y, Math.max(z, drawn.heightAt(x, y)) + LIFT], 6 * k + 3 * side);
    }
    if (k + 1 < count) indices.push(2 * k, 2 * k + 1, 2 * k + 2, 2 * k + 1, 2 * k + 3, 2 * k + 2);
  }
  const attribute = new Float32BufferAttribute(positions, 3).setUsage(DynamicDrawUsage);
  const geometry = new BufferGeometry().setAttribute("position", attribute).setIndex(indices);
  const normals = new Float32Array(6 * count);
  for (let k = 2; k < normals.length; k += 3) normals[k] = 1;
  geometry.setAttribute("normal", new Float32BufferAttribute(normals, 3));
  const mesh = new Mesh(geometry, paint.solid("track"));
  mesh.material.side = 2;
  mesh.frustumCulled = false;
  return mesh;
}

/** What a wheel stands on where the road moves under it, or on a rig. */
export function pad(wheel: Wheel, paint: Paint): Mesh {
  const thick = 0.03;
  const geometry = new BoxGeometry(1.7 * wheel.radius, 1.5 * wheel.width, thick).translate(0, 0, -0.5 * thick);
  return new Mesh(geometry, paint.solid("frame"));
}
