import { sourceLabels } from '../../booking/source.ts';
import type { Db, Store } from './store.ts';

/** The source that a visit counts for: the first known name in `given` (`a--b`), else 'other'. */
export async function knownSource(db: Db, given: string): Promise<string> {
  const names = given.split('--');
  const [first = ''] = names;
  // The source of most visits is built in, and needs no query.
  if (isBuiltIn(first)) return first;
  const rows = await db.selectFrom('sources').where('name', 'in', names).select('name').execute();
  return pickSource(given, new Set(rows.map(({ name }) => name)));
}

/** The same for a caller that has already read the provider's names. */
export function pickSource(given: string, named: ReadonlySet<string>): string {
  return given.split('--').find((name) => isBuiltIn(name) || named.has(name)) ?? 'other';
}

/** Whether every installation has the source, so that no query is needed. */
export const isBuiltIn = (name: string) => Object.hasOwn(sourceLabels, name);

/** The provider's names, sorted. */
export function listSources(store: Store): Promise<string[]> {
  return store.read(async (db) => {
    const rows = await db.selectFrom('sources').select('name').orderBy('name').execute();
    return rows.map(({ name }) => name);
  });
}

/** Adds a name, unless it exists. */
export function addSource(store: Store, name: string): Promise<void> {
  return store.write(async (db) => {
    const row = db.insertInto('sources').values({ name });
    await row.onConflict((conflict) => conflict.doNothing()).execute();
  });
}

/** Removes a name. Leads keep it. Returns false if there is no such name. */
export function removeSource(store: Store, name: string): Promise<boolean> {
  return store.write(async (db) => {
    const query = db.deleteFrom('sources').where('name', '=', name).returning('name');
    return (await query.execute()).length > 0;
  });
}
