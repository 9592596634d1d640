import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { minute } from '../../../booking/zones.ts';
import type { Config } from '../../config/config.ts';
import { messageOf } from '../../errors.ts';
import { findSecret, type Store } from '../../store/store.ts';
import { DeliveryFailure } from '../delivery/channel.ts';
import { sendLimit } from '../mail/mail.ts';

export interface JobContext {
  config: Config;
  store: Store;
  log: Logger;
}

/** The lease for sending a list or a report, in milliseconds. It is longer than an email can take. */
export const leaseFor = sendLimit + 4 * minute;

/**
 * Leases a job for `leaseFor` milliseconds. Returns false if the job is done or another server holds it. `name`
 * identifies one run, such as `report 2026-11-23`.
 */
export function acquireJob(store: Store, name: string, leaseFor: number): Promise<boolean> {
  const { dialect } = store;
  const lease_ends = dialect.clock(leaseFor);
  return store.write(async (db) => {
    const taken = await db
      .insertInto('jobs')
      .values({ name, lease_ends })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ lease_ends })
          .where('jobs.done_at', 'is', null)
          .where('jobs.lease_ends', '<=', dialect.clock()),
      )
      .returning('name')
      .execute();
    return taken.length > 0;
  });
}

/** Marks the job as done, so that it never runs again. */
export function completeJob(store: Store, name: string): Promise<void> {
  return store.write(async (db) => {
    const done = { done_at: store.dialect.clock() };
    await db.updateTable('jobs').where('name', '=', name).set(done).execute();
  });
}

/** Releases a recurring job, so that any server can acquire it immediately. */
export function releaseJob(store: Store, name: string): Promise<void> {
  return store.write(async (db) => {
    await db.deleteFrom('jobs').where('name', '=', name).execute();
  });
}

/**
 * The id of a message about `about`. It is the same for every attempt, so that receivers can detect duplicates,
 * and differs between installations.
 */
export async function noticeId(store: Store, about: string): Promise<string> {
  const text = `${await findSecret(store)} ${about}`;
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** The reason for a failure, for the log. Leaves out an answer that may quote an address or the visitor's text. */
export function reasonOf(error: unknown): string {
  return error instanceof DeliveryFailure ? (error.reason ?? error.code) : messageOf(error);
}
