import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { brand } from '../../content/brand.ts';
import { fallbackFaces } from './fallback-faces.ts';
import { type Face, faces, type Part, partOf } from './font-faces.ts';

const root = new URL('../../', import.meta.url);

/**
 * `virtual:fonts` gives the `@font-face` rules and the files they name. Each font is cut to the
 * glyphs that the content and Latin names need, and gets fallback faces of the same metrics.
 */
export function fonts(): Plugin {
  let made: Promise<string> | undefined;
  return {
    name: 'fonts',
    resolveId: (id) => (id === 'virtual:fonts' ? '\0virtual:fonts' : undefined),
    load(id) {
      if (id !== '\0virtual:fonts') return;
      made ??= makeFonts();
      return made;
    },
  };
}

async function makeFonts(): Promise<string> {
  const written = await writtenCharacters();
  const made = await Promise.all(faces.map((face) => makeFace(face, written)));
  const css = made.map(({ rules }) => rules).join('');
  const files = made.flatMap((face) => face.files);
  return `export const css = ${JSON.stringify(css)}; export const files = ${JSON.stringify(files)};`;
}

async function makeFace(face: Face, written: string) {
  const ofPart = (part: Part) => [...written].filter((letter) => partOf(letter) === part).join('');
  const own = await makePart(face, 'latin', ofPart('latin') + face.glyphs);
  const extended = ofPart('latin-ext');
  const parts = extended === '' ? [own] : [own, await makePart(face, 'latin-ext', extended)];
  const rules = parts.map((part) => part.rule).join('');
  return { files: parts.map(({ file }) => file), rules: rules + (await fallbackFaces(face)) };
}

/** The letters beyond Western Europe's are a file of their own, which says for what it is needed. */
async function makePart(face: Face, part: Part, letters: string) {
  const bytes = await subsetFont(await readFile(face.files[part]), letters, {
    targetFormat: 'woff2',
    variationAxes: face.axes,
  });
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
  const path = `/assets/${face.name}-${hash}.woff2`;
  const range = [...letters].map((letter) => `U+${letter.codePointAt(0)?.toString(16)}`).join();
  const rule =
    `@font-face{font-family:"${face.family}";src:url(${path}) format("woff2");` +
    `font-weight:${face.weight};font-style:${face.style};font-display:swap` +
    `${part === 'latin' ? '' : `;unicode-range:${range}`}}`;
  return { file: { path, base64: bytes.toString('base64'), face: face.name, part }, rule };
}

/**
 * Every character that stands in `content/`, its code included, and each as a capital, which some
 * styles make of it: a superset is harmless.
 */
async function writtenCharacters(): Promise<string> {
  const folder = new URL('content/', root);
  const names = await readdir(folder);
  const texts = await Promise.all(
    names.map(async (name) => JSON.stringify(await import(new URL(name, folder).href))),
  );
  const text = texts.join('');
  return [...new Set(text + text.toLocaleUpperCase(brand.language))].join('');
}
