import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Image } from '@napi-rs/canvas';
import { closest } from '../../server/config/closest.ts';
import { contentFolder } from '../vite/virtual-module.ts';

const isPicture = (name: string) => /^[\w.-]+\.(svg|png|jpe?g|webp|avif)$/i.test(name);

/**
 * What is wrong with a picture of content/, a sentence without its subject. It must measure `width`
 * by `height` px; a drawing has any size. `mark`: it stands small beside the name.
 */
export function pictureFault(
  name: string,
  { width, height, mark = false }: { width: number; height: number; mark?: boolean },
): string | undefined {
  if (name.includes('/')) return `is '${name}'. Write the file's name alone, without its folder.`;
  if (!isPicture(name))
    return `is '${name}', which is no name of a picture: letters without accents, digits, - and _, then .svg, .png, .jpg, .webp or .avif.`;
  const files = readdirSync(contentFolder).filter(isPicture);
  if (!files.includes(name)) {
    const lower = files.map((file) => file.toLowerCase());
    const meant = files[lower.indexOf(closest(name.toLowerCase(), lower, 3) ?? '')];
    return `is '${name}', which is not in content/. ${meant ? `Perhaps '${meant}'?` : 'Put the file there.'}`;
  }
  const image = new Image();
  image.src = readFileSync(join(contentFolder, name));
  const [shorter, longer] = [image.width, image.height].toSorted((one, other) => one - other);
  if (!shorter || !longer)
    return `is '${name}', which is no picture. Save it again as .jpg, .png or .svg.`;
  if (!name.toLowerCase().endsWith('.svg') && (image.width < width || image.height < height))
    return `is '${name}' of ${image.width} by ${image.height} pixels; it needs ${width} by ${height} or more. Take a larger one.`;
  if (mark && longer > 2 * shorter)
    return `is '${name}', more than twice as long one way as the other. Take the sign without the name, which stands beside it.`;
  return;
}
