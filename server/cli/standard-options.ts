import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../config/config.ts';

/** What every program of ours takes beside its own options, with one letter as well. */
export const standardOptions = ['help', 'version'];

/** What `--help` or `--version` among the arguments is answered with; undefined: neither is there. */
export function standardAnswer(args: readonly string[], help: string): string | undefined {
  if (args.includes('--help') || args.includes('-h')) return help;
  if (!args.includes('--version') && !args.includes('-v')) return undefined;
  return `${JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version}\n`;
}
