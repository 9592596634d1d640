import { createRequire } from 'node:module';
import type { FaceName, Part } from 'virtual:fonts';
import type { Content } from './virtual-module.ts';

const require = createRequire(import.meta.url);

export interface Face {
  name: FaceName;
  family: string;
  /** The package's file for each part of the font. */
  files: Record<Part, string>;
  italic?: true;
  axes: Record<string, number | { min: number; max: number }>;
  /** The texts that use this face. Undefined: any text of the content. */
  texts?: (content: Content) => string[];
  /** Characters that the font keeps in addition to those of its texts. */
  glyphs: string;
  /** Rare characters, in a separate file that browsers load only if one of them is shown. */
  rareGlyphs?: string;
  /** Characters that another family uses from this face. */
  lends?: { family: string; weight: number; characters: string };
}

const ascii = letters(0x20, 0x7e);
/** The letters of Western European names. Others use the fallback. */
const accented = letters(0xc0, 0xff);

export const faces: Face[] = [
  {
    name: 'display',
    family: 'Bodoni Moda',
    files: filesOf('bodoni-moda', 'opsz-normal'),
    // A low optical size keeps the hairlines at reading distance.
    axes: { opsz: 14, wght: 500 },
    glyphs: ascii,
  },
  {
    name: 'display-italic',
    family: 'Bodoni Moda',
    files: filesOf('bodoni-moda', 'opsz-italic'),
    italic: true,
    axes: { opsz: 14, wght: 500 },
    texts: ({ languages, provider }) => [
      ...Object.values(languages).map(({ landing }) => landing.hero.titleAccent),
      JSON.stringify(provider.provider.references),
    ],
    glyphs: '',
  },
  {
    name: 'text',
    family: 'Hanken Grotesk',
    files: filesOf('hanken-grotesk', 'wght-normal'),
    axes: { wght: { min: 400, max: 600 } },
    // The pages add these two characters.
    glyphs: `${ascii}·©`,
    rareGlyphs: accented,
    // The display face lacks a strong hyphen and plus, so it uses these.
    lends: { family: 'Bodoni Moda', weight: 500, characters: '-+' },
  },
  {
    name: 'mono',
    family: 'Spline Sans Mono',
    files: filesOf('spline-sans-mono', 'wght-normal'),
    axes: { wght: 500 },
    glyphs: ascii,
  },
];

/** Western European letters, and the letters that other Latin alphabets add (ł, ş, ő). */
const parts: Part[] = ['latin', 'latin-ext'];

const patterns = { latin: patternOf('latin'), 'latin-ext': patternOf('latin-ext') };

export function partOf(character: string): Part | undefined {
  return parts.find((part) => patterns[part].test(character));
}

/** Parses a CSS `unicode-range` such as `U+0000-00FF,U+0131`, the same for all three typefaces. */
function patternOf(part: Part): RegExp {
  const ranges: Record<Part, string> = require('@fontsource-variable/bodoni-moda/unicode.json');
  const codes = ranges[part].replaceAll('U+', '').replaceAll(/\w+/g, '\\u{$&}');
  return new RegExp(`[${codes.replaceAll(',', '')}]`, 'u');
}

function filesOf(typeface: string, cut: string): Record<Part, string> {
  const file = (part: Part) =>
    require.resolve(`@fontsource-variable/${typeface}/files/${typeface}-${part}-${cut}.woff2`);
  return { latin: file('latin'), 'latin-ext': file('latin-ext') };
}

function letters(first: number, last: number): string {
  const codes = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return String.fromCodePoint(...codes);
}
