/** The first element that matches the selector. Throws if there is none. */
export function part<Kind extends Element = HTMLElement>(selector: string): Kind {
  const found = document.querySelector<Kind>(selector);
  if (!found) throw new Error(`The page has no ${selector}`);
  return found;
}

/** Makes an SVG element for the page. Attributes with a hyphen are named as in React. */
export function element<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Record<string, string | number | undefined>,
  ...children: (Node | string)[]
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes))
    made.setAttribute(
      key.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`),
      String(value),
    );
  made.append(...children);
  return made;
}
