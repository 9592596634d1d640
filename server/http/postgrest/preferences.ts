import { refusals } from './errors.ts';

export interface Preferences {
  /** The value of Preference-Applied; undefined when nothing was preferred. */
  applied: string | undefined;
  counts: boolean;
}

/** The values that PostgREST knows, in the order in which it says that it applied them. */
const knownPreferences = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  handling: ['strict', 'lenient'],
} as const;

/**
 * Reads the header Prefer (RFC 7240) as PostgREST does: of each preference the first known value.
 * Refuses what a visitor may not have (rows back, an upsert) and, when handling is strict, what is
 * not known. `tx=` is known and not applied: PostgREST's own default.
 */
export function readPreferences(header: string | undefined): Preferences {
  const given = (header ?? '').split(',').map((preference) => preference.trim());
  const chosen = new Map<string, string>();
  for (const [name, values] of Object.entries(knownPreferences)) {
    const preference = given.find((candidate) =>
      values.some((value) => candidate === `${name}=${value}`),
    );
    if (preference !== undefined) chosen.set(name, preference);
  }
  if (chosen.get('handling') === 'handling=strict') {
    const unknown = given.filter((preference) => preference !== '' && !isKnown(preference));
    if (unknown.length > 0) throw refusals.invalidPreferences(unknown);
  }
  const returned = chosen.get('return') ?? 'return=minimal';
  if (returned !== 'return=minimal' || chosen.has('resolution')) throw refusals.denied();
  return {
    applied: chosen.size === 0 ? undefined : [...chosen.values()].join(', '),
    counts: chosen.get('count') === 'count=exact',
  };
}

function isKnown(preference: string): boolean {
  const [name = '', value = ''] = preference.split('=');
  if (name === 'timezone' || name === 'max-affected') return true;
  if (name === 'tx') return value === 'commit' || value === 'rollback';
  return Object.entries(knownPreferences).some(
    ([known, values]) => known === name && values.some((candidate) => candidate === value),
  );
}
