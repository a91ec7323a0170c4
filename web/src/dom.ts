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

/** A name of somebody: any direction of writing, shortened in the middle of the layout, whole in the tip. */
export function named(text: string, kind = "name"): HTMLElement {
  const element = make("span", { class: kind, dir: "auto", title: text });
  element.textContent = text;
  return element;
}

export function button(label: string, title: string, act: () => void, kind = ""): HTMLButtonElement {
  const element = make("button", { type: "button", class: kind, title, "aria-label": title });
  element.textContent = label;
  element.addEventListener("click", act);
  return element;
}
