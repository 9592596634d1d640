import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { Page } from '../../../site/site.ts';
import type { Config } from '../../config/config.ts';
import type { Store } from '../../store/store.ts';

/** The parts that the inbox needs. */
export interface InboxOptions {
  /** The one document of all its views. */
  page(): Promise<Page>;
  config: Config;
  /** The addresses that may sign in. */
  users: readonly string[];
  store: Store;
  log: FastifyBaseLogger;
  /** Call it after a lead left the quarantine. */
  wake(): void;
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
