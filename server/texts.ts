import { brand } from '../content/brand.ts';

const folder = `../content/${brand.languages[0]}`;

/** What the provider reads in mails: in the site's first language. */
export const { mail }: typeof import('../content/en/mail.ts') = await import(`${folder}/mail.ts`);

/** What stands for a page that cannot be rendered. */
export const { errorScreen }: typeof import('../content/en/messages.ts') = await import(
  `${folder}/messages.ts`
);

/**
 * The name of the language that the visitor read, in the provider's. Undefined where it is not known,
 * and where the site has one language alone.
 */
export function languageName({ language }: { language: string | null }): string | undefined {
  const known: readonly string[] = brand.languages;
  if (language === null || known.length < 2 || !known.includes(language)) return undefined;
  return new Intl.DisplayNames(brand.languages[0], { type: 'language' }).of(language);
}
