import { hero } from '../../content/landing.ts';
import { bookingForm, controls } from '../../content/messages.ts';
import { sections } from '../../content/navigation.ts';
import { advanceWidths } from './advance-widths.ts';
import type { FaceName } from './font-faces.ts';

/** System fonts that stand in until a face arrives, alike ones together. */
export interface Fallback {
  /** Behind the family's name, as tokens.css lists it. */
  suffix: string;
  /** The fonts' full names: the first that is there is taken. */
  names: string[];
  /** Of the letters U+0020 to U+007E, in thousandths of an em. */
  advances: readonly number[];
  /** What is set in the face when a page opens: it is as wide in the fallback. */
  words: string;
  /** That of the words, for a face of several. */
  weight?: number;
}

/** Roboto is as wide as Arial. Bold it is narrower by far, and stands in as it is. */
const sans = {
  suffix: 'Arial',
  names: ['Arial', 'Liberation Sans', 'Roboto'],
  advances: advanceWidths.Arial,
};

/** The fallbacks of each face, the likeliest first. */
export const fallbacks: Record<FaceName, Fallback[]> = {
  display: serifs(hero.title, ''),
  'display-italic': serifs(hero.titleAccent, ' Italic'),
  text: [
    { ...sans, words: `${hero.lede} ${bookingForm.lede}`, weight: 400 },
    { ...sans, words: sections.map(({ name }) => name).join(' '), weight: 500 },
    {
      suffix: 'Arial',
      names: ['Arial Bold', 'Liberation Sans Bold'],
      advances: advanceWidths['Arial Bold'],
      words: [hero.action, hero.secondAction, controls.menu, controls.backToHome].join(' '),
      weight: 600,
    },
  ],
  mono: [
    {
      suffix: 'Courier',
      names: ['Courier New', 'Liberation Mono'],
      advances: advanceWidths['Courier New'],
      words: hero.eyebrow,
    },
  ],
};

function serifs(words: string, style: '' | ' Italic'): Fallback[] {
  const last = 'DejaVu Serif';
  return [
    {
      suffix: 'Georgia',
      names: [`Georgia${style}`],
      advances: advanceWidths[`Georgia${style}`],
      words,
    },
    {
      suffix: 'Noto',
      names: [`Noto Serif${style}`],
      advances: advanceWidths[`Noto Serif${style}`],
      words,
    },
    // Upright in italics too, which few machines have of it: they are as wide.
    {
      suffix: 'DejaVu',
      names: [last],
      advances: advanceWidths[last],
      words,
    },
  ];
}
