import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FaceName } from 'virtual:fonts';
import { createCanvas, GlobalFonts, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import UPNG from 'upng-js';
import { brand } from '../content/brand.ts';

type Icons = typeof import('../site/illustrations/icons.tsx');
type Social = typeof import('../site/illustrations/social-image.tsx');

/** 64 colours are enough for line work in four colours, and make a fifth of the size. */
const colours = brand.logo ? 256 : 64;

/**
 * Draws the icons and social images of the site built in `built`, into its folder `pictures`. The build draws
 * them, so that the server need not.
 */
export async function drawPictures(built: string): Promise<void> {
  const moduleOf = (name: string) => import(pathToFileURL(join(built, 'server', name)).href);
  const { drawIcons }: Icons = await moduleOf('icons.js');
  const social: Social = await moduleOf('social-image.js');
  const folder = join(built, 'pictures');
  await mkdir(folder);
  const write = (name: string, context: SKRSContext2D) =>
    writeFile(join(folder, name), png(context));
  for (const { name, svg, size } of await drawIcons())
    await write(name, await contextOf(svg, size, size));
  const ground = await social.drawSocialImage();
  // The content's own fonts, so that the canvas needs no system fonts.
  for (const { path, base64 } of social.fonts)
    if (GlobalFonts.register(Buffer.from(base64, 'base64'), path) === null)
      throw new Error(`${path} cannot be drawn`);
  const familyOf = (face: FaceName) =>
    social.fonts.flatMap((font) => (font.face === face ? `"${font.path}"` : [])).join();
  for (const { path, copy, words, width, height } of social.socialImages) {
    const context = await contextOf(ground, width, height);
    // Otherwise the machine's language could change the shapes of letters.
    context.lang = copy.language;
    social.writeSocialText(context, familyOf, copy, words);
    await write(path, context);
  }
}

async function contextOf(svg: string, width: number, height: number): Promise<SKRSContext2D> {
  const sized = svg.replace('<svg ', `<svg width="${width}" height="${height}" `);
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(await loadImage(Buffer.from(sized)), 0, 0);
  return context;
}

function png(context: SKRSContext2D): Buffer {
  const { width, height } = context.canvas;
  const pixels = new Uint8Array(context.getImageData(0, 0, width, height).data);
  return Buffer.from(UPNG.encode([pixels.buffer], width, height, colours));
}
