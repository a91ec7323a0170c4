// The one decoder: base64, deflate, description in JSON, then histories as second differences in byte planes.
import { FORMAT, type Numbers, type Page } from "./types";

/** What cannot be shown, in one sentence for the reader. */
export class Unreadable extends Error {}

export interface Decoded {
  readonly page: Page;
  /** A history as numbers; NaN where it has a gap. */
  numbers(kept: Numbers): Float64Array;
}

export async function decode(text: string): Promise<Decoded> {
  const bytes = await inflated(text.trim());
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const length = view.getUint32(0, true);
  const page = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))) as Page;
  if (typeof page.format !== "number" || !Array.isArray(page.runs)) throw new Unreadable("The data are of another kind.");
  if (page.format > FORMAT) {
    throw new Unreadable(`The data were written by a newer version (${page.made_by}): write the page again with it.`);
  }
  const binary = bytes.subarray(4 + length);
  return { page, numbers: (kept) => histories(binary, kept) };
}

async function inflated(text: string): Promise<Uint8Array> {
  if (!text) throw new Unreadable("There is no run in this page: `jounce view RUN` writes one that has.");
  try {
    const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new Unreadable("The data in this page are damaged or cut short: ask for the file again.");
  }
}

function histories(binary: Uint8Array, kept: Numbers): Float64Array {
  const { at, count, origin, step, gaps } = kept;
  const values = new Float64Array(count);
  let before = 0;
  let last = 0;
  for (let k = 0; k < count; k++) {
    const folded =
      (binary[at + k]! |
        (binary[at + count + k]! << 8) |
        (binary[at + 2 * count + k]! << 16) |
        (binary[at + 3 * count + k]! << 24)) >>>
      0;
    const second = folded & 1 ? -(folded + 1) / 2 : folded / 2;
    const now = second + 2 * last - before;
    before = last;
    last = now;
    values[k] = origin + step * now;
  }
  for (const [first, end] of gaps) values.fill(NaN, first, end + 1);
  return values;
}
