import type { ReportAnswer } from '../../../booking/inbox-answers.ts';
import { dateAt, isoDate } from '../../../booking/zones.ts';
import { brand } from '../../../content/brand.ts';
import { logWhenChanged } from '../../log.ts';
import { findTime } from '../../store/store.ts';
import { escapeHtml } from '../../visible-text.ts';
import { acquireJob, completeJob, noticeId } from '../jobs.ts';
import { htmlPage, listOf, type MailContent, sendLimit, tableOf } from '../mail/mail.ts';
import { smtpTransport } from '../mail/smtp.ts';
import { type JobContext, leaseFor, reasonOf } from './list-job.ts';
import { readReport } from './report.ts';
import { hourAt } from './times.ts';
import { reportWeekBefore } from './where-from.ts';

/** The earliest hour on Monday, in TIME_ZONE. */
const hourOfMonday = 7;

/**
 * Returns a check that emails this week's report to REPORT_EMAIL, once for all servers. It is due on Monday
 * at seven, or later in the week if no server ran then. A failed report is sent again when the lease has
 * ended. Undefined if REPORT_EMAIL is not set.
 */
export function createWeeklyReport({ config, store, log }: JobContext) {
  const { mail, reportEmail: to, contactPromise, calendar } = config;
  if (mail === undefined || to === undefined) return undefined;
  const transport = smtpTransport(mail);
  const logFailure = logWhenChanged(log);
  return async (stop: AbortSignal): Promise<void> => {
    const week = weekOf(await findTime(store), calendar.timeZone);
    if (week === undefined) return;
    const job = `report ${week}`;
    if (!(await acquireJob(store, job, leaseFor))) return;
    try {
      const report = await readReport(store, contactPromise);
      report.sections.push(...(await reportWeekBefore(store, contactPromise, week)));
      const signal = AbortSignal.any([stop, AbortSignal.timeout(sendLimit)]);
      const id = await noticeId(store, job);
      await transport.send({ id, to: [to], ...reportMail(report, week) }, signal);
    } catch (error) {
      if (!stop.aborted)
        logFailure(`the weekly report did not go out to REPORT_EMAIL: ${reasonOf(error)}`);
      return;
    }
    logFailure('');
    log.info({ week }, 'sent the weekly report');
    await completeJob(store, job);
  };
}

/** The date of this week's Monday in the zone; undefined before its hour. */
function weekOf(time: number, timeZone: string): string | undefined {
  const today = dateAt(time, timeZone);
  // Dates are days since 1970, which began with a Thursday.
  const day = (today + 3) % 7;
  if (day === 0 && hourAt(time, timeZone) < hourOfMonday) return undefined;
  return isoDate(today - day);
}

function reportMail({ title, sections }: ReportAnswer, week: string): MailContent {
  const parts = sections.map(({ heading, rows }) => {
    const numbers = rows.map(({ label, text }): [string, string] => [label, text]);
    return {
      text: `${heading}\n${listOf(numbers)}`,
      html: `<h2>${escapeHtml(heading)}</h2>${tableOf(numbers)}`,
    };
  });
  return {
    subject: `${brand.name}: the last 90 days, week of ${week}`,
    text: `${[title, ...parts.map(({ text }) => text)].join('\n\n')}\n`,
    html: htmlPage(title, parts.map(({ html }) => html).join('')),
  };
}
