import type { ReactNode } from 'react';
import { colours } from '../../content/colours.ts';
import { cases } from '../../content/landing.ts';
import type { Vignette } from '../choices.ts';
import { markup } from '../markup.ts';
import type { SiteFile } from '../site.ts';
import bakery from './bakery.svg?raw';
import boxing from './boxing.svg?raw';
import { DialFace } from './dial.tsx';
import { medallions } from './medallions.ts';
import { Border, borderSvg, Framed } from './ornament.tsx';
import realEstate from './real-estate.svg?raw';
import { Rings } from './rings.tsx';

/** The picture of each story: an engraving, or a medallion of line work that suits any trade. */
const vignettes: Record<Vignette, ReactNode> = {
  boxing: <Framed petals={12} picture={boxing} />,
  bakery: <Framed petals={16} picture={bakery} />,
  realEstate: <Framed petals={20} picture={realEstate} />,
  rosette: <Framed petals={18} medallion={medallions.rosette} />,
  knot: <Framed petals={15} medallion={medallions.knot} />,
  wheel: <Framed petals={24} medallion={medallions.wheel} />,
};

/** The drawings that are files of their own: they lie below the first view and load lazily. */
const drawn = {
  dial: await file('dial', <DialFace />),
  band: await file('band', borderSvg(colours.dark)),
  border: await file('border', <Border />),
  rings: await file('rings', <Rings />),
};

/** Only those that a story shows. */
const shown = new Map<string, SiteFile>();
for (const { picture } of cases.stories) {
  if (!shown.has(picture)) shown.set(picture, await file(picture, vignettes[picture]));
}

/** Where a drawing of the page is served. */
export const picturePath = (picture: keyof typeof drawn): string => drawn[picture].path;

/** Where the vignette of a story is served. */
export const vignettePath = (vignette: Vignette): string => shown.get(vignette)?.path ?? '';

export const pictureFiles: SiteFile[] = [...Object.values(drawn), ...shown.values()];

async function file(name: string, drawing: ReactNode): Promise<SiteFile> {
  const body = typeof drawing === 'string' ? drawing : await markup(drawing);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body));
  const hash = Buffer.from(digest).toString('base64url').slice(0, 8);
  return { path: `/assets/${name}-${hash}.svg`, type: 'image/svg+xml', body };
}
