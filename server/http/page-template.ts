import { randomUUID } from 'node:crypto';
import type { Page } from '../../site/site.ts';
import { escapeHtml } from '../visible-text.ts';

/** A page that was rendered once, with placeholders for values that a request brings. */
export interface PageTemplate<Name extends string> {
  policy: string;
  parts: readonly (string | Placeholder<Name> | Option<Name>)[];
}

interface Placeholder<Name extends string> {
  name: Name;
  escape: keyof typeof escapes;
}

/** The start tag of an option, without its end: it is selected where the value of `name` is its own. */
interface Option<Name extends string> {
  name: Name;
  option: string;
  tag: string;
}

/** How a value is written where its placeholder stands. */
const escapes = {
  /** Between tags, or in the value of an attribute. */
  html: escapeHtml,
  /** Within a string of JSON that is the value of an attribute. */
  json: (value: string) => escapeHtml(JSON.stringify(value).slice(1, -1)),
};

const secret = randomUUID();

/**
 * What a page is rendered with in the place of a value. It holds every character with a meaning in
 * HTML or JSON, so that each place shows how a value is escaped there; nobody can guess it.
 */
export function placeholderFor(name: string): string {
  return `"'&<\\${secret} ${name}>`;
}

/**
 * The template of a page that was rendered with `placeholderFor` each of these names, and has these
 * options where a name is chosen from a list (site/components/field.tsx). Throws where one is missing, or where one was written in a way that would let a value break out of its place.
 */
export function templateOf<Name extends string>(
  { html, policy }: Page,
  names: readonly Name[],
  optionsOf: (name: Name) => readonly string[] | undefined = () => undefined,
): PageTemplate<Name> {
  const placeholders = new Map<string, Placeholder<Name> | Option<Name>>();
  for (const name of names) {
    for (const option of optionsOf(name) ?? []) {
      const tag = `<option id="${escapeHtml(`${name}-${option}`)}" value="${escapeHtml(option)}"`;
      placeholders.set(tag, { name, option, tag });
    }
    placeholders.set(escapes.html(placeholderFor(name)), { name, escape: 'html' });
    placeholders.set(escapes.json(placeholderFor(name)), { name, escape: 'json' });
  }
  const pattern = [...placeholders.keys()].map((written) => RegExp.escape(written)).join('|');
  const parts = html
    .split(new RegExp(`(${pattern})`))
    .map((part) => placeholders.get(part) ?? part);
  const found = new Set(parts);
  const all = [...placeholders.values()];
  const missing =
    names.find((name) => !all.some((one) => one.name === name && found.has(one))) ??
    all.find((one) => 'option' in one && !found.has(one) && html.includes('<select'))?.name;
  if (missing !== undefined) throw new Error(`A page that must show ${missing} does not`);
  if (parts.some((part) => typeof part === 'string' && part.includes(secret)))
    throw new Error('A page has a placeholder where no value can be written safely');
  return { policy, parts };
}

/** The page with these values in their places. Nothing in a value is taken for a placeholder. */
export function interpolate<Name extends string>(
  { policy, parts }: PageTemplate<Name>,
  values: Readonly<Record<Name, string>>,
): Page {
  const written = parts.map((part) => {
    if (typeof part === 'string') return part;
    const value = values[part.name];
    if ('escape' in part) return escapes[part.escape](value);
    return value === part.option ? `${part.tag} selected=""` : part.tag;
  });
  return { html: written.join(''), policy };
}
