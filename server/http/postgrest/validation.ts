import { dialectError, HttpError, permissionDenied, table } from './errors.ts';
import type { ParsedRequest } from './request.ts';

/**
 * Validates everything of a request but its body, in PostgREST's order, the gateway's public key
 * first. Throws an `HttpError`.
 */
export function validateRequest(request: ParsedRequest, publicKey: string): Preferences {
  const { method, segments, query, headers, preferred } = request;
  // The header wins over the query, which only the form's own action uses.
  const key = headers.apikey || query.get('apikey');
  if (!key) {
    const hint = 'No `apikey` request header or url param was found.';
    throw new HttpError(401, { message: 'No API key found in request', hint });
  }
  if (key !== publicKey)
    throw new HttpError(401, { message: 'Invalid API key', hint: 'Double check the API key.' });
  const [name = '', ...deeper] = segments;
  if (name === 'rpc' && deeper[0]) {
    const message = `Could not find the function public.${deeper[0]} in the schema cache`;
    throw dialectError(404, 'PGRST202', message);
  }
  if (deeper.length > 0 || name === '')
    throw dialectError(404, 'PGRST125', 'Invalid path specified in request URL');
  if (name !== table) {
    const message = `Could not find the table 'public.${name}' in the schema cache`;
    throw dialectError(404, 'PGRST205', message);
  }
  if (['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'].includes(method)) throw permissionDenied();
  if (method !== 'POST') throw dialectError(405, 'PGRST117', `Unsupported HTTP method: ${method}`);
  if (preferred === undefined) {
    const accept = headers.accept?.slice(0, 200);
    throw dialectError(406, 'PGRST107', `None of these media types are available: ${accept}`);
  }
  const schema = headers['content-profile'] ?? 'public';
  if (schema !== 'public') {
    const hint = 'Only the following schemas are exposed: public';
    throw dialectError(406, 'PGRST106', `Invalid schema: ${schema}`, { hint });
  }
  return readPreferences(headers.prefer?.toString());
}

export interface Preferences {
  /** The value of Preference-Applied; undefined when nothing was preferred. */
  applied: string | undefined;
  counts: boolean;
}

/** What PostgREST knows and applies, in the order in which it says so. */
const knownPreferences = [
  ['resolution=merge-duplicates', 'resolution=ignore-duplicates'],
  ['missing=default', 'missing=null'],
  ['return=representation', 'return=minimal', 'return=headers-only'],
  ['count=exact', 'count=planned', 'count=estimated'],
  ['handling=strict', 'handling=lenient'],
];

/** What it knows and does not apply. */
const idlePreference = /^(tx=(commit|rollback)|(timezone|max-affected)(=.*)?)$/;

/** How many preferences are looked at. 16 KB of them would take as long as five bookings. */
const mostPreferences = 20;

/** Reads the header Prefer (RFC 7240) as PostgREST does: of each preference the first known value. */
function readPreferences(header = ''): Preferences {
  const given = header.split(',', mostPreferences).map((preference) => preference.trim());
  const applied = knownPreferences.flatMap(
    (values) => given.find((preference) => values.includes(preference)) ?? [],
  );
  if (applied.includes('handling=strict')) {
    const known = knownPreferences.flat();
    const unknown = given.filter(
      (preference) =>
        preference !== '' && !known.includes(preference) && !idlePreference.test(preference),
    );
    if (unknown.length > 0)
      throw dialectError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
        details: `Invalid preferences: ${unknown.slice(0, 9).join(', ').slice(0, 200)}`,
      });
  }
  // A visitor may have no row back, and change none.
  if (applied.some((preference) => /^(resolution=|return=(?!minimal))/.test(preference)))
    throw permissionDenied();
  return {
    applied: applied.length === 0 ? undefined : applied.join(', '),
    // An insert's estimate is exact, and nothing is planned.
    counts: applied.some((preference) => /^count=(exact|estimated)$/.test(preference)),
  };
}
