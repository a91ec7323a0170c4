// The ground: a grid that fades out, obstacles at true size, and a road surface where one is given.
import {
  BoxGeometry, BufferGeometry, type Color, EdgesGeometry, Float32BufferAttribute, Group, LineSegments, Mesh, PlaneGeometry,
  ShaderMaterial, type Vector3,
} from "three";
import type { HeightGrid, Scene } from "../data/types";
import type { Paint } from "./paint";

const VERTEX = `
varying vec2 place;
void main() {
  place = position.xy;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

// the plane moves by whole tens of cells, so that the lines stay where they are and numbers stay small
const FRAGMENT = `
varying vec2 place;
uniform float cell;
uniform float reach;
uniform vec3 colour;
float lines(vec2 at, float width) {
  vec2 density = fwidth(at);
  vec2 away = abs(fract(at - 0.5) - 0.5) / max(density, vec2(1e-6));
  float line = 1.0 - min(min(away.x, away.y) / width, 1.0);
  return line * clamp(0.5 / max(density.x, density.y), 0.0, 1.0);
}
void main() {
  vec2 at = place / cell;
  float fade = 1.0 - smoothstep(0.25, 1.0, length(place) / reach);
  float strength = max(0.30 * lines(at, 1.0), 0.75 * lines(at / 10.0, 1.4));
  gl_FragColor = vec4(colour, strength * fade);
  if (gl_FragColor.a < 0.004) discard;
}`;

export class Ground {
  readonly group = new Group();
  private readonly plane: Mesh<PlaneGeometry, ShaderMaterial>;
  private readonly cell: number;

  constructor(scene: Scene, size: number, height: number, paint: Paint) {
    this.cell = size < 1.2 ? 0.1 : 1;
    const reach = Math.max(60 * this.cell, 4 * size);
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthWrite: false,
      side: 2,
      uniforms: { cell: { value: this.cell }, reach: { value: reach }, colour: { value: [0, 0, 0] } },
    });
    this.plane = new Mesh(new PlaneGeometry(2 * reach, 2 * reach), material);
    this.plane.position.z = height;
    this.plane.renderOrder = -1;
    this.group.add(this.plane);
    for (const block of scene.obstacles) {
      const geometry = new BoxGeometry(block.x1 - block.x0, block.y1 - block.y0, Math.max(Math.abs(block.height), 1e-3));
      const obstacle = new Group();
      obstacle.add(new Mesh(geometry, paint.solid("obstacle")), new LineSegments(new EdgesGeometry(geometry), paint.line("edge")));
      obstacle.position.set(0.5 * (block.x0 + block.x1), 0.5 * (block.y0 + block.y1), 0.5 * block.height);
      this.group.add(obstacle);
    }
    if (scene.road) this.group.add(surface(scene.road, paint));
  }

  /** Keep the grid under what is looked at. */
  centre(at: Vector3): void {
    const ten = 10 * this.cell;
    const [x, y] = [Math.round(at.x / ten) * ten, Math.round(at.y / ten) * ten];
    this.plane.position.x = x;
    this.plane.position.y = y;
  }

  recolour(colour: Color): void {
    this.plane.material.uniforms["colour"]!.value = [colour.r, colour.g, colour.b];
  }
}

function surface(road: HeightGrid, paint: Paint): Mesh {
  const positions: number[] = [];
  const indices: number[] = [];
  const across = road.y.length;
  road.x.forEach((x, i) => road.y.forEach((y, j) => positions.push(x, y, road.height[i * across + j] ?? 0)));
  for (let i = 0; i + 1 < road.x.length; i++) {
    for (let j = 0; j + 1 < across; j++) {
      const a = i * across + j;
      indices.push(a, a + across, a + 1, a + 1, a + across, a + across + 1);
    }
  }
  const geometry = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(positions, 3)).setIndex(indices);
  geometry.computeVertexNormals();
  const mesh = new Mesh(geometry, paint.solid("obstacle"));
  mesh.material.side = 2;
  return mesh;
}
