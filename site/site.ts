import type { Booking } from '../booking/booking.ts';

/** What a page needs to know of the place it is served from. Nothing of it is known at build time. */
export interface SiteSettings {
  /** The public origin, without a path or a trailing slash. */
  siteUrl: string;
  contactEmail: string;
  publicKey: string;
  /** The base of the data interface without a trailing slash: `/rest/v1`, or an absolute address. */
  backendUrl: string;
  /** The origin of another data interface; undefined: it is our own, which takes a form that posts itself. */
  foreignOrigin: string | undefined;
  /** Who receives each booking by webhook, for the privacy notice. */
  webhookHost?: string | undefined;
  /** The codes of the languages that the site serves, the first one's pages at `/`. */
  languages: readonly string[];
  /** Whether the provider works on requests in the inbox, for the privacy notice. */
  hasInbox?: boolean;
  /** The year of the copyright line (UTC). */
  year: number;
}

/** One document, whole: the bytes and the policy that admits just them. */
export interface Page {
  html: string;
  /** The value of the Content-Security-Policy header, hashes made from `html`. */
  policy: string;
}

/** A file that is made at start from the content and the settings. */
export interface SiteFile {
  /** The path it is served at, with the leading slash. */
  path: string;
  type: string;
  body: string | Uint8Array;
}

/** What the error screen shows. */
export interface Problem {
  /** The status and its text, or the error's message. */
  message: string;
  /** By which the provider finds the error in the log. */
  requestId: string;
  /** In development only. */
  stack?: string | undefined;
}

/** One language of the site. */
export interface LocalSite {
  language: string;
  /** `/` and `/book`, or `/de` and `/de/book`. */
  paths: { home: string; book: string };
  pages: readonly (Page & { path: string })[];
  notFound: Page;
  /** The form page again with the failure banner and the values as they were typed, valid or not. */
  bookAgain(values: Booking): Promise<Page>;
  error(problem: Problem): Promise<Page>;
}

/** The whole site for one set of settings. */
export interface Site {
  /** In the order of the settings. */
  languages: LocalSite[];
  files: SiteFile[];
}

/** Renders every page once. Throws when one of them fails to render. */
export type RenderSite = (settings: SiteSettings) => Promise<Site>;
