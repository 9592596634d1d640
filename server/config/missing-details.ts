/** What every provider has to say, in content/provider.ts. The other details not everybody has. */
const needed = ['legalName', 'address', 'storagePeriod'] as const;

/** The names of the needed details that are empty. */
export function missingDetails(details: Readonly<Record<(typeof needed)[number], string>>) {
  return needed.filter((name) => details[name] === '');
}
