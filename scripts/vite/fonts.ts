import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FaceName, FontFile, Part } from 'virtual:fonts';
import { createFontStack } from '@capsizecss/core';
import { entireMetricsCollection as metrics } from '@capsizecss/metrics/entireMetricsCollection';
import { fromBuffer } from '@capsizecss/unpack';
import ranges from '@fontsource-variable/bodoni-moda/unicode.json' with { type: 'json' };
import subsetFont from 'subset-font';
import { assetPath } from '../../site/assets.ts';
import { type Content, readContent, virtualModule } from './content.ts';

const require = createRequire(import.meta.url);

/**
 * `virtual:fonts` exports the font files, subset to the content and Latin names. It also exports their `@font-face`
 * rules, and rules for fallbacks with the same metrics. On a desktop text waits 0.1 s for its font, so that it does
 * not change on a fast connection. A phone shows the text first.
 */
export const fonts = () =>
  virtualModule('fonts', async (plugin) => {
    const content = await readContent(plugin);
    const made = await Promise.all(faces.map((face) => makeFace(face, content)));
    const rules = made.map((face) => face.rules).join('');
    const rulesWith = (display: 'swap' | 'fallback') =>
      rules.replaceAll('font-display:', `$&${display}`);
    return {
      fallbacks: made.map((face) => face.fallbacks).join(''),
      phoneFaces: `@media (pointer:coarse){${rulesWith('swap')}}`,
      desktopFaces: `@media not all and (pointer:coarse){${rulesWith('fallback')}}`,
      files: made.flatMap(({ files }) => files),
    };
  });

async function makeFace(face: Face, content: Content) {
  const letters = [...(face.texts?.(content).join('') ?? lettersOf(content))];
  const own = (part: Part) => letters.filter((letter) => partOf(letter) === part).join('');
  const common = own('latin') + face.glyphs;
  const rare = [...(face.rareGlyphs ?? '')].filter((letter) => !common.includes(letter)).join('');
  const cut = await Promise.all([
    makeFile(face, 'latin', common, true),
    ...(rare ? [makeFile(face, 'latin', rare, false)] : []),
    ...(own('latin-ext') ? [makeFile(face, 'latin-ext', own('latin-ext'), false)] : []),
  ]);
  return {
    files: cut.map(({ file }) => file),
    rules: cut.map(({ rule }) => rule).join(''),
    fallbacks: await fallbackFaces(face),
  };
}

/** The features that browsers apply by default, and the figures that the styles use. */
const keepFeatures = 'calt ccmp clig kern liga lnum locl mark mkmk rlig rvrn tnum'.split(' ');

/** `common` files are for every text. Browsers load others only if one of their letters is shown. */
async function makeFile(face: Face, part: Part, letters: string, common: boolean) {
  // The package's types lack `keepFeatures`.
  const options = { targetFormat: 'woff2', variationAxes: face.axes, keepFeatures } as const;
  const bytes = await subsetFont(await readFile(face.files[part]), letters, options);
  const path = await assetPath(face.name, 'woff2', new Uint8Array(bytes));
  const { wght } = face.axes;
  const weight = typeof wght === 'object' ? `${wght.min} ${wght.max}` : wght;
  const ruleOf = (family: string, ofWeight = weight, own?: string) =>
    `@font-face{font-family:"${family}";src:url(${path}) format("woff2");` +
    `font-weight:${ofWeight};font-style:${face.italic ? 'italic' : 'normal'};font-display:` +
    `${own === undefined ? '' : `;unicode-range:${rangeOf(own)}`}}`;
  const { lends } = face;
  // Declared with the other family's weight, because browsers combine only faces of one weight.
  const lent = common && lends ? ruleOf(lends.family, lends.weight, lends.characters) : '';
  const rule = ruleOf(face.family, weight, common ? undefined : letters) + lent;
  const base64 = bytes.toString('base64');
  const file: FontFile = { path, type: 'font/woff2', base64, face: face.name, common };
  return { file, rule };
}

/** Letters as a CSS `unicode-range`: `U+c0-d6,U+d8`. */
function rangeOf(letters: string): string {
  const codes = new Set(Array.from(letters, (letter) => letter.codePointAt(0) ?? 0));
  const firsts = [...codes].filter((code) => !codes.has(code - 1));
  return firsts
    .map((first) => {
      let last = first;
      while (codes.has(last + 1)) last += 1;
      return `U+${first.toString(16)}${last > first ? `-${last.toString(16)}` : ''}`;
    })
    .join();
}

