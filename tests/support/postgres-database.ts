import { inject, onTestFinished } from 'vitest';
import { createDatabase } from './postgres.ts';

/** The address of a database of the test's own, as its owner; gone when the test is over. */
export async function temporaryDatabase({ migrated = true } = {}): Promise<string> {
  const template = migrated ? inject('migrated') : undefined;
  const database = await createDatabase(inject('postgres'), template);
  onTestFinished(() => database.drop());
  return database.url;
}
