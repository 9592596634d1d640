import { existsSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { findingsOf } from '../findings.ts';
import type { Store } from '../store/store.ts';
import { formatJson } from '../visible-text.ts';
import { formatTable, succeeded } from './output.ts';
import { withStore } from './with-store.ts';

/** Prints all findings. With `sendTest`, also sends a test through each channel. Returns 1 if something is wrong. */
export async function doctor(config: Config, options: { json?: true; sendTest?: true }) {
  const desk = await loadDeskFindings();
  const own = desk?.deskFindings(config);
  const inStore = <T>(work: (store: Store) => Promise<T>) => withStore(config, work);
  const findings = await findingsOf(config, inStore, own);
  if (options.sendTest && desk) findings.push(...(await desk.sendTests(config, inStore)));
  const rows = findings.map(({ state, code, text }) => ({ STATE: state, CODE: code, FOUND: text }));
  succeeded(options.json ? formatJson(findings) : formatTable(rows));
  return findings.some(({ state }) => state === 'wrong') ? 1 : 0;
}

async function loadDeskFindings() {
  const isThere = existsSync(new URL('../desk/trouble.ts', import.meta.url));
  return isThere ? import('../desk/trouble.ts') : undefined;
}
