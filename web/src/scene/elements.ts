// What stretches between two bodies: springs whose coils compress, telescoping struts, massless rods.
import { BufferGeometry, CylinderGeometry, Float32BufferAttribute, Group, Mesh, type Object3D, Quaternion, Vector3 } from "three";
import type { Bar, Coil, Place, Strut } from "../data/types";
import type { Paint } from "./paint";

const ALONG = new Vector3(0, 0, 1);
const TURNS = 7;
const WIRE = 0.14; // of the coil's radius
const unitTube = new CylinderGeometry(1, 1, 1, 12, 1).rotateX(Math.PI / 2).translate(0, 0, 0.5);
const unitCoil = coil();

/** Where a point of a body is now. */
export type Find = (place: Place, into: Vector3) => void;

export interface Element {
  readonly object: Object3D;
  move(find: Find): void;
}

/** Radius and height 1, standing on the origin along z; stretched by its scale. */
function coil(): BufferGeometry {
  const steps = TURNS * 12;
  const ring = 5;
  const positions: number[] = [];
  const normals: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= steps; i++) {
    const part = i / steps;
    const angle = 2 * Math.PI * TURNS * part;
    for (let j = 0; j < ring; j++) {
      const around = (2 * Math.PI * j) / ring;
      const outwards = Math.cos(around);
      const radius = 1 - WIRE + WIRE * outwards;
      const rise = 0.5 * WIRE * Math.sin(around);
      positions.push(radius * Math.cos(angle), radius * Math.sin(angle), part * (1 - 0.04) + 0.02 + 0.5 * rise);
      normals.push(outwards * Math.cos(angle), outwards * Math.sin(angle), Math.sin(around));
      if (i < steps) {
        const a = i * ring + j;
        const b = i * ring + ((j + 1) % ring);
        indices.push(a, a + ring, b, b, a + ring, b + ring);
      }
    }
  }
  return new BufferGeometry()
    .setAttribute("position", new Float32BufferAttribute(positions, 3))
    .setAttribute("normal", new Float32BufferAttribute(normals, 3))
    .setIndex(indices);
}

/** Keeps a group on the line from a to b, its z along it, and tells the length. */
class Line {
  readonly group = new Group();
  private readonly start = new Vector3();
  private readonly along = new Vector3();
  private readonly turned = new Quaternion();

  constructor(
    private readonly a: Place,
    private readonly b: Place,
  ) {}

  lay(find: Find): number {
    find(this.a, this.start);
    find(this.b, this.along);
    this.along.sub(this.start);
    const length = Math.max(this.along.length(), 1e-9);
    this.group.position.copy(this.start);
    this.group.quaternion.copy(this.turned.setFromUnitVectors(ALONG, this.along.divideScalar(length)));
    return length;
  }
}

export function spring(shape: Coil, paint: Paint): Element {
  const line = new Line(shape.a, shape.b);
  const mesh = new Mesh(unitCoil, paint.solid("coil"));
  mesh.scale.set(shape.radius, shape.radius, 1);
  const seats = [0, 1].map(() => new Mesh(unitTube, paint.solid("tube")));
  for (const seat of seats) seat.scale.set(1.08 * shape.radius, 1.08 * shape.radius, 0.006);
  const coilOver = shape.end < 1;
  line.group.add(mesh, ...(coilOver ? seats : []));
  return {
    object: line.group,
    move(find) {
      const length = line.lay(find);
      mesh.position.z = shape.begin * length;
      mesh.scale.z = (shape.end - shape.begin) * length;
      seats[0]!.position.z = shape.begin * length;
      seats[1]!.position.z = shape.end * length;
    },
  };
}

export function strut(shape: Strut, paint: Paint): Element {
  const line = new Line(shape.a, shape.b);
  const rod = new Mesh(unitTube, paint.solid("rim"));
  const tube = new Mesh(unitTube, paint.solid("tube"));
  rod.scale.set(0.42 * shape.radius, 0.42 * shape.radius, 1);
  tube.scale.set(shape.radius, shape.radius, 1);
  line.group.add(rod, tube);
  return {
    object: line.group,
    move(find) {
      const length = line.lay(find);
      rod.scale.z = Math.min(shape.rod, length);
      tube.scale.z = Math.min(shape.tube, length);
      tube.position.z = length - tube.scale.z;
    },
  };
}

export function bar(shape: Bar, paint: Paint): Element {
  const line = new Line(shape.a, shape.b);
  const mesh = new Mesh(unitTube, paint.solid("link"));
  mesh.scale.set(shape.radius, shape.radius, 1);
  line.group.add(mesh);
  return {
    object: line.group,
    move(find) {
      mesh.scale.z = line.lay(find);
    },
  };
}
