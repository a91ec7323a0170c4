// The thin bar on top: what this is, three figures, and what can be opened.
import { button, make, named } from "../dom";
import { colour } from "../curves/colours";
import type { Drawn, Store } from "../store";
import { threeFigures, words } from "../text";

const MOST_CHIP_VALUES = 3; // runs whose figure stands in the bar

export function bar(host: HTMLElement, store: Store): void {
  const { runs } = store.fixed;
  const { run } = runs[0]!;
  const several = runs.length > 1;
  const title = make("h1", {}, named(run.model || "run", "title"));
  if (run.study) title.append(named(run.study, "title study"));
  if (several) title.append(legend(store));
  const chips = make("dl", { class: "chips" });
  const own = (name: string): string => name.slice(name.indexOf(".") + 1);
  const alike = new Set(run.headline.map((figure) => own(figure.name))).size < run.headline.length;
  for (const figure of run.headline.slice(0, several ? 2 : 3)) {
    const chip = make("div", { class: "chip", title: `${figure.name}: ${figure.definition}` });
    const value = make("dd");
    runs.slice(0, MOST_CHIP_VALUES).forEach((each, r) => {
      if (r && !each.run.figures.length) return; // what was measured has no metrics
      const found = r === 0 ? figure : each.run.figures.find(({ name }) => name === figure.name);
      const text = make("span", { class: r ? "compared" : "" }, threeFigures(found?.value ?? null));
      value.append(text);
      if (several) store.watch((state) => (text.style.color = colour(r, state.theme)));
    });
    if (figure.unit) value.append(make("span", { class: "unit" }, ` ${figure.unit}`));
    chip.append(make("dt", {}, named(words(alike ? figure.name : own(figure.name)))), value);
    chips.append(chip);
  }
  const tools = make("div", { class: "tools" });
  const open = (name: Drawn) => () => store.set({ drawer: store.state.drawer === name ? "" : name, over: -1 });
  const theme = button("", "Light or dark", () => store.set({ theme: store.state.theme === "dark" ? "light" : "dark" }));
  tools.append(
    button("Channels", "Search channels (/)", open("channels")),
    button("Metrics", "Metrics with their definitions (m)", open("figures")),
    button("Run", "Changed values, settings, origin (i)", open("run")),
    button("Save", "Save picture or table (s)", open("save")),
    theme,
    button("?", "Keys (?)", open("keys")),
  );
  store.watch((state) => (theme.textContent = state.theme === "dark" ? "☀" : "☾"));
  host.append(title, chips, tools);
}

/** Every run in its colour; all but the first can be hidden. */
function legend(store: Store): HTMLElement {
  const list = make("span", { class: "runs", role: "group", "aria-label": "Runs" });
  store.fixed.runs.forEach(({ run }, r) => {
    const press = make("button", { type: "button", class: "run", title: r ? `Show or hide ${run.label}` : run.label }, named(run.label, "title"));
    if (r) press.addEventListener("click", () => store.set({ shown: store.state.shown.map((each, k) => (k === r ? !each : each)) }));
    else press.disabled = true;
    store.watch((state) => {
      press.style.color = colour(r, state.theme);
      press.setAttribute("aria-pressed", String(state.shown[r] ?? false));
    });
    list.append(press);
  });
  return list;
}
