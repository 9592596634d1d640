import { body as iconSprite, path as iconSpritePath } from 'virtual:icon-sprite';
import { type OwnPicture, stories as ownPictures } from 'virtual:icons';
import type { ReactNode } from 'react';
import { RecordSeal, recordWith } from '../browser/altered-figure/altered-figure.tsx';
import { namedIn } from '../choices.ts';
import { copies } from '../languages.ts';
import { hashedFile, inColours, markup } from '../markup.ts';
import type { SiteFile } from '../site.ts';
import band from './band.svg?raw';
import border from './border.svg?raw';
import crest from './crest.svg?raw';
import dial from './dial.svg?raw';
import rings from './rings.svg?raw';
import screen from './screen.svg?raw';
import { serialOf } from './specimen.ts';
import { smallToken, tokenSheets } from './token.tsx';

/** The pictures that a story can name, each an engraving or line work on a plate. */
const vignettes = import.meta.glob<string>('./vignettes/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The drawings below the first view, which load lazily. */
const drawn = {
  dial: await file('dial', inColours(dial)),
  // It stands on the dark foot.
  band: await file('band', inColours(band, 'dark')),
  border: await file('border', inColours(border)),
  crest: await file('crest', inColours(crest)),
  // Light on ink, on paper too.
  rings: await file('rings', inColours(rings, 'dark')),
  // Lies over a photograph: fine lines of paper across it, and the band below.
  screen: await file('screen', inColours(screen)),
  'small-token': await file('small-token', smallToken()),
};

/** The sheets of the token on dark pages. */
const darkToken = await Promise.all(tokenSheets('dark').map((sheet) => file('token', sheet)));

/**
 * Addresses of the token's sheets, the lowest first. On the landing page an address is the drawing
 * itself (RFC 2397): the token is the largest thing of the first view, and comes with its words.
 */
export const tokenSources = {
  light: await Promise.all(tokenSheets('light').map(dataAddress)),
  dark: darkToken.map(({ path }) => path),
};

/** The serial and the seal of the sample record that a visitor can alter, in each language's words. */
const seals = new Map<string, { serial: string; drawing: SiteFile }>();
for (const { language, alteredFigure } of copies) {
  const serial = (await serialOf(recordWith(alteredFigure, alteredFigure.figure.value))) ?? '';
  seals.set(language, { serial, drawing: await file('seal', inColours(await sealed(serial))) });
}

/** The seal as a drawing of its own, which has neither the page's styles nor a colour of the text. */
async function sealed(serial: string): Promise<string> {
  const seal = await markup(<RecordSeal serial={serial} />);
  return seal.replaceAll('currentColor', 'var(--ink, black)');
}

/** Only those that a text names. */
const shown = new Map<string, SiteFile>();
for (const picture of namedIn(copies, 'picture')) {
  const vignette = vignettes[`./vignettes/${picture}.svg`];
  if (vignette) shown.set(picture, await file(picture, inColours(vignette)));
}

/** Where a drawing of the page is served. */
export const picturePath = (picture: keyof typeof drawn): string => drawn[picture].path;

/** The serial of the sample record in a language, and where its seal is served. */
export function sealOf(language: string) {
  const { serial = '', drawing } = seals.get(language) ?? {};
  return { serial, picture: drawing?.path ?? '' };
}

/** Where a picture that a text names is served: a vignette, or the provider's own. */
export const namedPicture = (name: string): OwnPicture =>
  ownPictures[name] ?? { src: shown.get(name)?.path ?? '' };

export const pictureFiles: SiteFile[] = [
  ...Object.values(drawn),
  ...darkToken,
  ...shown.values(),
  ...[...seals.values()].map(({ drawing }) => drawing),
  { path: iconSpritePath, type: 'image/svg+xml', body: iconSprite },
];

async function dataAddress(drawing: ReactNode): Promise<string> {
  // What HTML would escape too is shorter so.
  return `data:image/svg+xml,${(await markup(drawing)).replaceAll(/[%#"<>]/g, encodeURIComponent)}`;
}

async function file(name: string, drawing: ReactNode): Promise<SiteFile> {
  return hashedFile(name, 'svg', typeof drawing === 'string' ? drawing : await markup(drawing));
}
