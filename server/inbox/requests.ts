import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { OutageLog } from '../outage-log.ts';
import { leadFolders } from '../store/lead.ts';
import { type QuotaResult, StoreOverloaded, StoreUnavailable } from '../store/store.ts';

/** An answer of the inbox's API that is none of 200: its body is `{}`, or has a sentence. */
export class InboxError extends Error {
  override name = 'InboxError';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, sentence = '', headers: InboxError['headers'] = {}) {
    super(sentence);
    this.status = status;
    this.headers = headers;
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

/** The value as the schema has it. Throws a 400 with the sentence. */
export function parseOr400<T extends z.ZodType>(
  schema: T,
  value: unknown,
  sentence: string,
): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new InboxError(400, sentence);
  return parsed.data;
}

const querySchema = z.strictObject({
  folder: z.enum(leadFolders).exactOptional(),
  text: z.string().max(300).refine(isStorable).exactOptional(),
  limit: z.coerce.number().int().min(1).max(10_000).default(50),
  format: z.enum(['csv', 'json']).exactOptional(),
});

/** What of the leads the address asks for; empty values count as none. Throws a 400. */
export function queryOf({ originalUrl }: FastifyRequest): z.infer<typeof querySchema> {
  const query = new URLSearchParams(originalUrl.replace(/^[^?]*/, ''));
  const given = [...query].filter(([, value]) => value !== '');
  return parseOr400(
    querySchema,
    Object.fromEntries(given),
    `The address may have folder (${leadFolders.join(', ')}), text of at most 300 characters, limit and format (csv, json).`,
  );
}

/** PostgreSQL stores no NUL. */
export function isStorable(text: string): boolean {
  return !text.includes('\0');
}

/** Throws a 429 with Retry-After where the quota is used up. */
export function mustBeWithin({ wait }: QuotaResult): void {
  if (wait === 0) return;
  const seconds = Math.ceil(wait / 1000);
  throw new InboxError(429, `Too many tries: try again in ${Math.ceil(seconds / 60)} minutes.`, {
    'Retry-After': String(seconds),
  });
}

/** Answers what is thrown: never with a stack, and nothing that the database said. */
export function answerErrors(app: FastifyInstance, outage: OutageLog): void {
  app.setNotFoundHandler(() => {
    throw new InboxError(404);
  });
  app.setErrorHandler((error: FastifyError | InboxError, request, reply) => {
    const { status, message, headers } = inboxErrorOf(error);
    if (isStoreTrouble(error)) outage.failed(error);
    else if (status === 500) request.log.error({ err: error }, 'the inbox could not answer');
    return reply
      .code(status)
      .headers(headers)
      .send(message === '' ? {} : { error: message });
  });
}

/** What Fastify itself finds wrong with a request. */
const sentences: Readonly<Record<number, string>> = {
  400: 'The body is no JSON.',
  413: `The body is larger than ${bodyLimit} bytes.`,
  415: 'The body must be JSON (application/json).',
};

function inboxErrorOf(error: FastifyError | InboxError): InboxError {
  if (error instanceof InboxError) return error;
  if (isStoreTrouble(error))
    return new InboxError(
      503,
      'The database cannot be reached just now: what was not done yet is as it was. Try again in a moment.',
      { 'Retry-After': '5' },
    );
  const { statusCode: status = 500 } = error;
  return status < 500
    ? new InboxError(status, sentences[status] ?? 'This request cannot be read.')
    : new InboxError(500, 'The server failed to answer. Its log says why.');
}

function isStoreTrouble(error: unknown): boolean {
  return error instanceof StoreUnavailable || error instanceof StoreOverloaded;
}
