import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { MailTransport } from '../delivery/mail.ts';
import type { Outbox } from '../delivery/outbox.ts';
import type { OutageLog } from '../outage-log.ts';
import { leadFolders } from '../store/lead.ts';
import { type QuotaResult, type Store, StoreOverloaded, StoreUnavailable } from '../store/store.ts';
import type { InboxPage } from './page.ts';

/** What the inbox works with. */
export interface InboxOptions {
  page: InboxPage;
  store: Store;
  outbox: Pick<Outbox, 'wake'>;
  /** The addresses that may sign in, in lower case. */
  users: readonly string[];
  siteUrl: string;
  /** Undefined: links come by the command line alone. */
  transport: MailTransport | undefined;
  contactWithinHours: number | undefined;
  /** Whether TRUST_PROXY is set. */
  trustsProxies: boolean;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** An answer of the inbox's API that is none of 200. Its body is `{}`: the page has words for each. */
export class InboxError extends Error {
  readonly statusCode: number;
  /** In seconds. */
  readonly retryAfter: number;

  constructor(statusCode: number, retryAfter = 0) {
    super(`answered with ${statusCode}`);
    this.statusCode = statusCode;
    this.retryAfter = retryAfter;
  }
}

/** In bytes. A note is the longest that anybody sends. */
const bodyLimit = 64 * 1024;

/** Takes bodies of JSON, and no others. */
export function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit }, parse);
}

/** The value as the schema has it. Throws a 400. */
export function parseOr400<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new InboxError(400);
  return parsed.data;
}

const querySchema = z.strictObject({
  folder: z.enum(leadFolders).exactOptional(),
  text: z.string().max(300).refine(isStorable).exactOptional(),
  before: z.coerce.number().int().positive().exactOptional(),
  format: z.enum(['csv', 'json']).default('csv'),
});

/** What of the leads the address asks for; empty values count as none. Throws a 400. */
export function queryOf({ originalUrl }: FastifyRequest): z.infer<typeof querySchema> {
  const query = new URLSearchParams(originalUrl.replace(/^[^?]*/, ''));
  const given = [...query].filter(([, value]) => value !== '');
  return parseOr400(querySchema, Object.fromEntries(given));
}

/** PostgreSQL stores no NUL. */
export function isStorable(text: string): boolean {
  return !text.includes('\0');
}

/** Throws a 429 with Retry-After where the quota is used up. */
export function mustBeWithin({ wait }: QuotaResult): void {
  if (wait > 0) throw new InboxError(429, Math.ceil(wait / 1000));
}

/** Answers what is thrown: never with a stack, and nothing that the database said. */
export function answerErrors(app: FastifyInstance, outage: OutageLog): void {
  app.setNotFoundHandler(() => {
    throw new InboxError(404);
  });
  app.setErrorHandler((error: FastifyError | InboxError, request, reply) => {
    const isOutage = error instanceof StoreUnavailable || error instanceof StoreOverloaded;
    const answer = isOutage ? new InboxError(503, 5) : error;
    const { statusCode = 500 } = answer;
    if (isOutage) outage.failed(error);
    else if (statusCode >= 500) request.log.error({ err: error }, 'the inbox could not answer');
    if (answer instanceof InboxError && answer.retryAfter > 0)
      reply.header('Retry-After', String(answer.retryAfter));
    return reply.code(statusCode).send({});
  });
}
