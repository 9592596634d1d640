import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { ageOfLate } from '../../booking/deadline.ts';
import { hour, minute } from '../../booking/zones.ts';
import type { Page } from '../../site/site.ts';
import { comparable } from '../config/addresses.ts';
import type { Config } from '../config/config.ts';
import { createOutageLog } from '../log.ts';
import { countBookings } from '../store/bookings.ts';
import { findTime, type Store } from '../store/store.ts';
import { channelsOf } from './delivery/channels.ts';
import { countDeliveries } from './delivery/deliveries.ts';
import { type Job, type Outbox, startOutbox } from './delivery/outbox.ts';
import { inbox } from './inbox/inbox.ts';
import { endOtherSessions } from './inbox/sessions.ts';
import { overdue, rewriteSearchTexts } from './leads/leads.ts';
import {
  createOwnerMail,
  createQuarantineReport,
  createReminders,
  createReturns,
} from './leads/reminders.ts';
import { eraseOld } from './leads/retention.ts';
import { createWeeklyReport } from './leads/weekly-report.ts';
import { countLoads } from './load-counts.ts';
import { serveMailLinks } from './mail/link-pages.ts';
import { alertInterval, createAlerts, needsOperator, settingsWarnings } from './trouble.ts';

export interface DeskContext {
  config: Config;
  store: Store;
  log: Logger;
  /** Undefined: the inbox was not built. */
  page?: (() => Promise<Page>) | undefined;
  /** How often to look for bookings, in milliseconds. */
  pollInterval?: number | undefined;
}

/** The desk of a running server. */
export interface Desk extends Outbox {
  /** The states for `/readyz`. `none`: no channel or no CONTACT_WITHIN is set. */
  lateStatus(): Promise<Record<'deliveries' | 'leads', 'ok' | 'late' | 'none'>>;
  /** Lines for the operator at the start: what the desk does, and which settings are missing. */
  facts: readonly string[];
  warnings: readonly string[];
}

/** Starts deliveries, reminders, reports and retention. */
export function startDesk(context: DeskContext): Desk {
  const { config, store, log, pollInterval = 1_000 } = context;
  const channels = channelsOf(config);
  const outbox = startOutbox({ store, channels, log, pollInterval, jobs: jobsOf(context) });
  const { contactPromise } = config;
  return {
    ...outbox,
    async lateStatus() {
      const counts = channels.length > 0 ? await countDeliveries(store) : [];
      const now = await findTime(store);
      const stateOf = (isLate: boolean) => (isLate ? 'late' : 'ok');
      const age = contactPromise && ageOfLate(now, contactPromise);
      return {
        deliveries:
          channels.length > 0 ? stateOf(counts.some((one) => needsOperator(one, now))) : 'none',
        leads:
          age === undefined ? 'none' : stateOf((await countBookings(store, overdue(now, age))) > 0),
      };
    },
    facts: [
      ...channels.map(({ target }) => `Leads are sent to ${target}`),
      ...(config.inboxUsers ? [`The inbox is at ${config.siteUrl}/inbox`] : []),
    ],
    warnings: settingsWarnings(config).map(({ text }) => text),
  };
}

/** Registers the page-load counter, the pages that email links open and, if INBOX_USERS is set, the inbox. */
export async function registerDesk(app: FastifyInstance, context: DeskContext) {
  const { config, store, log, page } = context;
  countLoads(app, store, log);
  const { inboxUsers: users } = config;
  // A removed address has to sign in again if it is added later.
  const revoked = createOutageLog(log, 'sessions', 'sessions of removed users cannot be ended');
  const endRevoked = () => endOtherSessions(store, users?.map(comparable) ?? []);
  app.addHook('onReady', async () => void endRevoked().catch(revoked.failed));
  serveMailLinks(app, context);
  if (users === undefined || page === undefined) return;
  await app.register(inbox, { prefix: '/inbox', page, config, users, store, log });
}

/** The periodic jobs that the settings turn on. */
function jobsOf(context: DeskContext): Job[] {
  const { config, store, log } = context;
  const { retentionDays: days } = config;
  const erase =
    days === undefined ? undefined : (breakOff: AbortSignal) => eraseOld(context, days, breakOff);
  const works = [
    ['alerts', 'problems cannot be reported', alertInterval, createAlerts(config, store, log)],
    ['reminders', 'the reminder check failed', minute, createReminders(context)],
    ['returns', 'leads that return cannot be reported', minute, createReturns(context)],
    ['owners', 'new owners cannot be notified', minute, createOwnerMail(context)],
    ['quarantine', 'quarantined leads cannot be reported', minute, createQuarantineReport(context)],
    ['weekly-report', 'the weekly report cannot be sent', minute, createWeeklyReport(context)],
    ['retention', 'old leads cannot be erased', hour, erase],
    ['search-texts', 'the search texts cannot be written', hour, () => rewriteSearchTexts(store)],
  ] as const;
  return works.flatMap(([code, failure, interval, run]) =>
    run ? [{ run, interval, code, failure }] : [],
  );
}
