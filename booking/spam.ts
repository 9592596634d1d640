import type { Booking } from './booking.ts';

/**
 * A hidden field of the form, which every visitor sends empty or not at all. Its name means nothing,
 * so that neither a browser nor a password manager fills it in.
 */
export const honeypotField = 'k3f';

/** The spam signals with their weights. The codes are stored, so their meaning must not change. */
const weights = [
  /** The hidden field was filled in. */
  ['honeypot', 2],
  ['link-in-name', 2],
  /** The name or the company contains an HTML tag with an attribute, or a forum link. */
  ['markup', 2],
  /** Name and company are each one word of random letters: `oGmFxSnTILGCo` of `vIqzOPuwwjZQ`. */
  ['random-letters', 2],
  /** Weak, because a company may be known by its address: `https://bakery.example`. */
  ['link-in-company', 1],
  /** Weak, because a person who works alone may enter one name in both fields. */
  ['same-values', 1],
  /** The name or the company has twelve words or more, and they differ. */
  ['sentence', 1],
] as const;

export type SpamSignal = (typeof weights)[number][0];

/** A booking with at least this weight is quarantined: one strong signal, or two weak ones. */
const spamWeight = 2;

/**
 * The signals of a booking that looks like spam, otherwise none. They depend only on the booking's own values.
 * `honeypot`: whether the hidden field was filled in, which only this program's server can see.
 */
export function spamSignalsOf(
  { name, company_name }: Pick<Booking, 'name' | 'company_name'>,
  honeypot: boolean,
): SpamSignal[] {
  const fields = [name, company_name];
  const signals: Record<SpamSignal, boolean> = {
    honeypot,
    'link-in-name': link.test(name.replaceAll(profile, '')) && !domain.test(name),
    markup: fields.some((text) => markup.test(text)),
    'random-letters': randomLetters.test(`${name} ${company_name}`),
    'link-in-company': link.test(company_name),
    'same-values': name === company_name,
    sentence:
      name !== company_name &&
      (sentence.test(name) || (sentence.test(company_name) && !linkAtEnd.test(company_name))),
  };
  const found = weights.filter(([code]) => signals[code]);
  const weight = found.reduce((sum, [, weight]) => sum + weight, 0);
  return weight >= spamWeight ? found.map(([code]) => code) : [];
}

/**
 * An address with a scheme, with www, or with a path after a domain that is common in spam. A domain
 * alone is the name of many companies, and `B.Sc/M.Sc` is a degree.
 */
const link =
  /https?:\/\/|www\.[^\s.]+\.|[^\s./@]\.(com|net|org|io|me|ru|cn|info|biz|top|xyz|shop|online|site|club|ly|gl|link|click)\/\S/i;

/** A link to a profile by which people introduce themselves. */
const profile = /(https?:\/\/)?(www\.)?(linkedin\.com\/in|xing\.com\/profile)\/\S+/gi;

/** A bare domain: the person probably typed it into the wrong field. */
const domain = /^www\.[^\s/]+$/i;

/** A text that ends with a link may be a company's long legal name with its address, not a sentence. */
const linkAtEnd = /(https?:\/\/|www\.)\S+$/i;

/** A tag with an attribute, a script, a closing link, or `[url=`, but not `Ada <ada@example.com>` or `</salt>`. */
const markup = /<[a-z][^<>]*[\s/][a-z-]+=|<\/a>|<script>|\[(url|link)=/i;

/** A capital after a lowercase letter, four times. `DeShawn` of `HubSpot` has only two. */
const randomLetters = /^(?=[a-zA-Z]{8,} [a-zA-Z]{8,}$)(.*?[a-z][A-Z]){4}/;

/** Anchored at the start. Otherwise the time for one long word grows with the square of its length. */
const sentence = /^(\S+\s+){11}\S/;
