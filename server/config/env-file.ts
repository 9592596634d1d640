import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { closest } from './closest.ts';

/**
 * Reads a `.env` by Node's own parser; its option `--env-file` passes over one that may not be read.
 * `faults`: sentences about what Node would ignore or cut in silence. `known`: the names of the settings.
 */
export function readEnvFile(file: string, known: readonly string[]) {
  if (!existsSync(file)) return { values: {}, faults: [] };
  const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  if (text.includes('\ufffd')) {
    return { values: {}, faults: [`${file} is not UTF-8 text: save it as UTF-8 in your editor.`] };
  }
  const values = parseEnv(text);
  const faults = [...faultyLines(text), ...misspelt(Object.keys(values), known)];
  return { values, faults: faults.map((fault) => `${file}: ${fault}`) };
}

/**
 * A value ends at an unquoted #, goes on in the next line where it is blank or its quotation mark is
 * not closed, and is lost behind a closed one. The line may hold a secret and is not shown.
 */
function faultyLines(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (/^[ \t]*(#|$)/.test(line)) return [];
    const [, value] = /^[ \t]*(?:export +)?[\w.-]+[ \t]*=(.*)$/.exec(line) ?? [];
    if (value === undefined)
      return [`line ${index + 1} sets nothing: write NAME=value, or # before a remark.`];
    if (quoted.test(value) || unquoted.test(value)) return [];
    return [`line ${index + 1}: write the value between quotation marks, on one line.`];
  });
}

const quoted = /^[ \t]*(["'`])(?:(?!\1).)*\1[ \t]*(#.*)?$/;
const unquoted = /^([ \t]*[^\s#"'`][^#]*|[ \t]+#.*)?$/;

/** A name that is nearly one of ours would be ignored in silence, and the site run without it. */
function misspelt(names: readonly string[], known: readonly string[]): string[] {
  return names.flatMap((name) => {
    const meant = known.includes(name) ? undefined : closest(name, known, 2);
    return meant === undefined ? [] : [`${name} is not a setting. Did you mean ${meant}?`];
  });
}
