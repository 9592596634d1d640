import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';

/** How many statements stay prepared. */
const preparedStatements = 200;

/** Lets Kysely's SQLite dialect, which is written for better-sqlite3, use the database of `node:sqlite`. */
export function kyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const prepared = new LRUCache<string, SqliteStatement>({ max: preparedStatements });
  return {
    prepare(text) {
      const statement = prepared.get(text) ?? adapt(database.prepare(text));
      prepared.set(text, statement);
      return statement;
    },
    close: () => database.close(),
  };
}

function adapt(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (values) => statement.all(...values.map(toSql)),
    run: (values) => statement.run(...values.map(toSql)),
    iterate: (values) => statement.iterate(...values.map(toSql)),
  };
}

function toSql(value: unknown) {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  throw new TypeError(`SQLite takes no ${typeof value}`);
}
