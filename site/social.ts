import { brand } from '../content/brand.ts';
import { hero } from '../content/landing.ts';
import { pageTitles } from './page-titles.ts';

/** The picture that a shared link shows. Its size in px is the one that every network asks for. */
export const social = {
  path: '/social.png',
  width: 1200,
  height: 630,
  /** What stands in it. */
  words: { brand: brand.name, eyebrow: hero.eyebrow, title: hero.title, accent: hero.titleAccent },
  alt: `${brand.name}. ${pageTitles.landing.title}`,
  /** The faces it is set in, by their names in scripts/vite/font-faces.ts. */
  faces: { title: 'display', accent: 'display-italic', eyebrow: 'mono' },
} as const;
