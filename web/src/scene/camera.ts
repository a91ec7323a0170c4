// The camera: turned, zoomed and shifted by hand; eases from view to view and never jumps.
import { PerspectiveCamera, Vector3 } from "three";
import type { Camera } from "../store";

const FIELD = 32; // degrees
const EASE = 0.16; // s
const HEADING_EASE = 0.5; // s
const JUMP = 0.6; // m in one frame: more was a seek, and is eased
const STEEPEST = 1.5; // rad

interface View {
  azimuth: number; // rad from ahead, to the left
  elevation: number;
  distance: number; // m
}

const VIEWS: Readonly<Record<Camera, Omit<View, "distance">>> = {
  free: { azimuth: -0.9, elevation: 0.32 },
  follow: { azimuth: 2.45, elevation: 0.26 },
  side: { azimuth: -Math.PI / 2, elevation: 0.04 },
  front: { azimuth: 0, elevation: 0.06 },
  wheel: { azimuth: 0.85, elevation: 0.2 },
};

export class Eye {
  readonly camera = new PerspectiveCamera(FIELD, 1, 0.05, 600);
  private readonly goal: View = { ...VIEWS.free, distance: 5 };
  private readonly now: View = { ...this.goal };
  private readonly pan = new Vector3();
  private readonly panGoal = new Vector3();
  private readonly aim = new Vector3();
  private readonly lag = new Vector3();
  private readonly before = new Vector3();
  private heading = 0;
  private known = false;
  private readonly away = new Vector3();

  constructor(
    private readonly size: number,
    private readonly still: boolean,
  ) {
    this.camera.up.set(0, 0, 1);
  }

  /** Distance at which everything is in view. */
  private get fitting(): number {
    const narrow = Math.min(1, this.camera.aspect);
    return (0.5 * this.size) / Math.sin((0.5 * FIELD * Math.PI) / 180) / narrow;
  }

  view(camera: Camera, wheelRadius: number): void {
    const { azimuth, elevation } = VIEWS[camera];
    const turn = azimuth - this.now.azimuth;
    this.goal.azimuth = this.now.azimuth + Math.atan2(Math.sin(turn), Math.cos(turn)); // the short way round
    this.goal.elevation = elevation;
    this.goal.distance = camera === "wheel" ? Math.max(5.5 * wheelRadius, 0.4) : this.fitting;
    this.panGoal.set(0, 0, 0);
  }

  fit(): void {
    this.goal.distance = this.fitting;
    this.panGoal.set(0, 0, 0);
  }

  turn(across: number, up: number): void {
    this.goal.azimuth = this.now.azimuth -= across;
    this.goal.elevation = this.now.elevation = Math.min(Math.max(this.now.elevation + up, -0.2), STEEPEST);
  }

  zoom(factor: number): void {
    this.goal.distance = Math.min(Math.max(this.goal.distance * factor, 0.05 * this.size), 40 * this.size);
  }

  /** Move what is looked at, in parts of the picture's height. */
  shift(across: number, up: number): void {
    const scale = 2 * this.now.distance * Math.tan((0.5 * FIELD * Math.PI) / 180);
    const e = this.camera.matrixWorld.elements;
    for (const goal of [this.pan, this.panGoal]) {
      goal.x += scale * (-across * e[0]! + up * e[4]!);
      goal.y += scale * (-across * e[1]! + up * e[5]!);
      goal.z += scale * (-across * e[2]! + up * e[6]!);
    }
  }

  /** One frame: go with the target, ease towards the goal. True while it moves by itself. */
  move(target: Vector3, heading: number, seconds: number): boolean {
    const part = this.still || !this.known ? 1 : 1 - Math.exp(-seconds / EASE);
    if (this.known && target.distanceTo(this.before) > JUMP) this.lag.add(this.before).sub(target);
    if (!this.known) this.heading = heading;
    const turn = Math.atan2(Math.sin(heading - this.heading), Math.cos(heading - this.heading));
    this.heading += turn * (this.still ? 1 : 1 - Math.exp(-seconds / HEADING_EASE));
    this.lag.multiplyScalar(1 - part);
    this.before.copy(target);
    this.known = true;
    const { now, goal } = this;
    now.azimuth += part * (goal.azimuth - now.azimuth);
    now.elevation += part * (goal.elevation - now.elevation);
    now.distance += part * (goal.distance - now.distance);
    this.pan.lerp(this.panGoal, part);
    this.aim.copy(target).add(this.lag).add(this.pan);
    const azimuth = now.azimuth + this.heading;
    const flat = Math.cos(now.elevation);
    this.away.set(flat * Math.cos(azimuth), flat * Math.sin(azimuth), Math.sin(now.elevation));
    this.camera.position.copy(this.aim).addScaledVector(this.away, now.distance);
    this.camera.near = Math.max(0.02 * now.distance, 1e-3);
    this.camera.far = 40 * now.distance + 100;
    this.camera.updateProjectionMatrix();
    this.camera.lookAt(this.aim);
    const left = Math.abs(goal.distance - now.distance) / now.distance + Math.abs(goal.azimuth - now.azimuth);
    return left + Math.abs(goal.elevation - now.elevation) > 1e-3 || this.lag.length() > 1e-3 || Math.abs(turn) > 1e-3;
  }

  get aimed(): Vector3 {
    return this.aim;
  }

  /** A picture in pixels, of which the lowest are covered: what is aimed at stands in the middle of the others. */
  resize(width: number, height: number, covered: number): void {
    const before = this.fitting;
    this.camera.aspect = width / height;
    this.camera.setViewOffset(width, height, 0, 0.5 * covered, width, height);
    const factor = this.fitting / before;
    this.goal.distance *= factor;
    this.now.distance *= factor;
  }
}
