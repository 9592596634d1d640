import { createHash } from 'node:crypto';
import { findSecret, type Store } from '../store/store.ts';

/**
 * Takes a job for `leaseFor` milliseconds. False: it is done, or another server works on it. `name`: unique for
 * each run, such as `report 2026-W48`.
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

/** The job is done, and is not done again. */
export function completeJob(store: Store, name: string): Promise<void> {
  return store.write(async (db) => {
    const done = { done_at: store.dialect.clock() };
    await db.updateTable('jobs').where('name', '=', name).set(done).execute();
  });
}

/** Gives a job that comes again back: the next one may take it at once. */
export function releaseJob(store: Store, name: string): Promise<void> {
  return store.write(async (db) => {
    await db.deleteFrom('jobs').where('name', '=', name).where('done_at', 'is', null).execute();
  });
}

/**
 * An id for messages about this. It is the same for every attempt, so that a repeat can be recognised, and
 * differs between installations.
 */
export async function noticeId(store: Store, about: string): Promise<string> {
  const text = `${await findSecret(store)} ${about}`;
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
