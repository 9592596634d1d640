import type { z } from 'zod';
import type { ContactPromise } from '../../../booking/deadline.ts';
import type { Page } from '../../../site/site.ts';
import type { ErasureFilter } from '../../store/erase.ts';
import type { Store } from '../../store/store.ts';
import type { Outbox } from '../delivery/outbox.ts';
import type { Calendar } from '../leads/times.ts';
import type { MailTransport } from '../mail/mail.ts';

/** The parts that the inbox needs. */
export interface InboxOptions {
  /** The one document of all its views. */
  page(): Promise<Page>;
  store: Store;
  outbox: Pick<Outbox, 'wake'>;
  /** Erases and records it. Gives how many. */
  erase(which: ErasureFilter): Promise<number>;
  /** The addresses that may sign in. */
  users: readonly string[];
  siteUrl: string;
  /** Undefined: links come by the command line alone. */
  transport: MailTransport | undefined;
  contactPromise: ContactPromise | undefined;
  calendar: Calendar;
  /** Whether TRUST_PROXY is set. */
  trustsProxies: boolean;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** An answer of the inbox's API that is none of 200. Its body is `{}`: the page has words for each. */
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

/** The value as the schema has it. Throws a 400. */
export function parseOr400<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new InboxError(400);
  return parsed.data;
}
