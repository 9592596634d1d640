import { minute } from '../../../booking/zones.ts';
import { brand } from '../../../content/brand.ts';
import { escapeHtml } from '../../visible-text.ts';

export interface MailContent {
  subject: string;
  text: string;
  /** Omitted: a plain-text email. */
  html?: string;
}

export interface Mail extends MailContent {
  /** Part of the Message-ID, so that a duplicate can be detected. */
  id: string;
  /** All recipients of one email. */
  to: readonly string[];
  /** Omitted from the email unless it is a plain address, because strict servers refuse others. */
  replyTo?: string | undefined;
}

/**
 * Milliseconds. A server may take ten minutes to accept an email that it has received
 * (RFC 5321 §4.5.3.2.6). A sender that gives up earlier sends it twice.
 */
export const answerTimeout = 600_000;

/** Milliseconds after which an attempt to send is aborted. */
export const sendLimit = answerTimeout + minute;

export const testSubject = `Test from ${brand.name}`;

export interface Link {
  label: string;
  url: string;
}

/** A paragraph, a list of labels and texts, or links. */
export type MailPart =
  | string
  | { heading?: string; rows: readonly (readonly [label: string, text: string])[] }
  | { links: readonly Link[] };

/** Composes an email as plain text and as HTML. Both contain the heading and all parts. */
export function composeMail(
  subject: string,
  heading: string,
  parts: readonly MailPart[],
): MailContent {
  const title = escapeHtml(heading);
  const body = parts.map(htmlOf).join('');
  return {
    subject,
    text: `${[heading, ...parts.map(textOf)].filter(Boolean).join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><body style="font-family:sans-serif;overflow-wrap:anywhere"><h1 style="font-size:20px">${title}</h1>${body}</body></html>`,
  };
}

/** Puts each row on its own line and aligns the texts. */
function textOf(part: MailPart): string {
  if (typeof part === 'string') return part;
  if ('links' in part) return part.links.map(({ label, url }) => `${label}:\n${url}`).join('\n\n');
  const width = Math.max(...part.rows.map(([label]) => label.length)) + 2;
  const lines = part.rows.map(([label, text]) => `${`${label}:`.padEnd(width)}${text}`);
  return [...(part.heading ? [part.heading] : []), ...lines].join('\n');
}

/** Large enough for a thumb. */
const buttonStyle =
  'display:inline-block;margin:0 8px 8px 0;padding:12px 16px;border:1px solid #14532d;border-radius:6px;text-decoration:none';

function htmlOf(part: MailPart): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`;
  if ('links' in part) {
    const links = part.links.map(
      ({ label, url }) =>
        `<a href="${escapeHtml(url)}" style="${buttonStyle}">${escapeHtml(label)}</a>`,
    );
    return links.length === 0 ? '' : `<p>${links.join(' ')}</p>`;
  }
  const rows = part.rows.map(
    ([label, text]) =>
      `<tr><th align="left" valign="top">${escapeHtml(label)}</th><td>${escapeHtml(text)}</td></tr>`,
  );
  const heading = part.heading ? `<h2 style="font-size:16px">${escapeHtml(part.heading)}</h2>` : '';
  return `${heading}<table cellpadding="4">${rows.join('')}</table>`;
}
