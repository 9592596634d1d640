import { brand } from '../content/brand.ts';

const folder = `../content/${brand.languages[0]}`;

/** What the provider reads in mails: in the site's first language. */
export const { mail }: typeof import('../content/en/mail.ts') = await import(`${folder}/mail.ts`);

/** What stands for a page that cannot be rendered. */
export const { errorScreen }: typeof import('../content/en/messages.ts') = await import(
  `${folder}/messages.ts`
);
