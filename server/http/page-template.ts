import { randomUUID } from 'node:crypto';
import type { Page } from '../../site/site.ts';
import { escapedHtml } from './escaped-html.ts';
import type { SentPage } from './pages.ts';

/** A page that was rendered once, with places for words that are known when it is asked for. */
export interface PageTemplate<Name extends string> {
  policy: string;
  /** In their order: what is the same each time, in bytes, and the places between. */
  pieces: readonly (Buffer | Place<Name>)[];
}

interface Place<Name extends string> {
  name: Name;
  writing: keyof typeof writings;
}

/** How a word is written where it stands. */
const writings = {
  /** Between tags, or in the value of an attribute. */
  html: escapedHtml,
  /** Within a string of JSON that is the value of an attribute. */
  json: (word: string) => escapedHtml(JSON.stringify(word).slice(1, -1)),
};

const secret = randomUUID();

/**
 * What is rendered in the place of a word. It holds all that has a meaning in HTML or JSON, so that
 * each place shows how a word is written there; and nobody can have put it into a page before.
 */
export function placeholderFor(name: string): string {
  return `"'&<\\${secret} ${name}>`;
}

/**
 * The template of a page that was rendered with `placeFor` each of these names. Throws where one is
 * not in it, or where one was written in a way that would let a word leave its place.
 */
export function templateOf<Name extends string>(
  { html, policy }: Page,
  names: readonly Name[],
): PageTemplate<Name> {
  const places = new Map<string, Place<Name>>();
  for (const name of names) {
    places.set(writings.html(placeholderFor(name)), { name, writing: 'html' });
    places.set(writings.json(placeholderFor(name)), { name, writing: 'json' });
  }
  const pattern = [...places.keys()].map((written) => RegExp.escape(written)).join('|');
  const parts = html.split(new RegExp(`(${pattern})`));
  const found = new Set(parts.map((part) => places.get(part)?.name));
  const lost = names.find((name) => !found.has(name));
  if (lost !== undefined) throw new Error(`A page that must show ${lost} does not`);
  if (parts.some((part) => !places.has(part) && part.includes(secret)))
    throw new Error('A page has a place for a word in which none can be written safely');
  return { policy, pieces: parts.map((part) => places.get(part) ?? Buffer.from(part)) };
}

/** The page with these words in their places. What a word holds is never looked at again. */
export function interpolate<Name extends string>(
  { policy, pieces }: PageTemplate<Name>,
  words: Readonly<Record<Name, string>>,
): SentPage {
  const written = pieces.map((piece) =>
    Buffer.isBuffer(piece) ? piece : Buffer.from(writings[piece.writing](words[piece.name])),
  );
  return { html: Buffer.concat(written), policy };
}
