import type { Copy } from '../copy.ts';
import { recordLines, recordWith } from '../illustrations/record-seal.ts';
import { groupsOf, serialOf } from '../illustrations/specimen.ts';
import { afterPaint } from './after-paint.ts';
import { element, part } from './elements.ts';

/** A different serial for plain HTTP, where `crypto.subtle` is missing. */
const anotherSerial = '0123456789';

/** When the visitor alters the figure of the sample record, a different, broken seal replaces the intact one. */
export function startAlteredFigure(texts: Copy['alteredFigure']): void {
  const { figure, intact, broken } = texts;
  const input = part<HTMLInputElement>('#figure');
  const [less, more, restore] = document.querySelectorAll<HTMLElement>('.alter button');
  const [filed, now] = document.querySelectorAll('.seals dd');
  const status = part('.sealed-record [role=status]');
  const picture = now?.querySelector('img') ?? '';
  const filedSerial = filed?.textContent?.replace(' ', '') ?? '';
  let shown = filedSerial;

  less?.addEventListener('click', () => add(-1));
  more?.addEventListener('click', () => add(1));
  restore?.addEventListener('click', () => alter(figure.value));
  input.addEventListener('input', clean);
  // The visitor may have altered the figure before this script has run.
  void seal();

  async function seal() {
    const { value } = input;
    const serial =
      (await serialOf(recordWith(texts, value))) ??
      (value.trim() === figure.value ? filedSerial : anotherSerial);
    afterPaint(() => {
      // Ignore the result if the figure has changed again.
      if (input.value === value && serial !== shown) show(serial);
    });
  }

  function show(serial: string) {
    const wasBroken = shown !== filedSerial;
    const isBroken = serial !== filedSerial;
    shown = serial;
    now?.replaceChildren(isBroken ? brokenSeal(serial) : picture, groupsOf(serial));
    if (isBroken === wasBroken) return;
    if (restore) restore.hidden = !isBroken;
    status.textContent = isBroken ? broken : intact;
    status.toggleAttribute('data-broken', isBroken);
  }

  function alter(value: string) {
    input.value = value;
    void seal();
  }

  function add(step: number) {
    alter(String(Math.max(0, (Number(input.value) || 0) + step)));
  }

  function clean() {
    // NFKC converts full-width digits. Writing an equal value would move the caret.
    const digits = input.value.normalize('NFKC').replace(/\D/g, '');
    if (digits === input.value) return void seal();
    const caret = digits.length - input.value.length + (input.selectionEnd ?? 0);
    alter(digits);
    input.setSelectionRange(caret, caret);
  }
}

/** The seal of a record, drawn from its serial and split from top to bottom. */
function brokenSeal(serial: string): SVGSVGElement {
  const lines = element('g', { id: 'record-seal' }, ...recordLines<SVGElement>(serial, element));
  const halves = [-1, 1].map((side) => {
    // The half between an edge and the crack.
    const d = `M${1100 * side}-1100H120L-60-640 110-330-90 40 90 380-70 700 60 1100H${1100 * side}z`;
    return element(
      'g',
      { transform: `translate(${95 * side} ${-20 * side})rotate(${3.5 * side})` },
      element('clipPath', { id: `half${side}` }, element('path', { d })),
      element('use', { href: '#record-seal', clipPath: `url(#half${side})` }),
    );
  });
  const defs = element('defs', {}, lines);
  const drawing = element('svg', { fill: 'none', strokeWidth: 2.4 }, defs, ...halves);
  drawing.setAttribute('viewBox', '-1100 -1100 2200 2200');
  drawing.ariaHidden = 'true';
  return drawing;
}
