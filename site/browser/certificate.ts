import { normalized } from '../../booking/booking.ts';
import { minute } from '../../booking/zones.ts';
import { groupsOf, serialOf, specimenLines } from '../illustrations/specimen.ts';
import { afterPaint } from './after-paint.ts';
import { element, part } from './elements.ts';
import type { Passed } from './protocol.ts';

/** Milliseconds from the last keystroke until the seal is drawn. */
const sealDelay = 300;

/** The widest line of words, in units of the sheet, which is 1000 wide. */
const room = 840;

/**
 * Writes the visitor's name and company on the certificate as they are typed. After a pause, draws the seal from
 * them. Throws if a part of the certificate is missing.
 */
export function startCertificate(): void {
  const sheet = part<SVGSVGElement>('.certificate > svg');
  const [blank, seal, lines] = ['blank', 'engraved', 'lines'].map((name) =>
    part<SVGElement>(`.certificate .${name}`),
  );
  const plain = part('.certificate .token');
  const [bearer, company, number, day] = ['bearer', 'company', 'serial', 'day'].map((name) =>
    part<SVGTextElement>(`.certificate .${name}`),
  );
  const kept = part('.kept-certificate');
  const title = sheet.getAttribute('aria-label');
  const { serial: serialWord }: Passed = sheet.dataset;
  let words: readonly string[] = ['', ''];
  let timer: ReturnType<typeof setTimeout> | undefined;

  document.addEventListener('input', update);
  // On a restored page the browser has emptied or filled the form.
  addEventListener('pageshow', update);
  part('.kept-certificate .print').addEventListener('click', () => print());
  part('.kept-certificate .save').addEventListener('click', () =>
    saveDrawing(sheet, `${title}, ${number?.textContent}`),
  );
  // The visitor may have typed before this script ran.
  update();

  function update() {
    const typed = ['#name', '#company_name'].map((field) =>
      normalized('name', part<HTMLInputElement>(field).value),
    );
    if (typed.join('\n') === words.join('\n')) return;
    words = typed;
    clearTimeout(timer);
    // Reserve its space now, because the thank-you dialog may open before the seal is drawn. Over plain HTTP
    // there is no `subtle`, and so no serial.
    kept.style.visibility = 'hidden';
    kept.hidden = typed.join('') === '' || crypto.subtle === undefined;
    // Paint the keystroke first.
    afterPaint(() => {
      if (words !== typed) return;
      engrave(bearer, typed[0], 66);
      engrave(company, typed[1], 32);
      setShown(blank, typed.join('') === '');
      timer = setTimeout(drawSeal, sealDelay);
    });
  }

  async function drawSeal() {
    const drawn = words;
    // '' without words, or over plain HTTP, where browsers cannot hash.
    const serial = (drawn.join('') && (await serialOf(drawn))) || '';
    const serialLine = serial && `${serialWord} ${groupsOf(serial)}`;
    engrave(number, serialLine, 25);
    engrave(day, serial && today(), 25);
    const label = [title, ...drawn, serialLine].filter(Boolean).join(', ');
    for (const drawing of [sheet, part('.kept-certificate > svg')])
      drawing.setAttribute('aria-label', label);
    if (serial === '') showSeal(false);
    // Draw piece by piece, so that typing stays responsive.
    for (const piece of serial ? specimenLines<SVGElement>('certificate', serial, element) : []) {
      await new Promise<void>(afterPaint);
      if (drawn !== words) return;
      const before = document.getElementById(piece.id);
      if (before) before.replaceWith(piece);
      else lines?.append(piece);
      showSeal(true);
    }
    if (serial) kept.style.visibility = 'visible';
  }

  function showSeal(engraved: boolean) {
    setShown(seal, engraved);
    plain.hidden = engraved;
  }
}

/** Writes the words at this size, or smaller so that they fit in one or two lines. */
function engrave(text: SVGTextElement | undefined, words = '', size: number): void {
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

/** Sets an attribute, which the copy in the thank-you dialog inherits. */
function setShown(drawing: SVGElement | undefined, shown: boolean) {
  drawing?.setAttribute('display', shown ? 'inline' : 'none');
}

function today(): string {
  const { language }: Passed = document.documentElement.dataset;
  return new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format();
}

/** The elements styled by the page, and the properties that the file needs. */
const styled = '[class], [fill^=var], [stroke^=var], [font-family^=var]';
const inlined = ['display', 'fill', 'stroke', 'font-family', 'font-weight'] as const;

/**
 * Saves the drawing, as it is now, as a file of this name. The file includes the colours and typefaces of the
 * page's styles.
 */
function saveDrawing(drawing: SVGSVGElement, name: string): void {
  const copy = document.importNode(drawing, true);
  const drawn = drawing.querySelectorAll(styled);
  copy.querySelectorAll(styled).forEach((element, index) => {
    const style = getComputedStyle(drawn[index] ?? drawing);
    for (const name of inlined) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute('class');
  });
  const file = new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `${name}.svg`;
  link.click();
  // Safari reads the address a moment after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), minute);
}
