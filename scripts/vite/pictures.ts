import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FaceName, Part } from 'virtual:fonts';
import { createCanvas, GlobalFonts, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import subsetFont from 'subset-font';
import UPNG from 'upng-js';
import { runnerImport } from 'vite';
import { type Face, faces, parts } from './font-faces.ts';
import { lettersOf } from './fonts.ts';
import { fileOf, providerPictures } from './provider-pictures.ts';
import { type Content, readContent, virtualModule } from './virtual-module.ts';

const illustrations = resolve(import.meta.dirname, '../../site/illustrations');

type SocialImage = typeof import('../../site/illustrations/social-image.tsx');

/**
 * `virtual:pictures` gives the site's icons, the social images and the provider's own as `files`.
 * The build draws them with the site's parts and fonts, so the server draws none when it starts.
 */
export const pictures = () =>
  virtualModule('pictures', async (plugin) => {
    const run = async <T>(drawings: string) => {
      const { module, dependencies } = await runnerImport<T>(join(illustrations, drawings), {
        root: resolve(import.meta.dirname, '../..'),
        configFile: false,
        envDir: false,
        logLevel: 'error',
      });
      for (const dependency of dependencies) plugin.addWatchFile(dependency);
      return module;
    };
    const { drawIcons } =
      await run<typeof import('../../site/illustrations/icons.tsx')>('icons.tsx');
    const social = await run<SocialImage>('social-image.tsx');
    const content = await readContent(plugin);
    const { logoAddress, ...provided } = await providerPictures(content);
    const { favicon, roundedIcon, squareIcon } = await drawIcons(logoAddress);
    // Line work in four colours needs no more than 64, and is a fifth of the size.
    const colours = logoAddress ? 256 : 64;
    const icon = async (path: string, svg: string, size: number) =>
      png(path, await canvasOf(svg, size, size), colours);
    return {
      ...provided,
      files: [
        ...provided.files,
        fileOf('/favicon.svg', 'image/svg+xml', Buffer.from(favicon)),
        // Browsers go by its bytes, not by its name.
        await icon('/favicon.ico', favicon, 32),
        await icon('/apple-touch-icon.png', squareIcon, 180),
        await icon('/icon-192.png', roundedIcon, 192),
        await icon('/icon-512.png', roundedIcon, 512),
        await icon('/icon-maskable-512.png', squareIcon, 512),
        ...(await socialImages(social, content, logoAddress, colours)),
      ],
    };
  });

async function socialImages(social: SocialImage, content: Content, logo: string, colours: number) {
  const drawing = await social.drawSocialImage(logo);
  const letters = lettersOf(content);
  const alias = (face: FaceName, part: Part) => `${face}-${part}`;
  // So that the canvas needs no font of the system.
  const registered = faces.flatMap((face) =>
    parts.map(async (part) =>
      registerFont(alias(face.name, part), face, await readFile(face.files[part]), letters),
    ),
  );
  const fonts = await Promise.all(registered);
  const familyOf = (face: FaceName) => parts.map((part) => alias(face, part)).join();
  const pictures = social.socialImages.map(async ({ path, copy, words, width, height }) => {
    const context = await canvasOf(drawing, width, height);
    // The machine's own language would change letters.
    context.lang = copy.language;
    social.writeSocialText(context, familyOf, copy, words);
    return png(path, context, colours);
  });
  const files = await Promise.all(pictures);
  GlobalFonts.removeBatch(fonts);
  return files;
}

/** Makes these letters of a face, read from `source`, known to the canvas as `alias`. */
async function registerFont(alias: string, face: Face, source: Buffer, letters: string) {
  const options = { targetFormat: 'sfnt', variationAxes: face.axes } as const;
  const key = GlobalFonts.register(await subsetFont(source, letters, options), alias);
  if (key === null) throw new Error(`${face.family} cannot be drawn`);
  return key;
}

async function canvasOf(svg: string, width: number, height: number): Promise<SKRSContext2D> {
  const sized = svg.replace('<svg ', `<svg width="${width}" height="${height}" `);
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(await loadImage(Buffer.from(sized)), 0, 0);
  return context;
}

/** A PNG of that many colours. */
function png(path: string, context: SKRSContext2D, colours: number) {
  const { width, height } = context.canvas;
  const pixels = new Uint8Array(context.getImageData(0, 0, width, height).data);
  const bytes = UPNG.encode([pixels.buffer], width, height, colours);
  return fileOf(path, 'image/png', Buffer.from(bytes));
}
