import type { Logger } from 'pino';
import { createWatch } from './alerts/watch.ts';
import type { Config } from './config/config.ts';
import type { Job } from './delivery/outbox.ts';
import { createReminders } from './inbox/reminders.ts';
import { createWeeklyReport } from './inbox/weekly-report.ts';
import type { Store } from './store/store.ts';

/** What a server does each minute beside its deliveries, as far as the settings ask for it. */
export function jobsOf(config: Config, store: Store, log: Logger): Job[] {
  const works = [
    ['the alarms cannot be looked after', createWatch(config, store, log)],
    ['the leads cannot be looked after', createReminders(config, store, log)],
    ['the weekly report cannot be looked after', createWeeklyReport(config, store, log)],
  ] as const;
  return works.flatMap(([failure, run]) => (run ? [{ run, failure }] : []));
}
