import { readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { assetPath, namedIn } from '../../site/assets.ts';
import { type Content, contentFolder, readContent, virtualModule } from './content.ts';

/** `virtual:pictures` exports the provider's own pictures and documents. */
export const pictures = () =>
  virtualModule('pictures', async (plugin) => providerPictures(await readContent(plugin)));

/**
 * The provider's pictures and documents that the content names, unchanged. The prefix `/assets/own-` marks them.
 * `logo` has its path and size in px, or is null. `logoAddress` is the logo for the icons. Throws if a file is
 * missing, or if the logo is not a picture.
 */
async function providerPictures({ brand, languages, provider }: Content) {
  const logo: string = brand.brand.logo;
  const contact: string = provider.provider.contact.picture;
  // Names of the site's own drawings have no dot.
  const stories = [...namedIn(languages, 'picture')].filter((name) => name.includes('.'));
  const documents = namedIn(languages, 'document');
  const names = [...new Set([logo, contact, ...stories, ...documents])].filter(Boolean);
  const read = names.map(async (name) => {
    const bytes = await readFile(join(contentFolder, name));
    const path = await assetPath(`own-${parse(name).name}`, parse(name).ext.slice(1), bytes);
    return { name, file: { path, type: typeOf(name), base64: bytes.toString('base64') } };
  });
  const pictures = await Promise.all(read);
  const paths = Object.fromEntries(pictures.map(({ name, file }) => [name, file.path]));
  const mark = logo === '' ? null : await drawLogo(logo);
  return {
    files: pictures.map(({ file }) => file),
    ownFiles: paths,
    logo: mark && { src: paths[logo], width: mark.width, height: mark.height },
    logoAddress: mark?.toDataURL() ?? '',
  };
}

/** The logo, as high as the largest icon. */
async function drawLogo(name: string) {
  const bytes = await readFile(join(contentFolder, name));
  // Inkscape writes widths without a unit, which the canvas ignores.
  const drawn = `${bytes}`.replace(/(stroke-width:\s*[\d.]+)(?=\s*[;"'}])/g, '$1px');
  const image = await loadImage(typeOf(name) === 'image/svg+xml' ? Buffer.from(drawn) : bytes);
  const height = 288;
  const canvas = createCanvas(Math.round((image.width / image.height) * height), height);
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, height);
  return canvas;
}

function typeOf(name: string): string {
  const ending = parse(name).ext.slice(1).toLowerCase();
  const others = { svg: 'image/svg+xml', jpg: 'image/jpeg', pdf: 'application/pdf' };
  return Object.entries(others).find(([known]) => known === ending)?.[1] ?? `image/${ending}`;
}
