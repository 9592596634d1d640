import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FontFile, Part } from 'virtual:fonts';
import subsetFont from 'subset-font';
import { fallbackFaces } from './fallback-faces.ts';
import { type Face, faces, partOf, parts } from './font-faces.ts';
import { type Content, readContent, virtualModule } from './virtual-module.ts';

/**
 * `virtual:fonts` gives the `@font-face` rules and the files they name. Each font is cut to the
 * glyphs that the content and Latin names need, and gets fallback faces of the same metrics.
 */
export const fonts = () =>
  virtualModule('fonts', async (plugin) => {
    const content = await readContent(plugin);
    const made = await Promise.all(faces.map((face) => makeFace(face, content)));
    return {
      css: made.map(({ rules }) => rules).join(''),
      files: made.flatMap(({ files }) => files),
    };
  });

async function makeFace(face: Face, content: Content) {
  const letters = [...lettersOf(content)];
  const made = parts.map((part) => {
    const own = letters.filter((letter) => partOf(letter) === part).join('');
    const glyphs = part === 'latin' ? own + face.glyphs : own;
    return glyphs === '' ? [] : makePart(face, part, glyphs);
  });
  const cut = (await Promise.all(made)).flat();
  const rules = cut.map(({ rule }) => rule).join('') + (await fallbackFaces(face, content));
  return { files: cut.map(({ file }) => file), rules };
}

/** The letters beyond Western Europe's are a file of their own, fetched only where one is shown. */
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
    `font-weight:${face.weight};font-style:${face.italic ? 'italic' : 'normal'};font-display:swap` +
    `${part === 'latin' ? '' : `;unicode-range:${range}`}}`;
  const file: FontFile = { path, base64: bytes.toString('base64'), face: face.name, part };
  return { file, rule };
}

/**
 * Every character of the content, its names included, and each as a capital, which some styles make
 * of it: a superset is harmless.
 */
export function lettersOf(content: Content): string {
  const text = JSON.stringify(content);
  return [...new Set(text + text.toLocaleUpperCase([...content.brand.brand.languages]))].join('');
}
