// The thin bar on top: what this is, three figures, and what can be opened.
import { button, make, named } from "../dom";
import type { Store } from "../store";
import { short } from "../text";

export function bar(host: HTMLElement, store: Store): void {
  const [first, second] = store.fixed.runs;
  const { run } = first!;
  const title = make("h1", {}, named(run.model || "run", "title"));
  if (run.study) title.append(named(run.study, "title study"));
  if (second) {
    const against = make("span", { class: "against" }, "dashed: ", named(second.run.label, "title"));
    title.append(against);
    store.watch((state) => (against.hidden = !state.compared));
  }
  const chips = make("dl", { class: "chips" });
  const last = (name: string): string => name.slice(name.lastIndexOf(".") + 1);
  const alike = new Set(run.headline.map((figure) => last(figure.name))).size < run.headline.length;
  for (const figure of run.headline.slice(0, second ? 2 : 3)) {
    const chip = make("div", { class: "chip", title: `${figure.name}: ${figure.definition}` });
    const other = second?.run.headline.find((each) => each.name === figure.name);
    const value = make("dd", {}, short(figure.value));
    if (other) value.append(make("span", { class: "compared" }, short(other.value)));
    if (figure.unit) value.append(make("span", { class: "unit" }, ` ${figure.unit}`));
    chip.append(make("dt", {}, named(words(alike ? figure.name : last(figure.name)))), value);
    chips.append(chip);
  }
  const tools = make("div", { class: "tools" });
  if (second) {
    const title = `Show or hide ${second.run.label} (g)`;
    const compare = button("Compare", title, () => store.set({ compared: !store.state.compared }), "toggle");
    tools.append(compare);
    store.watch((state) => compare.setAttribute("aria-pressed", String(state.compared)));
  }
  const open = (name: "channels" | "figures" | "keys") => () => store.set({ drawer: store.state.drawer === name ? "" : name });
  const theme = button("", "Light or dark", () => store.set({ theme: store.state.theme === "dark" ? "light" : "dark" }));
  tools.append(
    button("Channels", "Search channels (/)", open("channels")),
    button("Metrics", "Metrics with their definitions (m)", open("figures")),
    theme,
    button("?", "Keys (?)", open("keys")),
  );
  store.watch((state) => (theme.textContent = state.theme === "dark" ? "☀" : "☾"));
  host.append(title, chips, tools);
}

/** "front_left.bump_steer" as one reads it. */
export function words(name: string): string {
  return name.replaceAll("_", " ").replaceAll(".", " ");
}
