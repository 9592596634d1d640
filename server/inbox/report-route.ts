import type { FastifyInstance } from 'fastify';
import { reportSvg } from './charts.ts';
import { type Figures, readReport } from './report.ts';
import { textOf } from './report-words.ts';

interface ReportRouteOptions {
  store: Figures;
  /** Milliseconds since 1970. */
  now: () => number;
  contactWithinHours: number | undefined;
}

/** The report of the last 90 days: drawn, and in words. */
export function reportRoute(
  app: FastifyInstance,
  { store, now, contactWithinHours }: ReportRouteOptions,
): void {
  const options = () => ({ now: now(), contactWithinHours });
  app.get('/report.svg', async (_request, reply) => {
    const svg = await reportSvg(store, options());
    return reply.type('image/svg+xml').send(svg);
  });
  app.get('/report.txt', async (_request, reply) => {
    const text = textOf(await readReport(store, options()));
    return reply.type('text/plain; charset=utf-8').send(text);
  });
}
