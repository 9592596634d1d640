import type { ContactPromise } from '../booking/deadline.ts';

/** The settings of the pages. None of them is known at build time. */
export interface SiteSettings {
  /** The public origin, without a path or a trailing slash. */
  siteUrl: string;
  contactEmail: string;
  publicKey: string;
  /** The base of the data interface without a trailing slash: `/rest/v1`, or an absolute address. */
  backendUrl: string;
  /** The origin of another data interface. Undefined for this server, which accepts a form post. */
  foreignOrigin: string | undefined;
  /** The promised time of contact. Undefined: 'shortly'. */
  contactPromise?: ContactPromise | undefined;
  /** The address where a visitor chooses a time for the call. */
  schedulingUrl?: string | undefined;
  /** The sender of receipts, for the privacy notice. */
  receiptFrom?: string | undefined;
  /** The host that receives bookings by webhook, for the privacy notice. */
  webhookHost?: string | undefined;
  /** The codes of the served languages. The first language's pages are at `/`. */
  languages: readonly string[];
  /** Whether the provider uses the inbox, for the privacy notice. */
  hasInbox?: boolean;
  /** The year of the copyright line (UTC). */
  year: number;
  /** Whether the pages are exported for a static host. Each then carries its policy itself. */
  staticHost?: boolean;
  /** Whether the error screen shows the stack. */
  development?: boolean;
}

/** A complete document with its policy. */
export interface Page {
  html: string;
  /** The Content-Security-Policy header, with hashes of `html`. */
  policy: string;
}

/** A file made at start from content and settings. */
export interface SiteFile {
  /** The path of its address, with a leading slash. */
  path: string;
  type: string;
  body: string | Uint8Array;
}

/** The contents of the error screen. */
export interface Problem {
  /** The status and its text, or the error's message. */
  message: string;
  /** The id of the error in the log. */
  requestId: string;
  /** Set in development only. */
  stack?: string | undefined;
}

/**
 * Pages without an address, in one language. An outlet is a name in double braces. The server replaces it with escaped
 * text.
 */
export interface Screens {
  language: string;
  /** `/` and `/book`, or `/de` and `/de/book`. */
  paths: { home: string; book: string };
  notFound: Page;
  /** The form after a failed native post, with an outlet for the value of each field. */
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
  /** In the order of the settings. */
  languages: LocalSite[];
  files: SiteFile[];
}

/** Renders every page once. Throws if a page fails to render. */
export type RenderSite = (settings: SiteSettings) => Promise<Site>;
