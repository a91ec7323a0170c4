// Elements by hand. Text is set as text, never as markup.

type Children = readonly (Node | string)[];

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: Children
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const TAIL = 11; // letters at the end that stay when a name is shortened: they tell left from right
const PLAIN = /^[\x20-\x7e]*$/;

/** A name of somebody as text, in any direction of writing. Too long, it loses its middle; the tip has all of it. */
export function named(text: string, kind = "name"): HTMLElement {
  const element = make("span", { class: kind, dir: "auto", title: text });
  const split = kind.startsWith("name") && text.length > TAIL + 2 && PLAIN.test(text);
  if (split) {
    element.classList.add("split");
    element.append(make("span", { class: "head" }, text.slice(0, -TAIL)), make("span", { class: "tail" }, text.slice(-TAIL)));
  } else element.textContent = text;
  return element;
}

export function button(label: string, title: string, act: () => void, kind = ""): HTMLButtonElement {
  const element = make("button", { type: "button", class: kind, title, "aria-label": title });
  element.textContent = label;
  element.addEventListener("click", act);
  return element;
}
