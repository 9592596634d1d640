import { closest } from '../../server/config/closest.ts';
import { sectionIds, vignetteNames } from '../../site/choices.ts';
import { shareActions } from '../../site/share-actions.ts';
import { iconNamed, iconNames } from '../vite/icon-names.ts';
import type { Content } from './read-content.ts';

/** Names of things that the site does not have, a sentence each. */
export function wrongChoices(content: Content): string[] {
  const sections = namesIn(content.navigation, 'id');
  const shareOptions = Object.keys(shareActions('', ''));
  return [
    ...unknown('navigation', 'section', sections, sectionIds),
    ...twice('navigation', 'section', sections),
    ...(sections.includes('solution')
      ? []
      : [
          "content/navigation.ts: the section 'solution' is missing, and the first button leads to it.",
        ]),
    ...unknown('share', 'way to share', namesIn(content.share, 'id'), shareOptions),
    ...twice('share', 'way to share', namesIn(content.share, 'id')),
    ...unknown('landing', 'drawing', namesIn(content.landing, 'picture'), vignetteNames),
    ...namesIn(content.landing, 'icon')
      .filter((name) => iconNamed(name) === undefined)
      .map((name) => {
        const meant = closest(name, iconNames(), 3);
        const help = meant ? `Did you mean '${meant}'?` : 'Choose one.';
        return `content/landing.ts: there is no icon '${name}'. ${help} All are shown at https://lucide.dev/icons.`;
      }),
  ];
}

function unknown(file: string, what: string, names: string[], known: readonly string[]): string[] {
  return names
    .filter((name) => !known.includes(name))
    .map(
      (name) =>
        `content/${file}.ts: there is no ${what} '${name}'. There are: ${known.join(', ')}.`,
    );
}

function twice(file: string, what: string, names: string[]): string[] {
  const again = names.filter((name, index) => names.indexOf(name) !== index);
  return again.map((name) => `content/${file}.ts: the ${what} '${name}' is there twice.`);
}

/** Every text of that name in the data, however deep. */
function namesIn(data: unknown, wanted: string): string[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) =>
    name === wanted && value !== '' ? [String(value)] : namesIn(value, wanted),
  );
}
