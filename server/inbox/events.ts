import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { OutageLog } from '../outage-log.ts';
import type { Store } from '../store/store.ts';
import type { Sessions } from './sign-in.ts';

/** How often the revision is looked at for an open page, in milliseconds. */
const pollInterval = 2_000;

/**
 * After so many looks the page is told in any case: a proxy knows by it that the stream lives, and how old
 * a lead is changes by itself.
 */
const looksPerSign = 7;

/**
 * Tells an open page that something changed, by whichever server or program, until its session ends
 * (server-sent events, https://html.spec.whatwg.org/multipage/server-sent-events.html). The first event
 * comes at once: what changed before a page listened, it does not know.
 */
export function serveEvents(
  app: FastifyInstance,
  store: Pick<Store, 'findLeadRevision'>,
  sessions: Sessions,
  outage: OutageLog,
): void {
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());

  async function* eventsOf(tokenHash: string, isOpen: () => boolean) {
    let known: string | undefined;
    for (let looks = 1; isOpen() && !stopping.signal.aborted; looks += 1) {
      try {
        if (!(await sessions.find(tokenHash))) return;
        const revision = await store.findLeadRevision();
        outage.succeeded();
        if (revision !== known || looks % looksPerSign === 0) yield 'event: change\ndata: {}\n\n';
        known = revision;
      } catch (error) {
        outage.failed(error);
      }
      await pause(pollInterval, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  app.get('/events', { exposeHeadRoute: false }, (request, reply) => {
    const { tokenHash } = sessions.of(request);
    const events = Readable.from(eventsOf(tokenHash, () => !events.destroyed));
    // nginx would keep the events until its buffer is full.
    reply.headers({ 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
    return reply.send(events);
  });
}
