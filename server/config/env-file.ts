import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { closest } from './closest.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a `.env` sets, and what is wrong with it: a sentence each, for the operator. */
export interface EnvFile {
  given: Environment;
  faults: readonly string[];
}

/**
 * Reads a `.env`, as Node does (https://nodejs.org/api/util.html#utilparseenvcontent). Nothing is set
 * where there is none. What would be ignored in silence is a fault: a line that sets nothing, and a
 * name that is nearly one of `known`.
 */
export function readEnvFile(file: string, known: readonly string[]): EnvFile {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
    // After a blank Node takes the next line for the value.
    text = text.replaceAll(/=[ \t]+(?=\r?$)/gm, '=');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return nothing;
    if (error instanceof TypeError) {
      return faulty(`${file} is no UTF-8 text: save it as UTF-8 in your editor.`);
    }
    return faulty(`${file} cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
  const given = parseEnv(text);
  const faults = [...idleLines(text), ...misspelt(Object.keys(given), known)];
  return { given, faults: faults.map((fault) => `${file}: ${fault}`) };
}

const nothing: EnvFile = { given: {}, faults: [] };

function faulty(fault: string): EnvFile {
  return { given: {}, faults: [fault] };
}

/**
 * The lines that set no name and are neither a remark nor a part of a quoted value. What stands there
 * may be a secret, and is not echoed.
 */
function idleLines(text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    if (/^\s*(#|$)/.test(line) || /^\s*(export +)?[\w.-]+\s*=/.test(line)) return [];
    const probed = parseEnv(lines.toSpliced(index, 0, 'a probe=').join('\n'));
    if (probed['a probe'] === undefined) return [];
    return [`line ${index + 1} sets nothing: write NAME=value, or # before a remark.`];
  });
}

/** A name that is nearly one of ours would be ignored in silence, and the site run without it. */
function misspelt(names: string[], known: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (known.includes(name)) return [];
    const meant = closest(name, known, 2);
    return meant === undefined ? [] : [`${name} is no setting. Did you mean ${meant}?`];
  });
}
