import type { Logger } from 'pino';
import { alertInterval, createAlerts } from './alerts.ts';
import type { Config } from './config/config.ts';
import type { Job } from './delivery/outbox.ts';
import { createReminders } from './inbox/reminders.ts';
import { createWeeklyReport } from './inbox/weekly-report.ts';
import type { Store } from './store/store.ts';

const minute = 60_000;

/** What a server does regularly next to its deliveries, as far as the settings ask for it. */
export function jobsOf(config: Config, store: Store, log: Logger): Job[] {
  const works = [
    ['trouble cannot be reported', alertInterval, createAlerts(config, store, log)],
    ['the leads cannot be looked after', minute, createReminders(config, store, log)],
    ['the weekly report cannot be looked after', minute, createWeeklyReport(config, store, log)],
  ] as const;
  return works.flatMap(([failure, interval, run]) => (run ? [{ run, interval, failure }] : []));
}
