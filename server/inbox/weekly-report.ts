import type { Logger } from 'pino';
import { brand } from '../../content/brand.ts';
import type { Config } from '../config/config.ts';
import { openMailTransport } from '../delivery/channels.ts';
import { htmlPage, type Mail, sendLimit, tableOf } from '../delivery/mail.ts';
import { logWhenChanged } from '../outage-log.ts';
import type { Store } from '../store/store.ts';
import { interpolate, reportTexts as texts } from '../texts.ts';
import { escapeHtml } from '../visible-text.ts';
import { drawReport } from './charts.ts';
import { leaseFor, reasonOf } from './reminders.ts';
import { type Report, readReport, textOf, wordsOf } from './report.ts';

const day = 24 * 60 * 60_000;

/** From this hour of Monday on, by the clock of the machine. */
const hourOfMonday = 7;

/**
 * A look whether the report of this week is still to be mailed to REPORT_EMAIL: from Monday at seven, or
 * later in the week where no server ran then, once for all servers. What did not go out is tried again when
 * the lease has ended. Undefined where nobody reads it.
 */
export function createWeeklyReport(config: Config, store: Store, log: Logger, now = Date.now) {
  const { mail, reportEmail: to, contactWithinHours } = config;
  if (mail === undefined || to === undefined) return undefined;
  const transport = openMailTransport(mail);
  const logFailure = logWhenChanged(log);
  return async (stop: AbortSignal): Promise<void> => {
    const week = weekOf(new Date(now()));
    if (week === undefined || !(await store.acquireReport(week.period, leaseFor))) return;
    try {
      const report = await readReport(store, now(), contactWithinHours);
      const signal = AbortSignal.any([stop, AbortSignal.timeout(sendLimit)]);
      await transport.send({ to, ...reportMail(report, week) }, signal);
    } catch (error) {
      if (!stop.aborted)
        logFailure(`the weekly report did not go out to REPORT_EMAIL: ${reasonOf(error)}`);
      return;
    }
    logFailure('');
    log.info({ period: week.period }, 'sent the weekly report');
    await store.completeReport(week.period);
  };
}

/** The week by ISO 8601 on the clock of the machine; undefined before the hour of its Monday. */
function weekOf(time: Date) {
  if (time.getDay() === 1 && time.getHours() < hourOfMonday) return undefined;
  const date = Date.UTC(time.getFullYear(), time.getMonth(), time.getDate());
  // A week belongs to the year of its Thursday.
  const thursday = new Date(date + (3 - ((time.getDay() + 6) % 7)) * day);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / day / 7) + 1;
  return { week, year, period: `${year}-W${String(week).padStart(2, '0')}` };
}

type Week = NonNullable<ReturnType<typeof weekOf>>;

function reportMail(report: Report, { week, year, period }: Week): Omit<Mail, 'to'> {
  const values = { brand: brand.name, week: String(week), year: String(year) };
  return {
    id: `report-${period}`,
    subject: interpolate(texts.subject, values),
    text: `${textOf(report)}\n${texts.attached}\n`,
    html: htmlPage(texts.title, `${tableOf(wordsOf(report))}<p>${escapeHtml(texts.attached)}</p>`),
    attachments: [
      { filename: `${period}.svg`, contentType: 'image/svg+xml', content: drawReport(report) },
    ],
  };
}
