import { type Copy, copyOf } from '../copy.ts';

const files = import.meta.glob<object>(['../../content/*/*.ts', '!../../content/*/mail.ts']);

/** Loads the copy of the page's language. */
export async function loadCopy(): Promise<Copy> {
  const { lang } = document.documentElement;
  const own = Object.entries(files).filter(([path]) => path.includes(`/${lang}/`));
  return copyOf(lang, await Promise.all(own.map(([, load]) => load())));
}
