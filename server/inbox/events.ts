import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { OutageLog } from '../outage-log.ts';
import type { LeadStore } from '../store/lead.ts';
import type { Sessions } from './sessions.ts';

/** How often the revision is looked at while somebody listens, in milliseconds. */
const pollInterval = 2_000;

/** How many looks there are between two signs of life, by which a proxy knows that the stream lives. */
const looksPerSign = 7;

const change = 'event: change\ndata: {}\n\n';

/**
 * Tells the open pages that something changed, by whichever server or program (server-sent events,
 * https://html.spec.whatwg.org/multipage/server-sent-events.html). The first event comes at once: what
 * changed before a page listened, it does not know. Gives the function that ends a session's streams.
 */
export function serveEvents(
  app: FastifyInstance,
  store: Pick<LeadStore, 'leadRevision'>,
  sessions: Sessions,
  outage: OutageLog,
): (tokenHash: string) => void {
  const listeners = new Map<PassThrough, string>();
  let known: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let looks = 0;

  async function look(): Promise<void> {
    const revision = await store.leadRevision();
    if (revision !== known) write(change);
    known = revision;
    looks += 1;
    if (looks % looksPerSign !== 0) return;
    write(':\n\n');
    // Once for all the streams of a session.
    for (const tokenHash of new Set(listeners.values()))
      if (!(await sessions.isValid(tokenHash))) end(tokenHash);
  }

  function write(text: string): void {
    for (const stream of listeners.keys()) if (!stream.writableEnded) stream.write(text);
  }

  /** Never two looks at a time. */
  function schedule(): void {
    timer ??= setTimeout(async () => {
      await look().then(outage.succeeded, outage.failed);
      timer = undefined;
      if (listeners.size > 0) schedule();
      else known = undefined;
    }, pollInterval);
  }

  /** The streams of a session, or all. */
  function end(session?: string): void {
    for (const [stream, tokenHash] of listeners)
      if (session === undefined || session === tokenHash) stream.end();
  }

  app.get('/events', { exposeHeadRoute: false }, async (request, reply) => {
    const { tokenHash } = sessions.of(request);
    known ??= await store.leadRevision();
    const stream = new PassThrough();
    listeners.set(stream, tokenHash);
    stream.once('close', () => listeners.delete(stream));
    stream.write(change);
    schedule();
    // nginx would keep the events until its buffer is full.
    return reply
      .headers({ 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' })
      .send(stream);
  });

  app.addHook('preClose', async () => {
    clearTimeout(timer);
    end();
  });

  return end;
}
