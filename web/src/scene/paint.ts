// Materials by tone, shared by all meshes of a run; a ghost's are the same, thinner.
import { Color, LineBasicMaterial, MeshLambertMaterial, type Material } from "three";
import type { Palette } from "./palette";

type Tone = keyof Palette["tones"];
const GHOST = 0.35;
const THIN: Partial<Record<Tone, number>> = { shell: 0.16, track: 0.28 };

export class Paint {
  private readonly solids = new Map<Tone, MeshLambertMaterial>();
  private readonly lines = new Map<Tone, LineBasicMaterial>();

  constructor(
    private palette: Palette,
    private readonly ghost: boolean,
  ) {}

  solid(tone: Tone): MeshLambertMaterial {
    const opacity = (THIN[tone] ?? 1) * (this.ghost ? GHOST : 1);
    return this.kept(this.solids, tone, () => new MeshLambertMaterial(this.sheer(opacity)));
  }

  line(tone: Tone): LineBasicMaterial {
    return this.kept(this.lines, tone, () => new LineBasicMaterial(this.sheer(0.8 * (this.ghost ? GHOST : 1))));
  }

  recolour(palette: Palette): void {
    this.palette = palette;
    for (const known of [this.solids, this.lines]) {
      for (const [tone, material] of known) material.color.copy(palette.tones[tone]);
    }
  }

  private sheer(opacity: number): { opacity: number; transparent: boolean; depthWrite: boolean } {
    return { opacity, transparent: opacity < 1, depthWrite: opacity === 1 };
  }

  private kept<M extends Material & { color: Color }>(known: Map<Tone, M>, tone: Tone, make: () => M): M {
    let material = known.get(tone);
    if (!material) {
      material = make();
      material.color.copy(this.palette.tones[tone]);
      known.set(tone, material);
    }
    return material;
  }
}
