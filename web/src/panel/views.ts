// Over the scene: cameras, what is shown, the scale of forces.
import { button, make } from "../dom";
import { CAMERAS, type Camera, type Store } from "../store";

const WORDS: Readonly<Record<Camera, string>> = { free: "Free", follow: "Follow", side: "Side", front: "Front", wheel: "Wheel" };

export function views(host: HTMLElement, store: Store): void {
  const scene = store.fixed.runs[0]!.run.scene!;
  const wheels = scene.shapes.filter((shape) => shape.kind === "wheel");
  const forced = wheels.some((wheel) => wheel.forces);
  const offered = CAMERAS.filter((camera) => (camera !== "follow" || scene.follow >= 0) && (camera !== "wheel" || wheels.length));
  const group = make("div", { class: "segments", role: "group", "aria-label": "Camera" });
  const cameras = offered.map((camera) => {
    const key = CAMERAS.indexOf(camera) + 1;
    const choice = button(WORDS[camera], `${WORDS[camera]} camera (${key})`, () => store.set({ camera }));
    group.append(choice);
    return [camera, choice] as const;
  });
  group.append(button("Fit", "Fit everything into view (f)", () => store.set({ fit: store.state.fit + 1 })));
  host.append(group, shown(store));
  if (forced) host.append(forceScale(store));
  store.watch((state) => {
    for (const [camera, choice] of cameras) choice.setAttribute("aria-pressed", String(camera === state.camera));
  });
}

/** What is drawn over the mechanism. */
function shown(store: Store): HTMLElement {
  const scene = store.fixed.runs[0]!.run.scene!;
  const group = make("div", { class: "segments", role: "group", "aria-label": "Marks in the scene" });
  const add = (label: string, title: string, key: "points" | "axes"): void => {
    const press = button(label, title, () => store.set({ [key]: !store.state[key] }));
    store.watch((state) => press.setAttribute("aria-pressed", String(state[key])));
    group.append(press);
  };
  if (scene.points.length) add("Names", "Names of hardpoints (n)", "points");
  if (scene.axes.length || scene.centres.length) add("Axes", "Steering axes, instant centres, roll centres (r)", "axes");
  group.hidden = !group.childElementCount;
  return group;
}

function forceScale(store: Store): HTMLElement {
  const legend = button("", "Show or hide tyre forces (a)", () => store.set({ forces: !store.state.forces }), "force-scale");
  const names = new Set(store.fixed.runs[0]!.run.scene!.shapes.flatMap((s) => (s.kind === "wheel" && s.forces ? s.forces.map(Boolean).map((there, k) => (there ? k : -1)) : [])));
  for (const [k, axis] of ["x", "y", "z"].entries()) {
    if (names.has(k)) legend.append(make("span", { class: `force-${axis}` }, `F${axis}`));
  }
  legend.append(make("span", { class: "unit" }, `${Number((store.fixed.runs[0]!.run.scene!.newtons_per_metre / 1000).toPrecision(3))} kN = 1 m`));
  store.watch((state) => legend.setAttribute("aria-pressed", String(state.forces)));
  return legend;
}