/**
 * Every character of the content and of the languages' names, and its capital, because some styles use capitals.
 * A superset is harmless.
 */
function lettersOf(content: Content): string {
  const names = content.brand.brand.languages.map((language) =>
    new Intl.DisplayNames(language, { type: 'language' }).of(language),
  );
  const text = JSON.stringify(content) + names.join('');
  return [...new Set(text + text.toLocaleUpperCase([...content.brand.brand.languages]))].join('');
}

type Metrics = Parameters<typeof createFontStack>[0][number];

/**
 * The `@font-face` rules of a face's fallbacks. They scale system fonts to the face's widths and line box, so that
 * little moves when the real font loads. Linux has Liberation fonts with the widths of Arial and Courier New.
 * tokens.css lists the families.
 */
async function fallbackFaces(face: Face): Promise<string> {
  const source = await readFile(face.files.latin);
  const rules = fallbacks[face.name].map(async ({ fonts, weight }) => {
    const variationAxes = { ...face.axes, ...(weight && { wght: weight }) };
    const real = await subsetFont(source, latin, { targetFormat: 'sfnt', variationAxes });
    const stack: [Metrics, ...Metrics[]] = [
      { ...(await fromBuffer(real)), familyName: face.family },
      ...fonts,
    ];
    const fontFaceProperties = {
      ...(face.italic && { fontStyle: 'italic' }),
      ...(weight && { fontWeight: weight }),
    };
    const { fontFaces } = createFontStack(stack, { fontFaceProperties });
    return fontFaces
      .replaceAll(/\n\s*/g, '')
      .replace(/local\('Arial( Bold)?'\)/, "$&,local('Liberation Sans$1')")
      .replace("local('Courier New')", "$&,local('Liberation Mono')");
  });
  return (await Promise.all(rules)).join('');
}

/** The letters that Capsize measures. */
const latin = letters(0x20, 0xff);

const { georgia, notoSerif, arial, roboto, courierNew } = metrics;

/**
 * This font is common on Linux desktops, but missing from the collection. It also replaces italics, which few machines
 * have.
 */
const dejaVuSerif: Metrics = {
  familyName: 'DejaVu Serif',
  fullName: 'DejaVu Serif',
  postscriptName: 'DejaVuSerif',
  ascent: 1901,
  descent: -483,
  lineGap: 0,
  unitsPerEm: 2048,
  xWidthAvg: 1058,
};

/** The fallback fonts of each face, most common first. `weight` is for a face with several weights. */
const fallbacks: Record<FaceName, { fonts: Metrics[]; weight?: number }[]> = {
  display: [{ fonts: [georgia, notoSerif, dejaVuSerif] }],
  'display-italic': [{ fonts: [georgia.variants.italic, notoSerif.variants.italic, dejaVuSerif] }],
  text: [
    { fonts: [arial, roboto], weight: 400 },
    // Roboto's bold is much narrower.
    { fonts: [arial.variants['700'], roboto], weight: 600 },
  ],
  mono: [{ fonts: [courierNew] }],
};

interface Face {
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

const faces: Face[] = [
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

function filesOf(typeface: string, cut: string): Record<Part, string> {
  const file = (part: Part) =>
    require.resolve(`@fontsource-variable/${typeface}/files/${typeface}-${part}-${cut}.woff2`);
  return { latin: file('latin'), 'latin-ext': file('latin-ext') };
}

function letters(first: number, last: number): string {
  const codes = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return String.fromCodePoint(...codes);
}

/** Western European letters, and the letters that other Latin alphabets add (ł, ş, ő), in all three typefaces. */
const parts: Record<Part, RegExp> = {
  latin: patternOf(ranges.latin),
  'latin-ext': patternOf(ranges['latin-ext']),
};

/** The part of the typefaces that has this character. Undefined: they lack it. */
export function partOf(character: string): Part | undefined {
  return (['latin', 'latin-ext'] as const).find((part) => parts[part].test(character));
}

/** Parses a CSS `unicode-range` such as `U+0000-00FF,U+0131`. */
function patternOf(range: string): RegExp {
  const codes = range.replaceAll('U+', '').replaceAll(/\w+/g, '\\u{$&}');
  return new RegExp(`[${codes.replaceAll(',', '')}]`, 'u');
}
