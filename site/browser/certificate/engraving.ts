import { guilloche, repeatsOf } from '../../illustrations/guilloche.ts';
import { bandsOf } from '../../illustrations/specimen.ts';

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

/** Yields the bands of a specimen, centred on 0,0 within a circle of 1000. */
export function* linesOf(serial: string): Generator<SVGElement> {
  for (const [part, { tones, mirrored, ...band }] of Object.entries(bandsOf(serial))) {
    const id = `certificate-${part}`;
    const repeats = repeatsOf(band).map((transform) =>
      element('use', { href: `#${id}-line`, transform }),
    );
    const line = element('path', { id: `${id}-line`, d: guilloche(band.curve) });
    const lines = element('g', { id: `${id}-lines` }, line, ...repeats);
    const [first, second] = tones.map((tone) => `var(--${tone})`);
    const group = element('g', { id }, element('g', { stroke: first }, lines));
    if (second) {
      // Mirror a band that winds or leans. Turn any other by half a step.
      const transform = mirrored ? 'scale(-1,1)' : `rotate(${band.step / 2})`;
      group.append(element('use', { href: `#${id}-lines`, stroke: second, transform }));
    }
    yield group;
  }
}

function element<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Record<string, string | number | undefined>,
  ...children: (Node | string)[]
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}
