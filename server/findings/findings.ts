import type { Config } from '../config/config.ts';
import { warningsOf } from '../config/warnings.ts';
import { messageOf } from '../errors.ts';
import type { Store } from '../store/store.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';
import { publicSite } from './public-site.ts';
import { storeFindings } from './store.ts';

/** The desk's findings about its settings and its waiting deliveries. */
export interface DeskFindings {
  settings: readonly Finding[];
  inStore(store: Store): Promise<Finding[]>;
}

/**
 * All that an operator should know of an installation, for `doctor` and the alarms. Never throws.
 * `inStore` calls its argument with the open store, or rejects when no store can be opened.
 */
export async function findingsOf(
  config: Config,
  inStore: (work: (store: Store) => Promise<Finding[]>) => Promise<Finding[]>,
  desk?: DeskFindings,
): Promise<Finding[]> {
  const found = inStore(async (store) => [
    ...(await storeFindings(config, store)),
    ...((await desk?.inStore(store)) ?? []),
  ]);
  const unusable = (error: unknown) => [wrong('database-unusable', messageOf(error))];
  // Unlike the start, doctor expects visitors.
  const warnings = Object.entries(warningsOf(config, true));
  return [
    ok('settings', 'all settings can be used'),
    ...(desk?.settings ?? []),
    ...warnings.map(([what, text]) => warning(what.replaceAll(' ', '-'), text)),
    ...(await found.catch(unusable)),
    ...(await publicSite(config)),
  ];
}
