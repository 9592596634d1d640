import type { Call } from './call.ts';
import { refusals } from './refusals.ts';
import { table } from './table.ts';

/**
 * What a request must pass before its body is looked at, in PostgREST's order, the gateway's
 * public key first.
 */
export function guard(call: Call, publicKey: string): void {
  checkKey(call, publicKey);
  checkPath(call);
  checkMethod(call);
  checkAccept(call);
  checkSchema(call);
}

/** The header goes before the address, which only the form's own action uses. */
function checkKey({ headers, query }: Call, publicKey: string): void {
  const key = headers.apikey || query.get('apikey');
  if (!key) throw refusals.noKey();
  if (key !== publicKey) throw refusals.wrongKey();
}

function checkPath({ segments: [name = '', ...deeper] }: Call): void {
  if (deeper.length > 0 || name === '') throw refusals.invalidPath();
  const decoded = decode(name);
  if (decoded !== table) throw refusals.unknownTable(decoded);
}

function checkMethod({ method }: Call): void {
  if (method === 'POST') return;
  if (['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'].includes(method)) throw refusals.denied();
  throw refusals.unsupportedMethod(method);
}

function checkAccept({ preferred, headers }: Call): void {
  if (preferred === undefined) throw refusals.notAcceptable(headers.accept?.slice(0, 200) ?? '');
}

function checkSchema({ headers }: Call): void {
  const schema = headers['content-profile'];
  if (schema !== undefined && schema !== 'public') throw refusals.unknownSchema(String(schema));
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
