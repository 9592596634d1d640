import { brand } from '../../content/brand.ts';
import { legal } from '../../content/legal.ts';
import { isReserved } from './reserved-domain.ts';
import { shippedTexts } from './shipped-offer.ts';

/** Something of the content that the provider has not filled in yet, in a sentence. */
export interface Placeholder {
  what: 'words' | 'legal texts' | 'mail address';
  text: string;
}

/**
 * What is left to fill in: the name of the offer that ships, the placeholders of the legal texts by
 * their names, and a mail address at which nobody reads, unless the setting takes its place.
 */
export function unfilledContent({
  contactEmail,
}: {
  contactEmail?: string | undefined;
}): Placeholder[] {
  const left: Placeholder[] = [];
  // Whoever has a name of their own may well keep words of the offer: only the check names those.
  const name = shippedTexts({ brand: { brand } }).find(({ path }) => path === 'brand.name');
  if (name !== undefined) {
    const text = `content/ still has words of the site as it ships, such as ‘${name.text}’: npm run check -- content names them all`;
    left.push({ what: 'words', text });
  }
  const names = new Set(JSON.stringify(legal).match(/\[\[[^\]]*\]\]/g));
  if (names.size > 0) {
    const text = `content/legal.ts still holds the placeholders ${[...names].join(', ')}: write yours in their place before you go public`;
    left.push({ what: 'legal texts', text });
  }
  if (contactEmail === undefined && isReserved(brand.mail)) {
    const text = `content/brand.ts still has the mail address ${brand.mail}, where no mail arrives: write yours there, or set CONTACT_EMAIL`;
    left.push({ what: 'mail address', text });
  }
  return left;
}
