import { brand } from '../../content/brand.ts';
import type { Wording } from '../copy.ts';

type Texts = Wording<typeof import('../../content/en/inbox.ts')['inbox']>;

const files = import.meta.glob<{ inbox: Texts }>('../../content/*/inbox.ts', { eager: true });

/** The language of the provider: the site's first. */
export const [language] = brand.languages;

function textsIn(code: string): Texts {
  const file = files[`../../content/${code}/inbox.ts`];
  if (!file) throw new Error(`content/${code}/inbox.ts is missing`);
  return file.inbox;
}

/** What the inbox says, in that language. */
export const texts = textsIn(language);
