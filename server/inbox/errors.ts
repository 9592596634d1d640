import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { OutageLog } from '../outage-log.ts';
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

/** Throws a 429 with Retry-After where the quota is used up. */
export function mustBeWithin({ wait }: QuotaResult): void {
  if (wait === 0) return;
  const seconds = Math.ceil(wait / 1000);
  throw new InboxError(429, `Too many tries: try again in ${Math.ceil(seconds / 60)} minutes.`, {
    'Retry-After': String(seconds),
  });
}

/** Answers what was thrown: never with a stack, and nothing that the database said. */
export function sendError(
  error: FastifyError | InboxError,
  request: FastifyRequest,
  reply: FastifyReply,
  outage: OutageLog,
): FastifyReply {
  const { status, message, headers } = inboxErrorOf(error);
  if (isStoreTrouble(error)) outage.failed(error);
  else if (status === 500) request.log.error({ err: error }, 'the inbox could not answer');
  return reply
    .code(status)
    .headers(headers)
    .send(message === '' ? {} : { error: message });
}

function inboxErrorOf(error: FastifyError | InboxError): InboxError {
  if (error instanceof InboxError) return error;
  if (isStoreTrouble(error))
    return new InboxError(
      503,
      'The database cannot be reached just now: what was not done yet is as it was. Try again in a moment.',
      { 'Retry-After': '5' },
    );
  const { statusCode: status = 500 } = error;
  if (status === 415) return new InboxError(415, 'The body must be JSON (application/json).');
  if (status >= 400 && status < 500) return new InboxError(status, 'This request cannot be read.');
  return new InboxError(500, 'The server failed to answer. Its log says why.');
}

function isStoreTrouble(error: unknown): boolean {
  return error instanceof StoreUnavailable || error instanceof StoreOverloaded;
}
