import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { leadFolders } from '../store/lead.ts';
import { parseOr400 } from './errors.ts';

const querySchema = z.strictObject({
  folder: z.enum(leadFolders).exactOptional(),
  text: z.string().max(300).refine(isStorable).exactOptional(),
  before: z.coerce.number().int().positive().exactOptional(),
  format: z.enum(['csv', 'json']).exactOptional(),
});

/** In characters: a search, a folder and a number need less. */
const longestQuery = 3_000;

/** What of the leads the address asks for; empty values count as none. Throws a 400. */
export function queryOf({ originalUrl }: FastifyRequest): z.infer<typeof querySchema> {
  const start = originalUrl.indexOf('?');
  const text = start === -1 ? '' : originalUrl.slice(start, start + longestQuery);
  const given = [...new URLSearchParams(text)].filter(([, value]) => value !== '');
  return parseOr400(
    querySchema,
    Object.fromEntries(given),
    `The address may have folder (${leadFolders.join(', ')}), text of at most 300 characters, before and format (csv, json).`,
  );
}

/** PostgreSQL stores no NUL. */
export function isStorable(text: string): boolean {
  return !text.includes('\0');
}
