import { readFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '../errors.ts';
import { settings } from './settings.ts';

const suffix = '_FILE';

/** `SMTP_URL_FILE` and the like: each secret setting may name a file that holds its value. */
export const secretFileNames: readonly string[] = Object.entries(settings.shape)
  .filter(([name, schema]) => schema.meta()?.secret === true && name !== 'DATA_DIR')
  .map(([name]) => name + suffix);

/**
 * The settings with the contents of their files, without white space at the end. A relative path starts at
 * `folder`. `faults`: a sentence for each file that cannot be used; it names the setting and the file.
 */
export function readSecretFiles(
  given: Readonly<Record<string, string | undefined>>,
  folder: string,
) {
  const values = { ...given };
  const faults: string[] = [];
  for (const fileName of secretFileNames) {
    const file = given[fileName];
    if (!file) continue;
    const name = fileName.slice(0, -suffix.length);
    if (given[name]) {
      faults.push(`${name} and ${fileName} are both set: remove one of them.`);
      continue;
    }
    try {
      values[name] = readFileSync(path.resolve(folder, file), 'utf8').trimEnd();
      if (!values[name])
        faults.push(`${fileName} names the empty file ${file}: write the value into it.`);
    } catch (error) {
      faults.push(
        `${fileName} names a file that cannot be read (${messageOf(error)}): correct the path or the file's rights.`,
      );
    }
  }
  return { values, faults };
}
