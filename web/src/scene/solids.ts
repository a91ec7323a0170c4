// Meshes of what is fixed to a body: rods, balls, blocks, car shells. Built once; only the body moves.
import {
  BoxGeometry, BufferGeometry, CylinderGeometry, EdgesGeometry, Float32BufferAttribute, Group, LineSegments, Mesh,
  type Object3D, Quaternion, ShapeUtils, SphereGeometry, TorusGeometry, Vector2, Vector3,
} from "three";
import type { Ball, Box, Ring, Rod, Shell, Vec3 } from "../data/types";
import type { Paint } from "./paint";

const ROUND = 10;
const UP = new Vector3(0, 1, 0); // a cylinder of three.js stands along y
const unitRod = new CylinderGeometry(1, 1, 1, ROUND, 1);
const LARGE = 0.03; // m, from where on corners would be seen
const unitBall = new SphereGeometry(1, 12, 8);
const largeBall = new SphereGeometry(1, 32, 20);

export function local(point: Vec3, anchor: Vec3): Vector3 {
  return new Vector3(point[0] - anchor[0], point[1] - anchor[1], point[2] - anchor[2]);
}

export function rod(shape: Rod, anchor: Vec3, paint: Paint): Object3D {
  const a = local(shape.a, anchor);
  const b = local(shape.b, anchor);
  const along = b.clone().sub(a);
  const mesh = new Mesh(unitRod, paint.solid(shape.tone));
  mesh.position.copy(a).addScaledVector(along, 0.5);
  mesh.quaternion.copy(new Quaternion().setFromUnitVectors(UP, along.clone().normalize()));
  mesh.scale.set(shape.radius, Math.max(along.length(), 1e-6), shape.radius);
  return mesh;
}

export function ball(shape: Ball, anchor: Vec3, paint: Paint): Object3D {
  const mesh = new Mesh(shape.radius > LARGE ? largeBall : unitBall, paint.solid(shape.tone));
  mesh.position.copy(local(shape.at, anchor));
  mesh.scale.setScalar(shape.radius);
  return mesh;
}

/** A steering wheel: a rim and a bar across, so that its angle is seen. */
export function ring(shape: Ring, anchor: Vec3, paint: Paint): Object3D {
  const group = new Group();
  const thick = 0.09 * shape.radius;
  const across = new Mesh(unitRod, paint.solid("steer"));
  across.scale.set(thick, 2 * shape.radius, thick);
  group.add(new Mesh(new TorusGeometry(shape.radius, thick, 8, 32), paint.solid("steer")), across);
  group.position.copy(local(shape.at, anchor));
  group.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(...shape.axis).normalize());
  return group;
}

export function box(shape: Box, anchor: Vec3, paint: Paint): Object3D {
  const low = local(shape.low, anchor);
  const size = local(shape.high, anchor).sub(low);
  const geometry = new BoxGeometry(size.x, size.y, size.z);
  const group = new Group();
  group.add(new Mesh(geometry, paint.solid("shell")), new LineSegments(new EdgesGeometry(geometry), paint.line("edge")));
  group.position.copy(low).addScaledVector(size, 0.5);
  return group;
}

/** A side view drawn out to both sides; its greenhouse leans inwards. */
export function shell(shape: Shell, anchor: Vec3, paint: Paint): Object3D {
  const lower = shape.profile.slice(0, shape.roof);
  const roof = shape.profile.slice(shape.roof);
  const base = Math.max(...lower.map(([, z]) => z));
  const top = Math.max(...roof.map(([, z]) => z));
  const narrow = (z: number): number => {
    const part = Math.min(Math.max((z - base) / (top - base), 0), 1);
    return 0.5 * (shape.width + part * (shape.roof_width - shape.width) * 1.6);
  };
  const group = new Group();
  for (const outline of [lower, roof]) {
    const { faces, edges } = drawnOut(outline, narrow, anchor);
    group.add(new Mesh(faces, paint.solid("shell")), new LineSegments(edges, paint.line("edge")));
  }
  return group;
}

const SHARP = 0.3; // rad between two pieces of the outline, from which an edge runs across

function drawnOut(
  outline: readonly (readonly [number, number])[],
  half: (z: number) => number,
  anchor: Vec3,
): { faces: BufferGeometry; edges: BufferGeometry } {
  const count = outline.length;
  const positions: number[] = [];
  for (const side of [1, -1]) {
    for (const [x, z] of outline) positions.push(x - anchor[0], side * half(z) - anchor[1], z - anchor[2]);
  }
  const indices: number[] = [];
  for (const [a, b, c] of ShapeUtils.triangulateShape(outline.map(([x, z]) => new Vector2(x, z)), []) as number[][]) {
    indices.push(a!, b!, c!, count + a!, count + c!, count + b!);
  }
  const lines: number[] = [];
  for (let k = 0; k < count; k++) {
    const next = (k + 1) % count;
    indices.push(k, next, count + k, next, count + next, count + k);
    lines.push(k, next, count + k, count + next);
    if (bend(outline, k) > SHARP) lines.push(k, count + k);
  }
  const attribute = new Float32BufferAttribute(positions, 3);
  const faces = new BufferGeometry().setAttribute("position", attribute).setIndex(indices).toNonIndexed();
  faces.computeVertexNormals();
  const edges = new BufferGeometry().setAttribute("position", attribute).setIndex(lines);
  return { faces, edges };
}

function bend(outline: readonly (readonly [number, number])[], k: number): number {
  const count = outline.length;
  const [before, here, next] = [outline[(k + count - 1) % count]!, outline[k]!, outline[(k + 1) % count]!];
  const turn = Math.atan2(next[1] - here[1], next[0] - here[0]) - Math.atan2(here[1] - before[1], here[0] - before[0]);
  return Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn)));
}
