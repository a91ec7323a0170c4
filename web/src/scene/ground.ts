// The ground: a grid that fades out, obstacles at true size, and a road surface where one is given.
import {
  BoxGeometry, BufferGeometry, type Color, EdgesGeometry, Float32BufferAttribute, Group, LineBasicMaterial, LineSegments, Mesh,
  type Vector3,
} from "three";
import type { Decoded } from "../data/decode";
import type { Scene } from "../data/types";
import { CourseOnGround } from "./course";
import type { Paint } from "./paint";
import type { Road } from "./road";

const REACH = 40; // cells to each side
const PIECES = 20; // of a line, so that it can fade
const FAINT = 0.3;
const STRONG = 0.75; // each tenth line

/** Lines with a fading opacity. Drawn as lines: a shader over the whole picture is slow without a graphics card. */
function grid(cell: number): LineSegments<BufferGeometry, LineBasicMaterial> {
  const positions: number[] = [];
  const colours: number[] = [];
  const end = (along: number, across: number, turned: boolean): void => {
    const away = Math.hypot(along, across) / REACH;
    const fade = Math.max(0, 1 - away) ** 1.6;
    positions.push(cell * (turned ? across : along), cell * (turned ? along : across), 0);
    colours.push(1, 1, 1, fade * (across % 10 === 0 ? STRONG : FAINT));
  };
  for (const turned of [false, true]) {
    for (let across = -REACH; across <= REACH; across++) {
      const half = Math.sqrt(REACH * REACH - across * across);
      for (let k = 0; k < PIECES; k++) {
        end(half * ((2 * k) / PIECES - 1), across, turned);
        end(half * ((2 * (k + 1)) / PIECES - 1), across, turned);
      }
    }
  }
  const geometry = new BufferGeometry()
    .setAttribute("position", new Float32BufferAttribute(positions, 3))
    .setAttribute("color", new Float32BufferAttribute(colours, 4));
  return new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false }));
}

export class Ground {
  readonly group = new Group();
  private readonly grid: LineSegments<BufferGeometry, LineBasicMaterial>;
  private readonly cell: number;
  private readonly course: CourseOnGround | null;

  constructor(scene: Scene, decoded: Decoded, road: Road, size: number, height: number, paint: Paint) {
    this.cell = size < 1.2 ? 0.1 : 1;
    this.grid = grid(this.cell);
    this.grid.position.z = height;
    this.grid.renderOrder = -1;
    this.grid.frustumCulled = false;
    this.group.add(this.grid);
    for (const block of scene.obstacles) {
      const geometry = new BoxGeometry(block.length, block.width, Math.max(Math.abs(block.height), 1e-3));
      const obstacle = new Group();
      obstacle.add(new Mesh(geometry, paint.solid("obstacle")), new LineSegments(new EdgesGeometry(geometry), paint.line("edge")));
      obstacle.position.set(block.x, block.y, 0.5 * block.height);
      obstacle.rotation.z = block.direction;
      this.group.add(obstacle);
    }
    for (const surface of road.surfaces(paint)) this.group.add(surface);
    this.course = scene.course ? new CourseOnGround(scene.course, decoded, paint) : null;
    if (this.course) this.group.add(this.course.group);
  }

  /** Keep the grid under what is looked at. */
  centre(at: Vector3): void {
    const ten = 10 * this.cell;
    const [x, y] = [Math.round(at.x / ten) * ten, Math.round(at.y / ten) * ten];
    this.grid.position.x = x; // by whole tens of cells, so that the lines stay where they are
    this.grid.position.y = y;
  }

  /** What changes on the ground with time. */
  show(time: number): void {
    this.course?.show(time);
  }

  recolour(colour: Color): void {
    this.grid.material.color.copy(colour);
  }
}
