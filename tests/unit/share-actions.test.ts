import { expect, test } from 'vitest';
import { mailAddress, shareActions } from '../../site/share-actions.ts';

test('the share addresses encode the whole address of the page, without a plus for a space', () => {
  const url = 'https://münchen.example/?a=1&b=c d';
  const contactEmail = "o'neil+leads@lodemark.example";
  const shared = { url, title: 'Two words', contactEmail, subject: 'Check out Lodemark' };
  const links = Object.values(shareActions).flatMap((actionFor) => {
    const action = actionFor(shared);
    return typeof action === 'object' ? [action.href] : [];
  });
  expect(links).toHaveLength(6);
  for (const link of links) {
    expect(link).toContain(encodeURIComponent(url));
    expect(link.replace('mailto:', '')).not.toContain('+');
    expect(link).not.toContain(' ');
  }
  expect(mailAddress('a?subject=x@b.example')).toBe('a%3Fsubject%3Dx@b.example');
});
