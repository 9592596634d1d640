import type { IncomingMessage } from 'node:http';

/** Whether the rest of the body is still to come. Node would read it to its end before the next request. */
export function hasUnreadBody({ complete, headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0' } = headers;
  return !complete && (length !== '0' || headers['transfer-encoding'] !== undefined);
}
