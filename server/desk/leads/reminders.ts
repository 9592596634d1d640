import { bookingOf } from '../../../booking/booking.ts';
import { ageOfLate, type ContactPromise, deadlineOf } from '../../../booking/deadline.ts';
import { dateAt } from '../../../booking/zones.ts';
import { comparable } from '../../config/addresses.ts';
import type { StoredBooking } from '../../store/bookings.ts';
import { findTimestamp } from '../../store/store.ts';
import type { JobContext } from './jobs.ts';
import { overdue } from './leads.ts';
import { createListJob } from './list-jobs.ts';
import { hourAt } from './times.ts';

/** The earliest hour of the report: most of the day's leads are in it, and there is still time to answer. */
const quarantineHour = 15;

/** The maximum number of leads in one webhook event. It lists the oldest. */
const mostLeads = 100;

/**
 * Returns a job that reminds the provider once of each lead that no one contacted within CONTACT_WITHIN. Undefined
 * without CONTACT_WITHIN or without a channel.
 */
export function createReminders(context: JobContext) {
  const { config, store } = context;
  const { contactPromise: promise } = config;
  if (promise === undefined) return undefined;
  return createListJob(context, {
    name: 'reminders',
    filter: (now) => ({ ...overdue(now, ageOfLate(now, promise)), unreported: true }),
    heading: 'Not contacted yet',
    intro: 'The deadline has passed, and these leads are not marked as contacted:',
    subject: ['Still waiting', 'leads are still waiting for you'],
    closing: 'Write to them, then mark them as contacted.',
    action: { label: 'Mark contacted', name: 'contacted' },
    eventOf: (leads) => overdueEvent(leads, promise),
    mark: (leads) => leads.set({ reminded_at: store.dialect.clock() }),
    event: 'reminded',
  });
}

/**
 * Returns a job that reports newly quarantined leads, at most once a day. Undefined if neither email nor chat is set.
 */
export function createQuarantineReport(context: JobContext) {
  const { config, store } = context;
  const { timeZone } = config.calendar;
  const name = 'quarantine report';
  const dayOf = (time: number) => dateAt(time, timeZone);
  return createListJob(context, {
    name,
    async filter(now) {
      if (hourAt(now, timeZone) < quarantineHour) return undefined;
      const last = await findTimestamp(store, name);
      const isSent = last !== undefined && dayOf(Date.parse(last)) >= dayOf(now);
      return isSent ? undefined : { state: 'quarantined', unreported: true };
    },
    heading: 'Looks like spam',
    intro: 'These leads look like spam. They are stored, but no one was notified of them:',
    subject: ['Looks like spam', 'leads look like spam'],
    closing: 'Release a lead that is not spam.',
    action: { label: 'Not spam', name: 'accept' },
    mark: (leads) =>
      leads.where('state', '=', 'quarantined').set({ reminded_at: store.dialect.clock() }),
  });
}

/**
 * Returns a job that notifies owners when their postponed leads return to the list. Leads without an owner go to
 * NOTIFY_EMAIL. The leads return even if this job fails. Undefined if neither email nor chat is set.
 */
export function createReturns(context: JobContext) {
  const { config, store } = context;
  const { inboxUsers = [] } = config;
  return createListJob(context, {
    name: 'returns',
    filter: () => ({ returning: true }),
    recipientOf: ({ owner }) =>
      inboxUsers.find((user) => owner !== null && comparable(user) === comparable(owner)),
    heading: 'Back in your list today',
    intro: 'You wanted to see these leads again:',
    subject: ['Again today', 'leads are back in your list'],
    closing: 'They are in the list again.',
    /** A lead that was postponed again in the meantime keeps its new date. */
    mark: (leads) =>
      leads
        .where('follow_up_at', '<=', store.dialect.clock())
        .set(({ eb }) => ({ follow_up_at: null, version: eb('version', '+', 1) })),
    event: 'returned',
  });
}

/** Returns a job that emails new owners about their leads. Undefined if email is not set. */
export function createOwnerMail(context: JobContext) {
  if (context.config.mail === undefined) return undefined;
  return createListJob(context, {
    name: 'owner email',
    filter: () => ({ ownerMail: true }),
    recipientOf: ({ owner }) => owner ?? undefined,
    heading: 'Yours now',
    intro: 'You are the owner of these leads:',
    subject: ['Yours now', 'leads are yours now'],
    closing: "Use the filter 'Mine' to see your leads.",
    /** A lead that got another owner in the meantime stays marked, so that this owner gets an email too. */
    mark: (leads, owner = '') => leads.where('owner', '=', owner).set({ owner_mail_at: null }),
  });
}

function overdueEvent(leads: readonly StoredBooking[], promise: ContactPromise) {
  const bookings = leads.slice(0, mostLeads).map((lead) => {
    const { id, created_at, language } = lead;
    const contact_by = new Date(deadlineOf(Date.parse(created_at), promise)).toISOString();
    return { id, created_at, ...bookingOf((field) => lead[field]), language, contact_by };
  });
  return {
    type: 'booking.overdue',
    timestamp: new Date().toISOString(),
    data: { count: leads.length, bookings },
  };
}
