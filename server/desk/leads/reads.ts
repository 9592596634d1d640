import { chunksOf, type Store } from '../../store/store.ts';

/** Remembers that the person with this address has opened the lead. False: there is no such lead. */
export function readLead(store: Store, id: number, email: string): Promise<boolean> {
  return store.write(async (db) => {
    const query = db.selectFrom('booking_requests').where('id', '=', id).select('id');
    // An erasure at the same time waits, or has been.
    if ((await store.dialect.lock(query).executeTakeFirst()) === undefined) return false;
    await db
      .insertInto('lead_reads')
      .values({ booking_id: id, email })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  });
}

/** Which of these leads the person with this address has opened. */
export function findRead(
  store: Store,
  ids: readonly number[],
  email: string,
): Promise<ReadonlySet<number>> {
  return store.read(async (db) => {
    const read = new Set<number>();
    for (const chunk of chunksOf(ids)) {
      const rows = await db
        .selectFrom('lead_reads')
        .where('booking_id', 'in', chunk)
        .where('email', '=', email)
        .select('booking_id')
        .execute();
      for (const { booking_id } of rows) read.add(booking_id);
    }
    return read;
  });
}
