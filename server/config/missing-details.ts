/** What every provider has to say, in content/provider.ts. The other details not everybody has. */
export const neededDetails = ['legalName', 'address', 'storagePeriod'] as const;

/** The names of the needed details that are empty. */
export function missingDetails(details: Readonly<Record<(typeof neededDetails)[number], string>>) {
  return neededDetails.filter((name) => details[name] === '');
}
