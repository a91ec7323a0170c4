// Materials by tone, shared by all meshes of a run; a ghost's are the same, thinner.
import { Color, LineBasicMaterial, MeshLambertMaterial, type Material } from "three";
import type { Palette } from "./palette";

type Tone = keyof Palette["tones"];
const GHOST = 0.35;
const TINTED = 0.8; // share of the run's own colour
const THIN: Partial<Record<Tone, number>> = { shell: 0.16, track: 0.28 };

export class Paint {
  private readonly solids = new Map<Tone, MeshLambertMaterial>();
  private readonly lines = new Map<Tone, LineBasicMaterial>();

  constructor(
    private palette: Palette,
    private tint: Color | null, // of a compared run, which is drawn thinner
  ) {}

  private get ghost(): boolean {
    return this.tint !== null;
  }

  private colour(tone: Tone, into: Color): void {
    into.copy(this.palette.tones[tone]);
    if (this.tint) into.lerp(this.tint, TINTED);
  }

  solid(tone: Tone): MeshLambertMaterial {
    const opacity = (THIN[tone] ?? 1) * (this.ghost ? GHOST : 1);
    return this.kept(this.solids, tone, () => new MeshLambertMaterial(this.sheer(opacity)));
  }

  line(tone: Tone): LineBasicMaterial {
    return this.kept(this.lines, tone, () => new LineBasicMaterial(this.sheer(0.8 * (this.ghost ? GHOST : 1))));
  }

  recolour(palette: Palette, tint: Color | null): void {
    this.palette = palette;
    this.tint = tint;
    for (const known of [this.solids, this.lines]) {
      for (const [tone, material] of known) this.colour(tone, material.color);
    }
  }

  private sheer(opacity: number): { opacity: number; transparent: boolean; depthWrite: boolean } {
    return { opacity, transparent: opacity < 1, depthWrite: opacity === 1 };
  }

  private kept<M extends Material & { color: Color }>(known: Map<Tone, M>, tone: Tone, make: () => M): M {
    let material = known.get(tone);
    if (!material) {
      material = make();
      this.colour(tone, material.color);
      known.set(tone, material);
    }
    return material;
  }
}
