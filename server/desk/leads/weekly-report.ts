import { formatDay } from '../../../booking/dates.ts';
import type { ReportAnswer } from '../../../booking/inbox-answers.ts';
import { dateAt, day, isoDate } from '../../../booking/zones.ts';
import { brand } from '../../../content/brand.ts';
import { findTime } from '../../store/store.ts';
import { composeMail, type MailContent, type MailPart, sendLimit, sendMail } from '../mail/mail.ts';
import { acquireJob, completeJob, type JobContext, leaseFor, noticeId, reasonOf } from './jobs.ts';
import { readReport } from './report.ts';
import { readSourceReport, weekHeading } from './source-report.ts';
import { hourAt } from './times.ts';

/** The earliest hour on Monday, in TIME_ZONE. */
const hourOfMonday = 7;

/**
 * Returns a check that emails this week's report to REPORT_EMAIL, once for all servers. It is due on Monday
 * at seven, or later in the week if no server ran then. A failed report is sent again after the lease has
 * ended. Undefined if REPORT_EMAIL is not set.
 */
export function createWeeklyReport({ config, store, log }: JobContext) {
  const { mail, reportEmail: to, contactPromise, calendar } = config;
  if (mail === undefined || to === undefined) return undefined;
  return async (stop: AbortSignal): Promise<void> => {
    const week = weekOf(await findTime(store), calendar.timeZone);
    if (week === undefined) return;
    const job = `report ${week}`;
    if (!(await acquireJob(store, job, leaseFor))) return;
    try {
      const report = await readReport(store, contactPromise);
      const sources = await readSourceReport(store, contactPromise);
      const signal = AbortSignal.any([stop, AbortSignal.timeout(sendLimit)]);
      const id = await noticeId(store, job);
      await sendMail(mail, { id, to: [to], ...reportMail(report, sources, week) }, signal);
    } catch (error) {
      if (!stop.aborted)
        log.error(`the weekly report was not sent to REPORT_EMAIL: ${reasonOf(error)}`);
      return;
    }
    log.info({ week }, 'sent the weekly report');
    await completeJob(store, job);
  };
}

/** The date of this week's Monday in the zone. Undefined on Monday before `hourOfMonday`. */
function weekOf(time: number, timeZone: string): string | undefined {
  const today = dateAt(time, timeZone);
  // Dates are days since 1 January 1970, which was a Thursday.
  const weekday = (today + 3) % 7;
  if (weekday === 0 && hourAt(time, timeZone) < hourOfMonday) return undefined;
  return isoDate(today - weekday);
}

/** The report, and where the leads of the week before came from. */
function reportMail(report: ReportAnswer, sources: ReportAnswer, week: string): MailContent {
  const before = weekHeading(Date.parse(week) - 7 * day);
  const sections = sources.sections.filter(({ heading }) => heading === before);
  const monday = `${formatDay(week, 'UTC')} ${week.slice(0, 4)}`;
  return composeMail(`${brand.name}: report of 90 days, ${monday}`, report.title, [
    ...partsOf(report),
    ...(sections.length > 0 ? [`${sources.title}. ${sources.note}`] : []),
    ...partsOf({ ...sources, sections }),
  ]);
}

/** Formats a row as 'fair-2026: loads 120, leads 3, in time 1'. */
function partsOf({ columns, sections }: ReportAnswer): MailPart[] {
  return sections.map(({ heading, rows }) => ({
    heading,
    rows: rows.map(({ label, texts }) => {
      const named = texts.map((text, index) => `${columns[index] ?? ''} ${text}`.trim());
      return [label, named.join(', ').toLowerCase()] as const;
    }),
  }));
}
