import { readdirSync, readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { type MigrationProvider, Migrator } from 'kysely/migration';
import { messageOf } from '../errors.ts';
import { DatabaseError } from './store.ts';

type Engine = 'sqlite' | 'postgres';

/** The migrator's table. In PostgreSQL it is in the schema that no data interface exposes. */
const migrationTable = {
  sqlite: 'kysely_migration',
  postgres: 'booking_private.kysely_migration',
} as const;

/**
 * Migrates the database to this version's schema. Each migration is one SQL file in `database/ENGINE/`. `run`
 * executes a file with several statements. If it fails, it throws the engine's error and changes nothing.
 */
export async function migrate<Schema>(
  db: Kysely<Schema>,
  engine: Engine,
  run: (db: Kysely<unknown>, text: string) => Promise<unknown>,
): Promise<void> {
  const provider: MigrationProvider = {
    async getMigrations() {
      const names = migrationNames(engine);
      const migration = (name: string) => ({
        async up(transaction: Kysely<unknown>) {
          await run(transaction, readFileSync(new URL(`${name}.sql`, folderOf(engine)), 'utf8'));
          // Each file records itself, so that it can be pasted into an SQL editor. Here the migrator records it.
          await sql`DELETE FROM ${sql.table(migrationTable[engine])} WHERE name = ${name}`.execute(
            transaction,
          );
        },
      });
      return Object.fromEntries(names.map((name) => [name, migration(name)]));
    },
  };
  const schema = engine === 'postgres' ? { migrationTableSchema: 'booking_private' } : {};
  const migrator = new Migrator({ db, provider, ...schema });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/**
 * The migrations that the database still needs. `isNew`: whether it lacks the migrator's table. `database`: its
 * name for the operator. Throws `DatabaseError` if a newer version wrote the database.
 */
export async function waitingMigrations<Schema>(
  db: Kysely<Schema>,
  engine: Engine,
  isNew: boolean,
  database: string,
): Promise<string[]> {
  const known = migrationNames(engine);
  if (isNew) return known;
  const names = sql<{ name: string }>`SELECT name FROM ${sql.table(migrationTable[engine])}`;
  const applied = (await names.execute(db)).rows.map(({ name }) => name);
  const newer = applied.find((name) => !known.includes(name));
  if (newer !== undefined)
    throw new DatabaseError(
      'newer-version',
      `${database} was written by a newer version of this program (migration ${newer}). It was not changed. Start the newer version.`,
    );
  return known.filter((name) => !applied.includes(name));
}

/** The error for a migration that failed because of existing data. `database`: its name for the operator. */
export function migrationError(database: string, error: unknown): DatabaseError {
  return new DatabaseError(
    'migration-failed',
    `${database} cannot be migrated to this version: ${messageOf(error)}. It was not changed. Start the previous version again (docs/upgrade-and-backup.md, 'Go back to the old version'; no restore is needed), and report this error.`,
  );
}

function migrationNames(engine: Engine): string[] {
  const files = readdirSync(folderOf(engine)).filter((file) => file.endsWith('.sql'));
  return files.map((file) => file.slice(0, -'.sql'.length)).sort();
}

function folderOf(engine: Engine): URL {
  return new URL(`../../database/${engine}/`, import.meta.url);
}
