import type { FastifyBaseLogger } from 'fastify';
import type { Page } from '../../../site/site.ts';
import { comparable } from '../../config/addresses.ts';
import type { Config } from '../../config/config.ts';
import type { Store } from '../../store/store.ts';

export interface InboxOptions {
  /** The HTML document, the same for all views. */
  page(): Promise<Page>;
  config: Config;
  /** The addresses that may sign in. */
  users: readonly string[];
  store: Store;
  log: FastifyBaseLogger;
}

/** The user with this address, as INBOX_USERS spells it. */
export function userOf(users: readonly string[], email: string): string | undefined {
  return users.find((user) => comparable(user) === comparable(email));
}

/** An error response of the inbox's API. Its body is `{}`, because the page has a text for each status. */
export class InboxError extends Error {
  readonly statusCode: number;
  /** Seconds. */
  readonly retryAfter: number;

  constructor(statusCode: number, retryAfter = 0) {
    super(`answered with ${statusCode}`);
    this.statusCode = statusCode;
    this.retryAfter = retryAfter;
  }
}
