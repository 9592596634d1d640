import type { Booking } from './booking.ts';

/**
 * A field of the form that no person sees and every visitor sends empty, or not at all. Its name
 * means nothing, so that neither a browser nor a password manager has words for it.
 */
export const honeypotField = 'k3f';

/** The signals of spam with their weights. The codes are stored: they keep their meaning. */
const weights = [
  /** The field that no person sees was filled in. */
  ['honeypot', 2],
  ['link-in-name', 2],
  /** A tag with an attribute or a forum's link, in the name or the company. */
  ['markup', 2],
  /** One word each, of letters in no order: `oGmFxSnTILGCo` of `vIqzOPuwwjZQ`. */
  ['random-letters', 2],
  /** A company may be known by its address: `https://bakery.example`. */
  ['link-in-company', 1],
  /** A person who works alone has one name for both. */
  ['same-values', 1],
  /** Twelve words or more in the name or the company, and not the same in both. */
  ['sentence', 1],
] as const;

export type SpamSignal = (typeof weights)[number][0];

/** A booking of this weight or more is quarantined: one clear signal, or two that a person could give. */
const spamWeight = 2;

/**
 * Why a booking looks like spam, by its own values alone; nothing if it does not. `honeypot`: that field was
 * filled in, which only the program's own server sees.
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
 * An address with its scheme, its www, or a path behind an ending that spam likes: a domain alone is
 * many a company's name, and `B.Sc/M.Sc` is a degree.
 */
const link =
  /https?:\/\/|www\.[^\s.]+\.|[^\s./@]\.(com|net|org|io|me|ru|cn|info|biz|top|xyz|shop|online|site|club|ly|gl|link|click)\/\S/i;

/** The fields in which people say who they are. */
const profile = /(https?:\/\/)?(www\.)?(linkedin\.com\/in|xing\.com\/profile)\/\S+/gi;

/** A domain and nothing else: a person mistook one field for the other. */
const domain = /^www\.[^\s/]+$/i;

/** A long legal name with its address behind it. Words that go on after a link are no name. */
const linkAtEnd = /(https?:\/\/|www\.)\S+$/i;

/** A tag with an attribute, a script, the end of a link, or `[url=`. Neither `Ada <ada@example.com>` nor `</salt>`. */
const markup = /<[a-z][^<>]*[\s/][a-z-]+=|<\/a>|<script>|\[(url|link)=/i;

/** A capital behind a small letter, four times: `DeShawn` of `HubSpot` has two. */
const randomLetters = /^(?=[a-zA-Z]{8,} [a-zA-Z]{8,}$)(.*?[a-z][A-Z]){4}/;

/** Anchored at the start: otherwise the time for one long word grows with the square of its length. */
const sentence = /^(\S+\s+){11}\S/;
