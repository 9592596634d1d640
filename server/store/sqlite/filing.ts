import type { DatabaseSync } from 'node:sqlite';

/** How long nothing must have been stored before filing begins, in milliseconds. */
const idleTime = 1000;

/** Between two steps, for whoever waits, in milliseconds. */
const pause = 20;

/** How many bookings stay in the small indexes: few enough for them to stay in memory whole. */
const kept = 1000;

/** How many are filed at a time: it takes some milliseconds, for which a booking may have to wait. */
const filedAtOnce = 50;

/**
 * Gives what to call after each transaction that stored bookings: when none came for a while, the
 * oldest are filed step by step. What fails, because another program writes or the disk is full, is
 * left for the next time.
 */
export function fileWhenIdle(database: DatabaseSync): () => void {
  const file = prepareFiling(database);
  let timer: NodeJS.Timeout | undefined;
  const step = () => {
    try {
      if (file()) timer = setTimeout(step, pause).unref();
    } catch {
      // Nothing is lost: the bookings are found in the small indexes as well.
    }
  };
  return () => {
    clearTimeout(timer);
    timer = setTimeout(step, idleTime).unref();
  };
}

/**
 * Moves the oldest bookings of the small indexes into the large ones (database/sqlite/0003), a few
 * at a time, in a transaction of its own. Gives whether there are more to move.
 */
function prepareFiling(database: DatabaseSync): () => boolean {
  const count = database.prepare('SELECT count(*) AS count FROM booking_requests WHERE filed = 0');
  const file = database.prepare(
    `UPDATE booking_requests SET filed = 1 WHERE id IN
       (SELECT id FROM booking_requests INDEXED BY booking_requests_email_new
        WHERE filed = 0 ORDER BY id LIMIT ?)`,
  );
  return () => {
    const over = Number(count.get()?.count) - kept;
    if (over > 0) file.run(Math.min(over, filedAtOnce));
    return over > filedAtOnce;
  };
}
