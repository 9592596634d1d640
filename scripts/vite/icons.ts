import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts, loadImage } from '@napi-rs/canvas';
import subsetFont from 'subset-font';
import UPNG from 'upng-js';
import { type Plugin, runnerImport } from 'vite';
import { brand } from '../../content/brand.ts';
import type { drawIcons } from '../../site/illustrations/icons.tsx';
import { social } from '../../site/social.ts';
import { type Face, faces, type Part, partOf } from './font-faces.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * `virtual:icons` gives the site's icons and the social image as `files`, drawn by the site's own
 * parts and fonts, so that no picture is drawn when the server starts.
 */
export function icons(): Plugin {
  let made: Promise<string> | undefined;
  return {
    name: 'icons',
    resolveId: (id) => (id === 'virtual:icons' ? '\0virtual:icons' : undefined),
    load(id) {
      if (id !== '\0virtual:icons') return;
      made ??= makeIcons();
      return made;
    },
  };
}

async function makeIcons(): Promise<string> {
  const [{ module }] = await Promise.all([
    runnerImport<{ drawIcons: typeof drawIcons }>('./site/illustrations/icons.tsx', {
      root,
      configFile: false,
      envDir: false,
      logLevel: 'error',
    }),
    registerFonts(),
  ]);
  const { favicon, roundedIcon, squareIcon, socialImage } = await module.drawIcons({
    width: widthOf,
    faceOf: (letter, face) => faceName(face, partOf(letter) ?? 'latin'),
  });
  const files = [
    file('/favicon.svg', 'image/svg+xml', Buffer.from(favicon)),
    file('/favicon.ico', 'image/x-icon', ico(await png(favicon, 32), 32)),
    file('/apple-touch-icon.png', 'image/png', await png(squareIcon, 180)),
    file('/icon-192.png', 'image/png', await png(roundedIcon, 192)),
    file('/icon-512.png', 'image/png', await png(roundedIcon, 512)),
    file('/icon-maskable-512.png', 'image/png', await png(squareIcon, 512)),
    file(social.path, 'image/png', await png(socialImage, social.width, social.height)),
  ];
  return `export const files = ${JSON.stringify(files)};`;
}

function file(path: string, type: string, bytes: Buffer) {
  return { path, type, base64: bytes.toString('base64') };
}

/** The canvas knows each face by its name, and needs no font of the system. */
async function registerFonts(): Promise<void> {
  const used = faces.filter(({ name }) => Object.values<string>(social.faces).includes(name));
  for (const face of used) {
    await registerPart(face, 'latin');
    await registerPart(face, 'latin-ext');
  }
}

async function registerPart({ name, files, axes }: Face, part: Part): Promise<void> {
  const words = Object.values(social.words).join('') + brand.initial;
  const letters = [...words, ...words.toLocaleUpperCase(brand.language)];
  const own = letters.filter((letter) => partOf(letter) === part).join('');
  if (own === '') return;
  const font = await subsetFont(await readFile(files[part]), own, {
    targetFormat: 'sfnt',
    variationAxes: axes,
  });
  if (!GlobalFonts.register(font, faceName(name, part)))
    throw new Error(`${files[part]} cannot be used for pictures`);
}

/** A picture's SVG takes one face for each letter, so that each part of a font has a name. */
function faceName(face: string, part: Part): string {
  return part === 'latin' ? face : `${face}-${part}`;
}

function widthOf(text: string, face: string, size: number): number {
  const context = createCanvas(1, 1).getContext('2d');
  // The machine's own language would change letters.
  context.lang = brand.language;
  context.font = `${size}px ${face}, ${faceName(face, 'latin-ext')}`;
  return context.measureText(text).width;
}

/** A PNG of few colours: line work in four inks needs no more, and is a fifth of the size. */
async function png(svg: string, width: number, height = width): Promise<Buffer> {
  const sized = svg.replace('<svg ', `<svg width="${width}" height="${height}" `);
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(await loadImage(Buffer.from(sized)), 0, 0);
  const pixels = new Uint8Array(context.getImageData(0, 0, width, height).data);
  return Buffer.from(UPNG.encode([pixels.buffer], width, height, 64));
}

/**
 * One PNG as an icon file: ICONDIR and one ICONDIRENTRY, then the picture
 * (https://learn.microsoft.com/windows/win32/menurc/resources-reference, NEWHEADER and RESDIR).
 */
function ico(picture: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // one picture
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // colour planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(picture.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, picture]);
}
