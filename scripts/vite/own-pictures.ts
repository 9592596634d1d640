import { readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { OwnPicture } from 'virtual:icons';
import { createCanvas, type Image, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import { namedIn } from '../../site/choices.ts';
import { assetPath, type Content, contentFolder } from './virtual-module.ts';

/** In px. What a frame of 440 by 400 px shows, and a screen of two pixels a px. */
const sizes = [
  { width: 480, height: 436 },
  { width: 960, height: 873 },
];

type Inks = Content['colours']['colours']['light'];
type Story = { files: ReturnType<typeof fileOf>[]; shown: OwnPicture };

/**
 * The provider's own pictures that the content names: the logo, and those of stories by the names of
 * their files. A drawing is served as it is. A photograph is cut to the shape of its frame and printed
 * in the site's inks, without what the camera wrote into it. By `/assets/own-` all of them are told
 * from the product's own bytes.
 */
export async function ownPictures({ brand, colours, languages, provider }: Content) {
  const logo: string = brand.brand.logo;
  const mark = logo === '' ? null : await markOf(logo);
  const contact = provider.provider.contact.picture;
  // A drawing of the site has no dot in its name.
  const names = [...namedIn(languages, 'picture')].filter((name) => name.includes('.'));
  const stories = await Promise.all(
    names.map(async (name) => [name, await storyOf(name, colours.colours.light)] as const),
  );
  return {
    files: [
      ...(mark ? [mark.file] : []),
      ...(contact ? [await contactOf(contact)] : []),
      ...stories.flatMap(([, { files }]) => files),
    ],
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

/**
 * The contact as a square, cut from above the middle, where a face is. A photograph from a phone would
 * be megabytes, and may say where it was taken.
 */
async function contactOf(name: string) {
  const image = await loadImage(await readFile(join(contentFolder, name)));
  const bytes = await cut(image, 288, 288, 'transparent', 0.25).encode('webp', 80);
  return imageFile('/contact.webp', 'webp', bytes);
}

/** Printed once: the development server asks again at each edit. */
const printed = new Map<string, Promise<Story>>();

async function storyOf(name: string, inks: Inks): Promise<Story> {
  const bytes = await readFile(join(contentFolder, name));
  if (isDrawing(name)) {
    const file = fileOf(name, 'svg+xml', bytes);
    return { files: [file], shown: { src: file.path } };
  }
  const key = `${assetPath(name, '', bytes)} ${JSON.stringify(inks)}`;
  const story = printed.get(key) ?? photograph(name, bytes, inks);
  printed.set(key, story);
  return story;
}

async function photograph(name: string, bytes: Buffer, inks: Inks): Promise<Story> {
  const image = await loadImage(bytes);
  const printing = sizes.map(async ({ width, height }) => {
    const canvas = cut(image, width, height, inks.paper);
    duotone(canvas.getContext('2d'), inks);
    const avif = fileOf(name, 'avif', await canvas.encode('avif', { quality: 55, speed: 6 }));
    return { width, avif, webp: fileOf(name, 'webp', await canvas.encode('webp', 75)) };
  });
  const prints = await Promise.all(printing);
  const avif = prints.map(({ width, avif }) => `${avif.path} ${width}w`).join(', ');
  const webp = prints.map(({ width, webp }) => `${webp.path} ${width}w`).join(', ');
  const files = prints.flatMap(({ avif, webp }) => [avif, webp]);
  return { files, shown: { src: prints[0]?.webp.path ?? '', avif, webp } };
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

/**
 * The middle of a picture, as large as it fills the size, on a ground of this colour. `above`: how much
 * of what is cut off is cut above, half of it or less.
 */
function cut(image: Image, width: number, height: number, ground = 'transparent', above = 0.5) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  const scale = Math.max(width / image.width, height / image.height);
  const [across, down] = [image.width * scale, image.height * scale];
  context.drawImage(image, (width - across) / 2, (height - down) * above, across, down);
  return canvas;
}

const isDrawing = (name: string): boolean => name.toLowerCase().endsWith('.svg');

function fileOf(name: string, format: 'avif' | 'webp' | 'svg+xml', bytes: Buffer) {
  const path = assetPath(`own-${parse(name).name}`, format.replace('+xml', ''), bytes);
  return imageFile(path, format, bytes);
}

/** A picture as `virtual:icons` gives it. */
export function imageFile(path: string, format: string, bytes: Buffer) {
  return { path, type: `image/${format}`, base64: bytes.toString('base64') };
}
