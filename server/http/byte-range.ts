import type { IncomingHttpHeaders } from 'node:http';

/** First and last byte, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * The one range of bytes that a GET asks for (RFC 9110 §14.1.2), or `unsatisfiable` where it begins
 * behind the end. Undefined, and so the whole: without a range, with several, with one that is not
 * understood, and where `If-Range` names another version (§13.1.5: strong comparison, so no date).
 */
export function rangeOf(
  { range, 'if-range': ifRange }: IncomingHttpHeaders,
  etag: string,
  length: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(range ?? '') ?? [];
  if ((from === '' && to === '') || (ifRange !== undefined && ifRange !== etag)) return undefined;
  if (from === '') {
    return Number(to) === 0
      ? 'unsatisfiable'
      : { first: Math.max(0, length - Number(to)), last: length - 1 };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return undefined;
  if (first >= length) return 'unsatisfiable';
  return { first, last: to === '' ? length - 1 : Math.min(Number(to), length - 1) };
}
