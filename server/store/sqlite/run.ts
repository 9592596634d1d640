import { createHash, randomUUID } from 'node:crypto';
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { Run } from '../database.ts';
import { allFields } from '../rows.ts';

/** What SQLite says in other words than PostgreSQL. It has no schemas, and one writer, who needs no locks. */
const translations: [RegExp, string][] = [
  [/\b(public|booking_private)\./g, ''],
  [/ FOR (UPDATE|NO KEY UPDATE|KEY SHARE OF booking)( SKIP LOCKED)?/g, ''],
  [/= ANY \((\$\d+)\)/g, 'IN (SELECT value FROM json_each($1))'],
  [/now\(\) \+ (\S+) \* interval '1 millisecond'/g, 'later($1)'],
  // By the index.
  [/lower\(email\) = lower\((\$\d+)\)/g, 'email = $1 COLLATE NOCASE'],
  // PostgreSQL has it in a column. Of a random key and the values: nobody can find these by trying.
  [/\brequest_hash\b/g, `sha256(request_id || '\n' || ${allFields})`],
  [/\$(\d+)/g, '?$1'],
];

/**
 * Runs statements, each prepared once, with PostgreSQL's functions. They are done when the call returns.
 * `now`: milliseconds since 1970. Throws SQLite's own errors.
 */
export function runOn(database: DatabaseSync, now: () => number): Run {
  const isoTime = (milliseconds: number) => new Date(milliseconds).toISOString();
  const functions: Record<string, (...values: SQLOutputValue[]) => SQLInputValue> = {
    now: () => isoTime(now()),
    later: (milliseconds) => isoTime(now() + Number(milliseconds)),
    date_trunc: (_day, time, _zone) => String(time).slice(0, 10),
    // SQLite's own knows ASCII alone.
    lower: (text) => String(text).toLowerCase(),
    strpos: (text, part) => String(text).indexOf(String(part)) + 1,
    sha256: (text) => createHash('sha256').update(String(text)).digest('hex'),
    gen_random_uuid: () => randomUUID(),
  };
  // What is deterministic is called once for a statement, if its arguments are the same for each row.
  for (const [name, work] of Object.entries(functions))
    database.function(name, { deterministic: name !== 'gen_random_uuid' }, work);

  function prepare(sql: string) {
    const translated = translations.reduce((text, [from, to]) => text.replaceAll(from, to), sql);
    const statement = database.prepare(translated);
    return { statement, hasRows: statement.columns().length > 0 };
  }

  const prepared = new Map<string, ReturnType<typeof prepare>>();
  return async <Row>(sql: string, values: readonly unknown[] = []) => {
    const { statement, hasRows } = prepared.get(sql) ?? prepare(sql);
    prepared.set(sql, { statement, hasRows });
    const parameters = values.map(toSql);
    if (!hasRows) return { rows: [], count: Number(statement.run(...parameters).changes) };
    const rows: unknown[] = statement.all(...parameters);
    return { rows: rows as Row[], count: rows.length };
  };
}

function toSql(value: unknown): SQLInputValue {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number' || typeof value === 'string' || value === null) return value;
  return JSON.stringify(value);
}
