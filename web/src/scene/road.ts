// The drawn road: its height anywhere, and its surface, shaded so that roughness shows.
import { BufferGeometry, Float32BufferAttribute, Mesh } from "three";
import type { Decoded } from "../data/decode";
import { locate, type Position } from "../data/run";
import type { HeightGrid, Scene } from "../data/types";
import type { Paint } from "./paint";

const GAIN = 22; // change of brightness for a slope of one: a class C road has slopes of a few hundredths
const [DARKEST, LIGHTEST] = [0.55, 1.3];

interface Piece {
  readonly told: HeightGrid;
  readonly s: Float64Array;
  readonly n: Float64Array;
  readonly height: Float64Array;
}

export class Road {
  private readonly pieces: readonly Piece[];
  private readonly along: Position = { sample: 0, part: 0 };
  private readonly across: Position = { sample: 0, part: 0 };

  constructor(scene: Scene, decoded: Decoded) {
    this.pieces = scene.road.map((told) => ({
      told,
      s: decoded.numbers(told.s),
      n: decoded.numbers(told.n),
      height: decoded.numbers(told.height),
    }));
  }

  /** Of the drawn surface, on the straight lines between its points; minus infinity where there is none. */
  heightAt(x: number, y: number): number {
    let highest = -Infinity;
    for (const { told, s, n, height } of this.pieces) {
      const [dx, dy] = [x - told.x, y - told.y];
      const [c, e] = [Math.cos(told.direction), Math.sin(told.direction)];
      const [a, b] = [c * dx + e * dy, c * dy - e * dx];
      if (a < s[0]! || a > s[s.length - 1]! || b < n[0]! || b > n[n.length - 1]!) continue;
      locate(s, a, this.along);
      locate(n, b, this.across);
      const [i, j] = [Math.min(this.along.sample, s.length - 2), Math.min(this.across.sample, n.length - 2)];
      const at = (k: number, l: number): number => height[(i + k) * n.length + j + l]!;
      highest = Math.max(highest, at(0, 0), at(1, 0), at(0, 1), at(1, 1));
    }
    return highest;
  }

  surfaces(paint: Paint): Mesh[] {
    return this.pieces.map((piece) => surface(piece, paint));
  }
}

function surface({ told, s, n, height }: Piece, paint: Paint): Mesh {
  const positions: number[] = [];
  const shades: number[] = [];
  const indices: number[] = [];
  const wide = n.length;
  s.forEach((along, i) =>
    n.forEach((across, j) => {
      positions.push(along, across, height[i * wide + j] ?? 0);
      const shade = Math.min(Math.max(1 + GAIN * slope(s, n, height, i, j), DARKEST), LIGHTEST);
      shades.push(shade, shade, shade);
    }),
  );
  for (let i = 0; i + 1 < s.length; i++) {
    for (let j = 0; j + 1 < wide; j++) {
      const a = i * wide + j;
      indices.push(a, a + wide, a + 1, a + 1, a + wide, a + wide + 1);
    }
  }
  const geometry = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(positions, 3)).setIndex(indices);
  geometry.computeVertexNormals();
  const mesh = new Mesh(geometry, paint.solid(told.kind === "bump" ? "obstacle" : "ground"));
  mesh.material.side = 2;
  if (told.kind === "ground") {
    geometry.setAttribute("color", new Float32BufferAttribute(shades, 3));
    mesh.material.vertexColors = true;
  }
  Object.assign(mesh.material, { polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 8 }); // tracks lie on it
  mesh.position.set(told.x, told.y, 0);
  mesh.rotation.z = told.direction;
  return mesh;
}

/** As if light came in low from ahead and from the left. */
function slope(s: Float64Array, n: Float64Array, height: Float64Array, i: number, j: number): number {
  const wide = n.length;
  const [before, after] = [Math.max(i - 1, 0), Math.min(i + 1, s.length - 1)];
  const [right, left] = [Math.max(j - 1, 0), Math.min(j + 1, wide - 1)];
  const along = (height[after * wide + j]! - height[before * wide + j]!) / (s[after]! - s[before]! || 1);
  const across = (height[i * wide + left]! - height[i * wide + right]!) / (n[left]! - n[right]! || 1);
  return -0.9 * along - 0.45 * across;
}
