/** The widest line of words, in units of the sheet, which is 1000 wide. */
const room = 840;

/** Writes the words at this size, or smaller so that they fit in one or two lines. */
export function engrave(text: SVGTextElement | undefined, words = '', size: number): void {
  if (!text) return;
  const write = (lines: string[]) => {
    const spans = lines.map((line, index) => {
      const dy = lines.length === 1 ? 0 : index === 0 ? '-.75em' : '1.1em';
      return element('tspan', { x: text.getAttribute('x') ?? '', dy }, line);
    });
    text.setAttribute('font-size', String(size));
    text.replaceChildren(...spans);
    return Math.max(...spans.map((span) => span.getComputedTextLength())) / room;
  };
  let excess = write([words]);
  if (excess <= 1) return;
  // Break at the space nearest to the middle.
  const distance = ({ index }: RegExpMatchArray) => Math.abs((index ?? 0) - words.length / 2);
  const [space] = [...words.matchAll(/\s/g)].sort((a, b) => distance(a) - distance(b));
  if (space)
    excess = Math.max(1.5, write([words.slice(0, space.index), words.slice(space.index).trim()]));
  text.setAttribute('font-size', String(size / excess));
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
