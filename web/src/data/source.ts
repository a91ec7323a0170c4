// Where data come from. The page reads its own; an application could serve the same records.
import { type Decoded, decode } from "./decode";

export interface Source {
  load(): Promise<Decoded>;
}

export const embedded: Source = {
  load: () => decode(document.getElementById("data")?.textContent ?? ""),
};
