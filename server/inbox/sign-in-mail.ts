import { brand } from '../../content/brand.ts';
import { interpolate, signInMail } from '../texts.ts';
import { escapeHtml } from '../visible-text.ts';

/** The mail with the link, in the provider's language. */
export function composeSignInMail(link: string): { subject: string; text: string; html: string } {
  const say = (text: string) => interpolate(text, { brand: brand.name });
  const { open, validity, unasked } = signInMail;
  const subject = say(signInMail.subject);
  const href = escapeHtml(link);
  return {
    subject,
    text: `${say(open)}\n\n${link}\n\n${say(validity)}\n\n${say(unasked)}\n`,
    html: `<!doctype html><html lang="${brand.languages[0]}"><meta charset="utf-8"><title>${escapeHtml(subject)}</title><p>${escapeHtml(say(open))}</p><p><a href="${href}">${href}</a></p><p>${escapeHtml(say(validity))}</p><p>${escapeHtml(say(unasked))}</p></html>`,
  };
}
