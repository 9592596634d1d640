import { ownFiles } from 'virtual:pictures';
import { createElement, Fragment } from 'react';
import { hashedFile, namedIn } from '../assets.ts';
import { colours, inColours } from '../colours.ts';
import { translations } from '../languages.ts';
import { markup } from '../markup.ts';
import type { SiteFile } from '../site.ts';
import { iconSprite } from './icon-sprite.ts';
import { recordLines, recordWith } from './record-seal.ts';
import { serialOf } from './specimen.ts';
import ground from './token/ground.svg?raw';
import turned from './token/turned.svg?raw';

/** Engravings and line work, by their paths. */
const engravings = import.meta.glob<string>(['./*.svg', './vignettes/*.svg'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Drawings on a dark background, even in print. */
const onDark = ['band', 'rings'];

export const pictureFiles: SiteFile[] = [iconSprite];

/** The path of each drawing. */
const paths = new Map<string, string>();
const namedByTexts = namedIn(translations, 'picture');
for (const [path, svg] of Object.entries(engravings)) {
  const name = path.replace(/.*\/|\.svg$/g, '');
  if (path.startsWith('./vignettes/') && !namedByTexts.has(name)) continue;
  paths.set(name, await served(name, inColours(svg, onDark.includes(name) ? 'dark' : 'light')));
}

/**
 * Addresses of the token's layers, from bottom to top. The landing page has them as data URLs (RFC 2397), because
 * the token is the largest element of the first view.
 */
export const tokenSources = {
  light: tokenSheets('light').map(dataAddress),
  paper: await Promise.all(tokenSheets('light').map((sheet) => served('token', sheet))),
  dark: await Promise.all(tokenSheets('dark').map((sheet) => served('token', sheet))),
};

/** Serial and seal of the alterable sample record, by language. */
const seals = new Map<string, Record<'serial' | 'picture', string>>();
for (const { language, alteredFigure } of translations) {
  const serial = (await serialOf(recordWith(alteredFigure, alteredFigure.figure.value))) ?? '';
  const seal = await markup(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="-1100 -1100 2200 2200"
      fill="none"
      strokeWidth="2.4"
      aria-hidden="true"
    >
      {createElement(Fragment, null, ...recordLines(serial, createElement))}
    </svg>,
  );
  // A file cannot inherit the text's colour.
  const drawing = inColours(seal.replaceAll('currentColor', 'var(--ink, black)'));
  seals.set(language, { serial, picture: await served('seal', drawing) });
}

/**
 * The coin in two layers of the same size, as separate drawings. When the upper one turns, the lines seem to
 * move.
 */
export function tokenSheets(theme: keyof typeof colours): string[] {
  // The disc behind the letter is dark in both themes.
  const withDisc = ground.replace('var(--disc, black)', colours.light.ink);
  return [withDisc, turned].map((sheet) => inColours(sheet, theme));
}

/** The path of a drawing. Throws if there is none of this name. */
export function picturePath(name: string): string {
  const path = paths.get(name);
  if (!path) throw new Error(`There is no drawing '${name}'`);
  return path;
}

/** The sample record's serial in a language, and the path of its seal. */
export const sealOf = (language: string) => seals.get(language) ?? { serial: '', picture: '' };

/** The path of a picture that a text names: a vignette, or a file of the provider. Throws if there is none. */
export const namedPicture = (name: string): string => ownFiles[name] ?? picturePath(name);

function dataAddress(svg: string): string {
  // Percent-encoding these also avoids longer HTML escapes.
  return `data:image/svg+xml,${svg.replaceAll('\n', '').replaceAll(/[%#"<>]/g, encodeURIComponent)}`;
}

/** Adds the drawing to the files, and returns its path. */
async function served(name: string, drawing: string): Promise<string> {
  const file = await hashedFile(name, 'svg', drawing);
  pictureFiles.push(file);
  return file.path;
}
