import type { IncomingMessage } from 'node:http';

/** PostgREST has no limit; a booking needs less than a tenth of this. In bytes. */
export const bodyLimit = 16 * 1024;

/**
 * A client that is still sending does not read the answer: up to here, in bytes, the rest of a
 * body that is too large is received and dropped, so that the 413 arrives.
 */
const drainLimit = 1024 * 1024;

export interface Body {
  /** The body, or its first `bodyLimit` bytes. */
  bytes: Buffer;
  tooLarge: boolean;
}

/** Reads a request's body. One that the client cuts off ends where it was cut. */
export async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  let kept = 0;
  let received = 0;
  if (Number(request.headers['content-length']) > drainLimit)
    return { bytes: Buffer.alloc(0), tooLarge: true };
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      received += chunk.length;
      if (kept < bodyLimit) chunks.push(chunk.subarray(0, bodyLimit - kept));
      kept = Math.min(received, bodyLimit);
      if (received > drainLimit) break;
    }
  } catch {
    // Cut off: nobody is there to read an answer, and half a body is refused like any broken one.
  }
  return { bytes: Buffer.concat(chunks), tooLarge: received > bodyLimit };
}
