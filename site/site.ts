import type { ContactPromise } from '../booking/deadline.ts';

/** What a page needs to know of the place it is served from. Nothing of it is known at build time. */
export interface SiteSettings {
  /** The public origin, without a path or a trailing slash. */
  siteUrl: string;
  contactEmail: string;
  publicKey: string;
  /** The base of the data interface without a trailing slash: `/rest/v1`, or an absolute address. */
  backendUrl: string;
  /** The origin of another data interface. Undefined: this server, which accepts a plain form post. */
  foreignOrigin: string | undefined;
  /** The promised time of contact; undefined: shortly. */
  contactPromise?: ContactPromise | undefined;
  /** The address where a visitor chooses a time for the call. */
  schedulingUrl?: string | undefined;
  /** From which address the visitor gets a receipt, for the privacy notice. */
  receiptFrom?: string | undefined;
  /** Who receives each booking by webhook, for the privacy notice. */
  webhookHost?: string | undefined;
  /** The codes of the languages that the site serves, the first one's pages at `/`. */
  languages: readonly string[];
  /** Whether the provider works on requests in the inbox, for the privacy notice. */
  hasInbox?: boolean;
  /** The year of the copyright line (UTC). */
  year: number;
  /** The pages are for a host that may send none of our headers: each carries its policy itself. */
  staticHost?: boolean;
  /** The error screen shows the stack. */
  development?: boolean;
}

/** One document, whole: the bytes and the policy that admits just them. */
export interface Page {
  html: string;
  /** The value of the Content-Security-Policy header. Its hashes are made from `html`. */
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
  /** The id of the error in the log. */
  requestId: string;
  /** Set in development only. */
  stack?: string | undefined;
}

/**
 * Pages without an address, in one language. An outlet is a name in two pairs of braces: the
 * server puts escaped text in its place.
 */
export interface Screens {
  language: string;
  /** `/` and `/book`, or `/de` and `/de/book`. */
  paths: { home: string; book: string };
  notFound: Page;
  /** The form after a native post that failed, with an outlet for the value of each field. */
  failed: Page;
  /** The error screen, with the outlets `message` and `requestId`, and `stack` in development. */
  problem: Page;
}

/** One language of the site. */
export interface LocalSite extends Screens {
  pages: readonly (Page & { path: string })[];
}

/** The whole site for one set of settings. */
export interface Site {
  /** The order is that of the settings. */
  languages: LocalSite[];
  files: SiteFile[];
}

/** Renders every page once. Throws when one of them fails to render. */
export type RenderSite = (settings: SiteSettings) => Promise<Site>;
