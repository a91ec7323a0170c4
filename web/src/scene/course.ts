// A course of cones: limits of its lanes, the line that was wanted, the way that was driven, and cones that fall when they are hit.
import { BufferGeometry, ConeGeometry, CylinderGeometry, Float32BufferAttribute, Group, LineSegments, Mesh, type Object3D } from "three";
import type { Decoded } from "../data/decode";
import type { Cone, Course } from "../data/types";
import { merged } from "./merged";
import type { Paint } from "./paint";

const HEIGHT = 0.5; // m of a cone
const FOOT = 0.03; // m, thickness of its base
const LIFT = { wanted: 0.003, driven: 0.004, lane: 0.002 }; // m above the road, so that nothing flickers
const BAND = 0.07; // m, width of a line on the road
const DASH = 1.5; // m of a line, then as much of a gap

interface Falling {
  readonly time: number;
  readonly standing: Object3D;
  readonly fallen: Object3D;
}

/** A cone on its base, its axis along z. */
function body(radius: number, paint: Paint, tone: "cone" | "struck"): Group {
  const group = new Group();
  const tip = new Mesh(new ConeGeometry(0.75 * radius, HEIGHT, 16), paint.solid(tone));
  tip.rotation.x = Math.PI / 2;
  tip.position.z = 0.5 * HEIGHT;
  const foot = new Mesh(new CylinderGeometry(radius, radius, FOOT, 16), paint.solid(tone));
  foot.rotation.x = Math.PI / 2;
  foot.position.z = 0.5 * FOOT;
  group.add(tip, foot);
  return group;
}

/** A flat band along points on the road, dashed or whole. */
function band(x: Float64Array, y: Float64Array, lift: number, dashed: boolean, paint: Paint, tone: "wanted" | "driven"): Mesh {
  const positions: number[] = [];
  const indices: number[] = [];
  let way = 0;
  for (let k = 0; k < x.length; k++) {
    const [before, after] = [Math.max(k - 1, 0), Math.min(k + 1, x.length - 1)];
    const [dx, dy] = [x[after]! - x[before]!, y[after]! - y[before]!];
    const far = Math.hypot(dx, dy) || 1;
    for (const side of [-0.5, 0.5]) positions.push(x[k]! - (side * BAND * dy) / far, y[k]! + (side * BAND * dx) / far, lift);
    if (k + 1 === x.length) break;
    way += Math.hypot(x[k + 1]! - x[k]!, y[k + 1]! - y[k]!);
    if (!dashed || Math.floor(way / DASH) % 2 === 0) indices.push(2 * k, 2 * k + 2, 2 * k + 1, 2 * k + 1, 2 * k + 2, 2 * k + 3);
  }
  const geometry = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(positions, 3)).setIndex(indices);
  geometry.computeVertexNormals();
  const mesh = new Mesh(geometry, paint.solid(tone));
  mesh.material.side = 2;
  mesh.frustumCulled = false;
  return mesh;
}

function limits(course: Course, paint: Paint): LineSegments {
  const points = course.lanes.flatMap(([first, last, right, left]) => [right, left].flatMap((y) => [first, y, LIFT.lane, last, y, LIFT.lane]));
  return new LineSegments(new BufferGeometry().setAttribute("position", new Float32BufferAttribute(points, 3)), paint.line("wanted"));
}

export class CourseOnGround {
  readonly group = new Group();
  private readonly falling: Falling[] = [];

  constructor(course: Course, decoded: Decoded, paint: Paint) {
    const standing = new Group();
    for (const cone of course.cones) {
      if (cone.hit === null) standing.add(this.put(body(course.radius, paint, "cone"), cone));
      else this.addHit(cone, cone.hit, course.radius, paint);
    }
    merged(standing);
    const [wanted, driven] = [course.wanted, course.driven].map((line) => line.map((kept) => decoded.numbers(kept)));
    this.group.add(standing, limits(course, paint));
    this.group.add(band(wanted![0]!, wanted![1]!, LIFT.wanted, true, paint, "wanted"));
    this.group.add(band(driven![0]!, driven![1]!, LIFT.driven, false, paint, "driven"));
  }

  /** Cones that were hit up to now lie on their side, marked; the others stand. */
  show(time: number): void {
    for (const each of this.falling) {
      each.fallen.visible = time >= each.time;
      each.standing.visible = !each.fallen.visible;
    }
  }

  private put(object: Group, cone: Cone): Group {
    object.position.set(cone.x, cone.y, 0);
    object.userData["name"] = cone.name;
    return object;
  }

  private addHit(cone: Cone, time: number, radius: number, paint: Paint): void {
    const standing = this.put(body(radius, paint, "struck"), cone);
    const fallen = this.put(body(radius, paint, "struck"), cone);
    fallen.rotation.y = 0.5 * Math.PI; // knocked forward, on the edge of its foot
    fallen.position.z = radius;
    this.falling.push({ time, standing, fallen });
    this.group.add(standing, fallen);
  }
}
