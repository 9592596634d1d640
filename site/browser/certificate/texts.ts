import { useCopy } from '../../copy.ts';
import { groupsOf } from '../../illustrations/specimen.ts';

/** What a certificate with these words says, and all of it as one line for those who do not see it. */
export function useCertificateTexts(serial: string, words: readonly string[]) {
  const { certificate, language } = useCopy();
  const number = `${certificate.serial} ${groupsOf(serial)}`;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format();
  const parts = [certificate.title, ...words, number, day, certificate.notice];
  const label = parts.filter((part) => part !== '').join(', ');
  return { ...certificate, number, day, label };
}
