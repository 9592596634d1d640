import { knownSource } from './sources.ts';
import { findTime, type Store } from './store.ts';
import type { Tables } from './tables.ts';

/** How often a page was loaded on a day: loads, not people. */
export type PageLoads = Tables['page_loads'];

/** Adds page loads to the counts of today, the database's UTC date. An unknown source counts as 'other'. */
export async function addPageLoads(store: Store, counted: readonly Omit<PageLoads, 'day'>[]) {
  const day = dayOf(new Date(await findTime(store)).toISOString());
  await store.write(async (db) => {
    for (const row of counted)
      await db
        .insertInto('page_loads')
        .values({ ...row, day, source: await knownSource(db, row.source) })
        .onConflict((conflict) =>
          conflict.columns(['day', 'page', 'language', 'source']).doUpdateSet(({ eb, ref }) => ({
            loads: eb('page_loads.loads', '+', ref('excluded.loads')),
          })),
        )
        .execute();
  });
}

/** The loads of the UTC days from `since` to the day before `until` (ISO 8601), oldest first. */
export function listPageLoads(
  store: Store,
  { since = '', until = '9999' }: { since?: string; until?: string },
): Promise<PageLoads[]> {
  return store.read((db) =>
    db
      .selectFrom('page_loads')
      .where('day', '>=', dayOf(since))
      .where('day', '<', dayOf(until))
      .select(['day', 'page', 'language', 'source', 'loads'])
      .orderBy('day')
      .orderBy('page')
      .orderBy('language')
      .orderBy('source')
      .execute(),
  );
}

const dayOf = (time: string) => time.slice(0, 10);
