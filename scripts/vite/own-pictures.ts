import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { OwnPicture } from 'virtual:icons';
import { createCanvas, type Image, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import { namedIn } from '../../site/choices.ts';
import { type Content, contentFolder } from './virtual-module.ts';

/** In px. What a frame of 440 by 400 px shows, and a screen of two pixels a px. */
const sizes = [
  { width: 480, height: 436 },
  { width: 960, height: 873 },
];

type Inks = Content['colours']['colours']['light'];
type File = ReturnType<typeof fileOf>;

/**
 * The provider's own pictures that the content names: the logo, and those of stories by the names of
 * their files. A drawing is served as it is. A photograph is cut to the shape of its frame and printed
 * in the site's inks, without what the camera wrote into it. By `/assets/own-` all of them are told
 * from the product's own bytes.
 */
export async function ownPictures({ brand, colours, languages }: Content) {
  const logo: string = brand.brand.logo;
  const mark = logo === '' ? null : await markOf(logo);
  // A drawing of the site has no dot in its name.
  const names = [...namedIn(languages, 'picture')].filter((name) => name.includes('.'));
  const stories = await Promise.all(
    names.map(async (name) => [name, await storyOf(name, colours.colours.light)] as const),
  );
  return {
    files: [...(mark ? [mark.file] : []), ...stories.flatMap(([, { files }]) => files)],
    logo: mark?.shown ?? null,
    logoAddress: mark?.address ?? '',
    stories: Object.fromEntries(stories.map(([name, { shown }]) => [name, shown])),
  };
}

/** The mark, as high as the largest icon needs it. */
async function markOf(name: string) {
  const bytes = await readFile(join(contentFolder, name));
  // Inkscape writes widths without a unit, which the canvas leaves out.
  const drawn = `${bytes}`.replace(/(stroke-width:\s*[\d.]+)(?=\s*[;"'}])/g, '$1px');
  const image = await loadImage(isDrawing(name) ? Buffer.from(drawn) : bytes);
  const height = 288;
  const width = Math.round((image.width / image.height) * height);
  const canvas = cut(image, width, height);
  const file = isDrawing(name)
    ? fileOf(name, 'svg+xml', bytes)
    : fileOf(name, 'webp', await canvas.encode('webp', 100));
  return { file, shown: { src: file.path, width, height }, address: canvas.toDataURL() };
}

/** Made once: the development server asks again at each edit. */
const made = new Map<string, Promise<{ files: File[]; shown: OwnPicture }>>();

async function storyOf(name: string, inks: Inks) {
  const bytes = await readFile(join(contentFolder, name));
  const key = createHash('sha256')
    .update(bytes)
    .update(JSON.stringify([name, inks]))
    .digest('hex');
  const story = made.get(key) ?? (isDrawing(name) ? drawing : photograph)(name, bytes, inks);
  made.set(key, story);
  return story;
}

async function drawing(name: string, bytes: Buffer) {
  const file = fileOf(name, 'svg+xml', bytes);
  return { files: [file], shown: { src: file.path } };
}

async function photograph(name: string, bytes: Buffer, inks: Inks) {
  const image = await loadImage(bytes);
  const canvases = sizes.map(({ width, height }) => {
    const canvas = cut(image, width, height, inks.paper);
    duotone(canvas.getContext('2d'), inks);
    return canvas;
  });
  const avif = await Promise.all(
    canvases.map(async (canvas) =>
      fileOf(name, 'avif', await canvas.encode('avif', { quality: 55, speed: 6 })),
    ),
  );
  const webp = await Promise.all(
    canvases.map(async (canvas) => fileOf(name, 'webp', await canvas.encode('webp', 75))),
  );
  const set = (files: File[]) =>
    files.map(({ path }, at) => `${path} ${sizes[at]?.width}w`).join(', ');
  return {
    files: [...avif, ...webp],
    shown: { src: webp[0]?.path ?? '', avif: set(avif), webp: set(webp) },
  };
}

/**
 * Prints the picture in two inks on paper, as the engravings beside it are: its darkest hundredth
 * becomes the ink, its lightest the paper, and the tint stands between.
 */
function duotone(context: SKRSContext2D, { ink, tint, paper }: Inks): void {
  const { width, height } = context.canvas;
  const picture = context.getImageData(0, 0, width, height);
  const { data } = picture;
  const lights = new Uint8Array(width * height).map((_, pixel) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * pixel);
    // Rec. 709.
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
  const sorted = lights.toSorted();
  const [darkest = 0, lightest = 255] = [0.01, 0.99].map(
    (share) => sorted[Math.floor(share * sorted.length)],
  );
  const ramp = createCanvas(256, 1).getContext('2d');
  const shades = ramp.createLinearGradient(darkest, 0, lightest, 0);
  for (const [at, colour] of [ink, tint, paper].entries())
    shades.addColorStop([0, 1 / 3, 1][at] ?? 1, colour);
  ramp.fillStyle = shades;
  ramp.fillRect(0, 0, 256, 1);
  const colours = ramp.getImageData(0, 0, 256, 1).data;
  for (const [pixel, light] of lights.entries())
    data.set(colours.subarray(4 * light, 4 * light + 4), 4 * pixel);
  context.putImageData(picture, 0, 0);
}

/** The middle of a picture, as large as it fills the size, on a ground of this colour. */
function cut(image: Image, width: number, height: number, ground = 'transparent') {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  const scale = Math.max(width / image.width, height / image.height);
  const [across, down] = [image.width * scale, image.height * scale];
  context.drawImage(image, (width - across) / 2, (height - down) / 2, across, down);
  return canvas;
}

const isDrawing = (name: string): boolean => name.toLowerCase().endsWith('.svg');

function fileOf(name: string, format: 'avif' | 'webp' | 'svg+xml', bytes: Buffer) {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
  const path = `/assets/own-${parse(name).name}-${hash}.${format.replace('+xml', '')}`;
  return { path, type: `image/${format}`, base64: bytes.toString('base64') };
}
