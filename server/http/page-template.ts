import type { Page } from '../../site/site.ts';
import { escapeHtml } from '../visible-text.ts';

/**
 * What a page is rendered with in the place of a value that a request brings. It holds every character
 * with a meaning in HTML or JSON, so that each place shows how a value is escaped there.
 */
export function placeholderFor(name: string): string {
  return `"'&<\\${mark}${name}>`;
}

const mark = '@value-';

/** As React writes it: in JSON with another backslash before what JSON escapes. */
const places = new RegExp(`(\\\\?)&quot;&#x27;&amp;&lt;\\\\\\1${mark}(\\w+)&gt;`, 'g');

/**
 * The page that was rendered with `placeholderFor` each of these names. Throws where it does not show one,
 * or has a placeholder where a value could break out of its place.
 */
export function templateOf(page: Page, names: readonly string[]): Page {
  const shown = new Set<string>();
  const rest = page.html.replace(places, (_written, _json, name: string) => {
    shown.add(name);
    return '';
  });
  const missing = names.find((name) => !shown.has(name));
  if (missing !== undefined) throw new Error(`A page that must show ${missing} does not`);
  if (rest.includes(mark))
    throw new Error('A page has a placeholder where no value can be written safely');
  return page;
}

/** The template with these values in their places. Nothing in a value is taken for a placeholder. */
export function interpolate(template: Page, values: Readonly<Record<string, string>>): Page {
  const write = (_written: string, json: string, name: string) => {
    const value = values[name] ?? '';
    return escapeHtml(json === '' ? value : JSON.stringify(value).slice(1, -1));
  };
  return { ...template, html: template.html.replace(places, write) };
}
