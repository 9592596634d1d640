/** The first element that matches the selector. Throws if there is none. */
export function part<Kind extends Element = HTMLElement>(selector: string): Kind {
  const found = document.querySelector<Kind>(selector);
  if (!found) throw new Error(`The page has no ${selector}`);
  return found;
}

/** `inkSoft` becomes `ink-soft`. */
export const hyphenated = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Makes an SVG element for the page. Attributes with a hyphen are named as in React. */
export function element<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Record<string, string | number | undefined>,
  ...children: (Node | string)[]
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes))
    made.setAttribute(hyphenated(key), String(value));
  made.append(...children);
  return made;
}
