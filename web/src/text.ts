// Numbers as people read them.

/** Five figures, no trailing noise; a dash where there is no number. */
export function number(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e6 || size < 1e-4)) return minus(value.toExponential(2).replace("e+", "e"));
  if (size === 0) return "0";
  const decimals = size >= 1000 ? 1 : size >= 100 ? 2 : size >= 1 ? 3 : 4;
  return minus(value.toFixed(decimals));
}

/** Three figures, also where the last are zeros: numbers beside each other. What is counted is whole. */
export function threeFigures(value: number | null): string {
  const size = Math.abs(value ?? NaN);
  return size >= 1e-3 && size < 1000 && !Number.isInteger(value) ? minus(value!.toPrecision(3)) : short(value);
}

/** For axes: as short as it can be. */
export function short(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e5 || size < 1e-3)) return minus(value.toExponential(1).replace(".0e", "e").replace("e+", "e"));
  return minus(String(Number(value.toPrecision(3))));
}

function minus(text: string): string {
  return text.replaceAll("-", "−");
}

/** For places that are no elements: a control character, such as one that turns the direction of writing, shows as a sign. */
export function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "\ufffd");
}

/** Names without the dotted parts that all of them begin or end with; none is left empty. */
export function apart(names: readonly string[]): string[] {
  const parts = names.map((name) => name.split("."));
  const room = Math.min(...parts.map((each) => each.length)) - 1;
  const alike = (at: number): boolean => parts.every((each) => each.at(at) === parts[0]!.at(at));
  let head = 0;
  while (names.length > 1 && head < room && alike(head)) head++;
  let tail = 0;
  while (names.length > 1 && head + tail < room && alike(-1 - tail)) tail++;
  return parts.map((each) => each.slice(head, each.length - tail).join("."));
}

/** What names have in common at their end, "tyre.Fz" of all wheels, and each name without it; none is left empty. */
export function commonEnd(names: readonly string[]): { readonly owners: readonly string[]; readonly end: string } {
  const parts = names.map((name) => name.split("."));
  const room = Math.min(...parts.map((each) => each.length)) - 1;
  let tail = 0;
  while (names.length > 1 && tail < room && parts.every((each) => each.at(-1 - tail) === parts[0]!.at(-1 - tail))) tail++;
  return { owners: parts.map((each) => each.slice(0, each.length - tail).join(".")), end: tail ? parts[0]!.slice(-tail).join(".") : "" };
}

/** "front_left.bump_steer" as one reads it. */
export function words(name: string): string {
  return name.replaceAll("_", " ").replaceAll(".", " ");
}

export function inBrackets(unit: string): string {
  return unit ? `[${unit}]` : "[–]";
}
