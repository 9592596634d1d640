import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseError } from './store.ts';

/**
 * What a database of this version, 0 for an empty one, still needs to be of the `latest`: files of
 * `database/`, whose names begin with their versions. `name`: of the database, for the operator. Throws
 * `DatabaseError` for a version that this program does not know.
 */
export function migrationsOf(engine: 'sqlite' | 'postgres', version: number, name: string) {
  const folder = new URL(`../../database/${engine}/`, import.meta.url);
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  const latest = Number.parseInt(files.at(-1) ?? '0', 10);
  if (version > latest) {
    throw new DatabaseError(
      `${name} was written by a newer version of this program (schema ${version}, this one knows ${latest}). It was left as it is: start the newer version.`,
    );
  }
  const waiting = files
    .filter((file) => Number.parseInt(file, 10) > version)
    .map((file) => readFileSync(new URL(file, folder), 'utf8'));
  return { latest, waiting };
}
