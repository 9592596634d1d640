import type { Booking } from '../booking/booking.ts';
import { brand } from '../content/brand.ts';

interface Reply {
  subject: string;
  greeting: string;
  body: string;
}

/** The draft of each language, keyed by the path of its file. */
const drafts = import.meta.glob<Reply>('../content/*/reply.ts', { eager: true, import: 'reply' });

/**
 * The link of a draft in the mail program, in the lead's language (BCP 47), otherwise in the site's first one.
 * RFC 6068: lines end with CRLF, and every value is encoded, but not the `@`.
 */
export function replyTo({ email, name }: Booking, language: string | null): string {
  const [code = ''] = (language ?? '').split('-');
  const draftIn = (code: string | undefined) => drafts[`../content/${code}/reply.ts`];
  const draft = draftIn(code.toLowerCase()) ?? draftIn(brand.languages[0]);
  const fill = (text = '') =>
    text.replaceAll('{brand}', brand.name).replaceAll('{name}', () => name);
  const subject = encodeURIComponent(fill(draft?.subject));
  const body = encodeURIComponent(`${fill(draft?.greeting)}\r\n\r\n${fill(draft?.body)}\r\n\r\n`);
  const address = encodeURIComponent(email).replaceAll('%40', '@');
  return `mailto:${address}?subject=${subject}&body=${body}`;
}
