import { brand } from '../../../content/brand.ts';
import { certificate } from '../../../content/messages.ts';
import { groupsOf } from '../../illustrations/specimen.ts';

/** The day of the certificate, in the language of the page. */
export function today(): string {
  return new Intl.DateTimeFormat(brand.language, { dateStyle: 'long' }).format();
}

/** What a certificate shows, as one line for those who do not see it. */
export function labelOf(serial: string, words: readonly string[]): string {
  const { title, notice } = certificate;
  const parts = [title, ...words, `${certificate.serial} ${groupsOf(serial)}`, today(), notice];
  return parts.filter((part) => part !== '').join(', ');
}
