import { readdirSync, readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { type MigrationProvider, Migrator } from 'kysely/migration';
import { messageOf } from '../errors.ts';
import { DatabaseError } from './store.ts';

type Engine = 'sqlite' | 'postgres';

/** The migrator's tables are in the schema that no data interface exposes. SQLite has no schemas. */
const schemas = { sqlite: undefined, postgres: 'booking_private' } as const;

/**
 * Migrates the database to this version's schema. Each migration is one SQL file in `database/ENGINE/`. `run`
 * executes a file with several statements. If it fails, it throws the engine's error and changes nothing.
 */
export async function migrate<Schema>(
  db: Kysely<Schema>,
  engine: Engine,
  run: (db: Kysely<unknown>, text: string) => Promise<unknown>,
): Promise<void> {
  const schema = schemas[engine];
  const table = sql.table(schema ? `${schema}.kysely_migration` : 'kysely_migration');
  const provider: MigrationProvider = {
    async getMigrations() {
      const names = migrationNames(engine);
      const migration = (name: string) => ({
        async up(transaction: Kysely<unknown>) {
          await run(transaction, readFileSync(new URL(`${name}.sql`, folderOf(engine)), 'utf8'));
          // Each file records itself, so that it can be pasted into an SQL editor. Here the migrator records it.
          await sql`DELETE FROM ${table} WHERE name = ${name}`.execute(transaction);
        },
      });
      return Object.fromEntries(names.map((name) => [name, migration(name)]));
    },
  };
  const migrator = new Migrator({ db, provider, ...(schema && { migrationTableSchema: schema }) });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/**
 * The migrations that the database still needs. `applied`: the names of those that it has. `database`: its
 * name for the operator. Throws `DatabaseError` if a newer version wrote the database.
 */
export function waitingMigrations(
  engine: Engine,
  applied: readonly string[],
  database: string,
): string[] {
  const known = migrationNames(engine);
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
