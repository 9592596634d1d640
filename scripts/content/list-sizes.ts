import { find } from './find.ts';
import type { Content } from './read-content.ts';

/** How many entries a list may have. Without `most`: as many as there are to choose from. */
const lists: { file: string; path: string; name: string; least: number; most?: number }[] = [
  { file: 'navigation', path: 'sections', name: 'sections', least: 1 },
  { file: 'share', path: 'share.options', name: 'ways to share', least: 1 },
  ...landing('hero.figures', 'figures', 2, 5),
  ...landing('solution.claims', 'claims', 2, 9),
  ...landing('architecture.drivers.names', 'drivers', 6, 14),
  ...landing('architecture.processing.parts', 'parts', 2, 3),
  ...landing('architecture.token.chains', 'blockchains', 1, 2),
  ...landing('cases.stories', 'stories', 1, 6),
  ...landing('revenue.themes', 'revenue themes', 2, 8),
  ...landing('security.themes', 'security themes', 2, 10),
  ...landing('join.offers', 'offers', 1, 3),
  { file: 'legal', path: 'legal.privacy.points', name: 'points of privacy', least: 1, most: 20 },
];

/** The lists with too few or too many entries, a sentence each. */
export function wrongSizes(content: Content): string[] {
  return lists.flatMap(({ file, path, name, least, most = Number.POSITIVE_INFINITY }) => {
    const [list] = find(content[file], path);
    if (!Array.isArray(list?.found)) return [`content/${file}.ts: the list of ${name} is missing.`];
    const size = list.found.length;
    const told = `content/${file}.ts: the number of ${name} is ${size}`;
    if (size < least) return [`${told}; at least ${least} must be there. Add some.`];
    if (size > most) return [`${told}; there is room for ${most}. Take some out.`];
    return [];
  });
}

function landing(path: string, name: string, least: number, most: number) {
  return [{ file: 'landing', path, name, least, most }];
}
