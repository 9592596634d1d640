import type { ReactNode } from 'react';
import { colours } from '../../content/colours.ts';
import { markup } from '../markup.ts';
import type { SiteFile } from '../site.ts';
import { DialFace } from './dial.tsx';
import { borderSvg, Corner, Framed } from './ornament.tsx';
import { Rings } from './rings.tsx';
import bakery from './vignettes/bakery.ts?drawing';
import boxing from './vignettes/boxing.ts?drawing';
import realEstate from './vignettes/real-estate.ts?drawing';

/** The drawings that are files of their own: they lie below the first view and load lazily. */
const drawn = {
  boxing: await file('boxing', <Framed petals={12} picture={boxing} />),
  bakery: await file('bakery', <Framed petals={16} picture={bakery} />),
  realEstate: await file('real-estate', <Framed petals={20} picture={realEstate} />),
  dial: await file('dial', <DialFace />),
  band: await file('band', borderSvg(colours.dark)),
  corner: await file('corner', <Corner />),
  rings: await file('rings', <Rings />),
};

export type Picture = keyof typeof drawn;

/** Where a picture is served. */
export const picturePath = (picture: Picture): string => drawn[picture].path;

export const pictureFiles: SiteFile[] = Object.values(drawn);

async function file(name: string, drawing: ReactNode): Promise<SiteFile> {
  const body = typeof drawing === 'string' ? drawing : await markup(drawing);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body));
  const hash = Buffer.from(digest).toString('base64url').slice(0, 8);
  return { path: `/assets/${name}-${hash}.svg`, type: 'image/svg+xml', body };
}
