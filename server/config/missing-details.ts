/** What every provider has to say, in content/provider.ts. The other details not everybody has. */
export const neededDetails = ['legalName', 'address', 'storagePeriod'] as const;

/** The names of the needed details that are empty, in one language at least. */
export function missingDetails(details: Readonly<Record<(typeof neededDetails)[number], unknown>>) {
  return neededDetails.filter((name) => {
    const text = details[name];
    return text === '' || (typeof text === 'object' && Object.values(text ?? {}).includes(''));
  });
}
