import { readFile } from 'node:fs/promises';
import type { FontFile, Part } from 'virtual:fonts';
import subsetFont from 'subset-font';
import { assetPath } from '../../site/asset-path.ts';
import { fallbackFaces } from './fallback-faces.ts';
import { type Face, faces, partOf } from './font-faces.ts';
import { type Content, readContent, virtualModule } from './virtual-module.ts';

/**
 * `virtual:fonts` gives the font files, each cut to the glyphs that the content and Latin names need. It also
 * gives their `@font-face` rules, and the rules of fallbacks with the same metrics. On a desktop the text waits
 * 0.1 s for its font, so that it does not change on a fast line. A phone shows the text first.
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

/** What browsers apply by themselves, and the figures that the styles ask for. */
const keepFeatures = 'calt ccmp clig kern liga lnum locl mark mkmk rlig rvrn tnum'.split(' ');

/** `common`: for every text. The letters of other files are fetched only where one is shown. */
async function makeFile(face: Face, part: Part, letters: string, common: boolean) {
  // Its types do not know `keepFeatures`.
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
  // It has the other family's weight, because a browser joins only faces of the same weight.
  const lent = common && lends ? ruleOf(lends.family, lends.weight, lends.characters) : '';
  const rule = ruleOf(face.family, weight, common ? undefined : letters) + lent;
  const file: FontFile = { path, base64: bytes.toString('base64'), face: face.name, common };
  return { file, rule };
}

/** Letters as CSS has them: `U+c0-d6,U+d8`. */
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
 * Every character of the content, of its names and of the languages' own names. Each is there as a
 * capital too, which some styles make of it: a superset is harmless.
 */
export function lettersOf(content: Content): string {
  const names = content.brand.brand.languages.map((language) =>
    new Intl.DisplayNames(language, { type: 'language' }).of(language),
  );
  const text = JSON.stringify(content) + names.join('');
  return [...new Set(text + text.toLocaleUpperCase([...content.brand.brand.languages]))].join('');
}
