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
  const versions = files.map((file) => Number.parseInt(file, 10));
  const [baseline = 0, latest = 0] = [versions[0], versions.at(-1)];
  if (version > latest) {
    throw new DatabaseError(
      `${name} was written by a newer version of this program (schema ${version}, this one knows ${latest}). It was left as it is: start the newer version.`,
    );
  }
  if (version > 0 && version < baseline) {
    throw new DatabaseError(
      `${name} was written by a state of this program before its first version (schema ${version}, that has ${baseline}). It was left as it is. Start commit 280e179 with it once, which brings it up to date, then this version.`,
    );
  }
  const waiting = files
    .filter((_, index) => Number(versions[index]) > version)
    .map((file) => readFileSync(new URL(file, folder), 'utf8'));
  return { latest, waiting };
}
