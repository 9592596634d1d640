import { describe, expect, it } from 'vitest';
import { brand } from '../../content/brand.ts';
import { headlineOf } from '../../site/copy.ts';
import { translations } from '../../site/languages.ts';
import { mailAddress, shareActions } from '../../site/share-actions.ts';

describe.each(translations)('the share menu’s addresses in $language', (copy) => {
  const page = 'https://münchen.example/?a=1&b=c d';
  const title = headlineOf(copy);
  const subject = `${copy.share.subject} ${brand.name}`;
  const shared = { url: page, title, contactEmail: "o'neil+leads@lodemark.example", subject };
  const links = Object.fromEntries(
    Object.entries(shareActions).flatMap(([option, actionFor]) => {
      const action = actionFor(shared);
      return typeof action === 'object' ? [[option, action.href]] : [];
    }),
  );

  it('encode the whole address of the page, without a plus for a space', () => {
    for (const [option, link] of Object.entries(links)) {
      expect(link, option).toContain(encodeURIComponent(page));
      expect(link.replace('mailto:', ''), option).not.toContain('+');
      expect(link, option).not.toContain(' ');
    }
  });

  it('keep an unusual email address intact', () => {
    expect(mailAddress('a?subject=x@b.example')).toBe('a%3Fsubject%3Dx@b.example');
  });
});
