// The table of metrics: any number of runs, found by words, sorted by any column.
import { colour } from "../curves/colours";
import { make, named } from "../dom";
import type { Figure } from "../data/types";
import type { Store } from "../store";
import { number, short } from "../text";

interface Row {
  readonly figure: Figure;
  readonly values: readonly (number | null)[];
}

/** -1: as the study lists them; 0: by name; then by the value of a run; last by the difference to the first run. */
interface Order {
  column: number;
  falling: boolean;
}

function rowsOf(store: Store): Row[] {
  const all = store.fixed.runs.map((run) => (run.run.figures.length ? run.run.figures : run.run.headline));
  const known = all.map((list) => new Map(list.map((figure) => [figure.name, figure])));
  const names = [...new Set(all.flatMap((list) => list.map((figure) => figure.name)))];
  return names.map((name) => ({
    figure: known.map((map) => map.get(name)).find((found) => found)!,
    values: known.map((map) => map.get(name)?.value ?? null),
  }));
}

/** How far a value is from that of the first run, in percent of it; null where that says nothing. */
function difference(row: Row, run: number): number | null {
  const [first, other] = [row.values[0], row.values[run]];
  if (first === null || first === undefined || other === null || other === undefined || first === 0) return null;
  return (100 * (other - first)) / Math.abs(first);
}

function sorted(rows: readonly Row[], order: Order): Row[] {
  if (order.column < 0) return [...rows];
  const last = rows[0]?.values.length ?? 1;
  const key = (row: Row): number | string =>
    order.column === 0
      ? row.figure.name
      : order.column <= last
        ? (row.values[order.column - 1] ?? -Infinity)
        : Math.max(...row.values.map((_, k) => Math.abs(difference(row, k) ?? 0)));
  const sign = order.falling ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [key(a), key(b)];
    return x < y ? -sign : x > y ? sign : 0;
  });
}

/** Every metric of the runs; the sign is part of each definition. */
export function figures(store: Store): HTMLElement {
  const rows = rowsOf(store);
  if (!rows.length) return make("p", { class: "message" }, "This run has no metrics.");
  const { runs } = store.fixed;
  const several = runs.length > 1;
  const order: Order = { column: -1, falling: false };
  const search = make("input", { type: "search", placeholder: "Find a metric by name, unit or meaning", "aria-label": "Find metrics" });
  const table = make("table", { class: several ? "figures several" : "figures" });
  table.style.setProperty("--runs", String(runs.length));
  const body = make("tbody");
  const heads = ["", ...runs.map((run) => (several ? run.run.label : "")), ...(several ? ["difference"] : []), ""];
  const headers = heads.map((text, k) => head(text, k, k < heads.length - 1));
  table.append(make("thead", {}, make("tr", {}, ...headers)), body);
  const fill = (): void => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = rows.filter(({ figure }) => words.every((word) => `${figure.name} ${figure.unit} ${figure.definition}`.toLowerCase().includes(word)));
    body.replaceChildren(...sorted(found, order).map((row) => line(row, store)));
    headers.forEach((each, k) => each.setAttribute("aria-sort", k !== order.column ? "none" : order.falling ? "descending" : "ascending"));
  };
  function head(text: string, column: number, sorts: boolean): HTMLElement {
    const cell = make("th", { scope: "col" });
    if (!sorts) return cell;
    const words = text || (column === 0 ? "metric" : "value");
    const press = make("button", { type: "button", class: "sort", title: `Sort by ${words}` }, named(words, "label"));
    if (several && column > 0 && column <= runs.length) press.style.color = colour(column - 1, store.state.theme);
    press.addEventListener("click", () => {
      if (order.column !== column) [order.column, order.falling] = [column, column > 0];
      else if (order.falling === column > 0) order.falling = !order.falling;
      else order.column = -1; // a third time: as the study lists them
      fill();
    });
    cell.append(press);
    return cell;
  }
  search.addEventListener("input", fill);
  search.addEventListener("keydown", (event) => event.key !== "Escape" && event.stopPropagation());
  fill();
  return make("div", { class: "found-figures" }, search, table);
}

function inColour(text: string, run: number, store: Store): HTMLElement {
  const span = make("span", { class: "share" }, text);
  span.style.color = colour(run, store.state.theme);
  return span;
}

function line(row: Row, store: Store): HTMLElement {
  const { figure, values } = row;
  const cells: HTMLElement[] = [make("th", { scope: "row" }, named(figure.name), named(figure.definition, "definition"))];
  values.forEach((value, k) => {
    const cell = make("td", { class: "value" }, number(value));
    if (values.length > 1) cell.style.color = colour(k, store.state.theme);
    cells.push(cell);
  });
  if (values.length > 1) {
    const shares = values.slice(1).map((_, k) => difference(row, k + 1));
    const words = shares.map((share) => (share === null ? "–" : `${share > 0 ? "+" : ""}${short(share)} %`));
    cells.push(make("td", { class: "value" }, ...words.map((text, k) => inColour(text, k + 1, store))));
  }
  cells.push(make("td", { class: "unit" }, figure.unit || "–"));
  return make("tr", { title: figure.definition }, ...cells);
}
