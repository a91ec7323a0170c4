// A wheel: tyre, rim, and one marked spoke so that spin is seen.
import { BufferGeometry, BoxGeometry, CylinderGeometry, Group, LatheGeometry, Mesh, type Object3D, Quaternion, Vector2, Vector3 } from "three";
import type { Vec3, Wheel } from "../data/types";
import type { Paint } from "./paint";
import { local } from "./solids";

const SPOKES = 5;
const ROUND = 40; // pieces of the tread
const AXLE = new Vector3(0, 1, 0); // the wheel is built around y

/** The tyre's cross-section turned around the axle, the rim's inner face left open. */
function tyre(radius: number, width: number): BufferGeometry {
  const rim = 0.64 * radius;
  const half = 0.5 * width;
  const section: readonly (readonly [number, number])[] = [
    [rim, -0.86 * half], [0.8 * radius, -half], [0.93 * radius, -0.96 * half], [radius, -0.72 * half],
    [radius, 0.72 * half], [0.93 * radius, 0.96 * half], [0.8 * radius, half], [rim, 0.86 * half],
  ];
  return new LatheGeometry(section.map(([r, y]) => new Vector2(r, y)), ROUND);
}

export function wheel(shape: Wheel, anchor: Vec3, paint: Paint): Object3D {
  const { radius, width } = shape;
  const rim = 0.64 * radius;
  const group = new Group();
  group.add(new Mesh(tyre(radius, width), paint.solid("tyre")));
  const ring = new Mesh(new CylinderGeometry(rim, rim, 0.86 * width, ROUND, 1, true), paint.solid("rim"));
  ring.material.side = 2; // seen from inside, too
  const hub = new Mesh(new CylinderGeometry(0.17 * radius, 0.17 * radius, 0.3 * width, 16), paint.solid("rim"));
  group.add(ring, hub);
  for (let k = 0; k < SPOKES; k++) {
    const spoke = new Mesh(new BoxGeometry(0.1 * radius, 0.12 * width, rim), paint.solid(k === 0 ? "spoke" : "rim"));
    const turned = (2 * Math.PI * k) / SPOKES;
    spoke.position.set(0.5 * rim * Math.sin(turned), outside(shape) * 0.22 * width, 0.5 * rim * Math.cos(turned));
    spoke.rotation.y = turned;
    group.add(spoke);
  }
  group.position.copy(local(shape.centre, anchor));
  group.quaternion.copy(new Quaternion().setFromUnitVectors(AXLE, new Vector3(...shape.axis).normalize()));
  return group;
}

/** Which end of the axle looks away from the car. */
function outside(shape: Wheel): number {
  return shape.centre[1] * shape.axis[1] < 0 ? -1 : 1;
}
