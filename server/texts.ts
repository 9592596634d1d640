import { type Booking, bookingFields } from '../booking/booking.ts';
import { brand } from '../content/brand.ts';

const folder = `../content/${brand.languages[0]}`;

/** What the provider reads in mails: in the site's first language. */
export const { mail, signInMail }: typeof import('../content/en/mail.ts') = await import(
  `${folder}/mail.ts`
);

/** What the report says. */
export const reportTexts: typeof import('../content/en/report.ts').report = (
  await import(`${folder}/report.ts`)
).report;

/** Why a booking looks like spam, by its signals: the database may have one that is not known here. */
export const spamReasons: Readonly<Record<string, string>> = (await import(`${folder}/inbox.ts`))
  .inbox.spam;

const messages: typeof import('../content/en/messages.ts') = await import(`${folder}/messages.ts`);

/** The label and the value of each field that the visitor filled in, as the provider reads them. */
export function filledIn(booking: Booking): [label: string, value: string][] {
  const { labels } = messages.bookingForm;
  return bookingFields
    .filter((field) => booking[field] !== '')
    .map((field) => [labels[field], booking[field]]);
}

/**
 * The name of the language that the visitor read, in the provider's. Undefined where it is not known,
 * and where the site has one language alone.
 */
export function languageName({ language }: { language: string | null }): string | undefined {
  const known: readonly string[] = brand.languages;
  if (language === null || known.length < 2 || !known.includes(language)) return undefined;
  return new Intl.DisplayNames(brand.languages[0], { type: 'language' }).of(language);
}

/** Replaces `{name}` in one pass, so that braces in a visitor's text stay as they are. */
export function interpolate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name) => values[name] ?? placeholder);
}
