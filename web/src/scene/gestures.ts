// Turning, zooming and shifting the view by mouse, pen or fingers.
import type { Eye } from "./camera";

const TURN = 2.6; // rad over the picture's height

export function gestures(canvas: HTMLElement, eye: Eye, moved: () => void): void {
  const pointers = new Map<number, { x: number; y: number }>();
  const spread = (): number => {
    const [a, b] = [...pointers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };
  canvas.addEventListener("pointerdown", (event) => {
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    const height = canvas.clientHeight || 1;
    const across = (event.clientX - last.x) / height;
    const up = (event.clientY - last.y) / height;
    const before = spread();
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.size === 2) {
      const after = spread();
      if (before > 0 && after > 0) eye.zoom(before / after);
      eye.shift(across / 2, up / 2);
    } else if (event.buttons & 2 || event.shiftKey) eye.shift(across, up);
    else eye.turn(TURN * across, TURN * up);
    moved();
  });
  for (const end of ["pointerup", "pointercancel"] as const) {
    canvas.addEventListener(end, (event) => pointers.delete(event.pointerId));
  }
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      eye.zoom(Math.exp(0.0012 * event.deltaY));
      moved();
    },
    { passive: false },
  );
}
