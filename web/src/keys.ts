// The keyboard.
import { CAMERAS, type Drawn, type Store } from "./store";
import type { Transport } from "./panel/transport";

export function keys(store: Store, transport: Transport): void {
  const toggle = (name: Drawn): void => store.set({ drawer: store.state.drawer === name ? "" : name });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return store.set({ drawer: "" });
    const target = event.target as HTMLElement;
    if (target.matches("input[type=search], select")) return;
    if (event.key === " " && target.matches("button")) return; // presses the button
    if (act(event)) event.preventDefault();
  });

  function act(event: KeyboardEvent): boolean {
    const { state, fixed } = store;
    const many = event.shiftKey ? 10 : 1;
    switch (event.key.length === 1 ? event.key.toLowerCase() : event.key) {
      case " ": return transport.toggle(), true;
      case "ArrowLeft": return transport.step(-many), true;
      case "ArrowRight": return transport.step(many), true;
      case "Home": return store.seek(fixed.first), true;
      case "End": return store.seek(fixed.last), true;
      case "/": return store.set({ drawer: "channels", over: -1 }), true;
      case "?": return toggle("keys"), true;
      case "m": return toggle("figures"), true;
      case "f": return store.set({ fit: state.fit + 1 }), true;
      case "a": return store.set({ forces: !state.forces }), true;
      case "c": return store.set({ centres: !state.centres }), true;
      case "g": return store.set({ shown: fixed.runs.map((_, k) => k === 0 || !state.shown.slice(1).some(Boolean)) }), true;
      case "n": return store.set({ points: !state.points }), true;
      case "r": return store.set({ axes: !state.axes }), true;
      case "l": return store.set({ loop: !state.loop }), true;
      case "i": return toggle("run"), true;
      case "s": return toggle("save"), true;
      case "t": return store.set({ theme: state.theme === "dark" ? "light" : "dark" }), true;
      default: {
        const camera = CAMERAS[Number(event.key) - 1];
        if (camera) store.set({ camera });
        return camera !== undefined;
      }
    }
  }
}
