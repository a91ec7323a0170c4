// Where each run comes from: its changed values, its settings, what is to be known about it.
import { colour } from "../curves/colours";
import { make, named } from "../dom";
import type { Run, Told } from "../data/types";
import type { Store } from "../store";

export function about(store: Store): HTMLElement {
  const several = store.fixed.runs.length > 1;
  const runs = store.fixed.runs.map(({ run }, k) => {
    const title = make("h3", {}, named(several ? run.label : [run.model, run.study].filter(Boolean).join(": "), "title"));
    if (several) title.style.color = colour(k, store.state.theme);
    const line = several ? [make("p", { class: "note" }, [run.model, run.study].filter(Boolean).join(": "))] : [];
    return make("section", { class: "about" }, title, ...line, ...changes(run), ...settings(run, k ? store.fixed.runs[0]!.run : null), make("p", { class: "note" }, run.note));
  });
  return make("div", {}, ...runs);
}

function changes(run: Run): HTMLElement[] {
  if (!run.changes.length) return [make("p", {}, "No value of the model was changed.")];
  return [make("h4", {}, `Changed values (${run.changes.length})`), listed(run.changes)];
}

/** All settings; of a further run those that differ from the first one's. */
function settings(run: Run, first: Run | null): HTMLElement[] {
  if (!run.settings.length) return [];
  if (!first) return [make("h4", {}, "Settings of the study"), listed(run.settings)];
  const known = new Map(first.settings.map(({ name, value }) => [name, value]));
  const other = run.settings.filter(({ name, value }) => known.get(name) !== value);
  return other.length ? [make("h4", {}, "Settings that differ"), listed(other)] : [make("p", {}, "Settings as those of the first run.")];
}

function listed(told: readonly Told[]): HTMLElement {
  const rows = told.map(({ name, value, before }) => {
    const was = before && before !== value ? [make("span", { class: "definition" }, `in the file: ${before}`)] : [];
    return make("tr", {}, make("th", { scope: "row" }, named(name), ...was), make("td", { class: "value" }, named(value, "told")));
  });
  return make("table", { class: "figures told-values" }, make("tbody", {}, ...rows));
}
