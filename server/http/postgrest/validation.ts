import { refusals } from './errors.ts';
import type { ParsedRequest } from './request.ts';
import { table } from './table.ts';

/**
 * What a request must pass before its body is looked at, in PostgREST's order, the gateway's
 * public key first.
 */
export function guard(call: ParsedRequest, publicKey: string): void {
  checkKey(call, publicKey);
  checkPath(call);
  checkMethod(call);
  checkAccept(call);
  checkSchema(call);
}

/** The header goes before the address, which only the form's own action uses. */
function checkKey({ headers, query }: ParsedRequest, publicKey: string): void {
  const key = headers.apikey || query.get('apikey');
  if (!key) throw refusals.noKey();
  if (key !== publicKey) throw refusals.wrongKey();
}

function checkPath({ segments: [name = '', ...deeper] }: ParsedRequest): void {
  if (deeper.length > 0 || name === '') throw refusals.invalidPath();
  const decoded = decode(name);
  if (decoded !== table) throw refusals.unknownTable(decoded);
}

function checkMethod({ method }: ParsedRequest): void {
  if (method === 'POST') return;
  if (['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'].includes(method)) throw refusals.denied();
  throw refusals.unsupportedMethod(method);
}

function checkAccept({ preferred, headers }: ParsedRequest): void {
  if (preferred === undefined) throw refusals.notAcceptable(headers.accept?.slice(0, 200) ?? '');
}

function checkSchema({ headers }: ParsedRequest): void {
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
