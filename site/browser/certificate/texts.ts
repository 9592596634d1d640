import type { Copy } from '../../copy.ts';
import { groupsOf } from '../../illustrations/specimen.ts';

/** The day of the certificate, in the language of the page. */
export function today(language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format();
}

/** What a certificate shows, as one line for those who do not see it. */
export function labelOf(
  { certificate, language }: Copy,
  serial: string,
  words: readonly string[],
): string {
  const { title, notice } = certificate;
  const number = `${certificate.serial} ${groupsOf(serial)}`;
  const parts = [title, ...words, number, today(language), notice];
  return parts.filter((part) => part !== '').join(', ');
}
