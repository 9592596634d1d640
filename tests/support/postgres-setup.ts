import type { TestProject } from 'vitest/node';
import { migratePostgres } from '../../server/store/postgres-migrations.ts';
import { createDatabase, query, startOwnPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's address for a superuser. */
    postgres: string;
    /** The address of a migrated database, as a template. */
    migrated: string;
  }
}

/** One PostgreSQL server for all test files of a run. */
export default async function setup(project: TestProject) {
  const postgres = await startOwnPostgres({ forgetful: true });
  const template = await createDatabase(postgres.url);
  await migratePostgres(template.url);
  await query(template.url, 'ALTER ROLE booking_server LOGIN');
  project.provide('postgres', postgres.url);
  project.provide('migrated', template.url);
  return async () => {
    await template.drop();
    await postgres.remove();
  };
}
