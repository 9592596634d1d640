import type { Booking } from '../booking/booking.ts';
import { brand } from '../content/brand.ts';

interface Reply {
  subject: string;
  greeting: string;
  body: string;
}

/** The draft of each language, by the path of its file. */
const drafts = import.meta.glob<Reply>('../content/*/reply.ts', { eager: true, import: 'reply' });

/**
 * A draft in the mail program (RFC 6068: CRLF between lines, every value encoded, the `@` as it is), in the
 * lead's language (BCP 47) or else in the site's first one.
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
