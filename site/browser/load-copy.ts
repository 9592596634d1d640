import { type Copy, copyOf, filesOf } from '../copy.ts';

/** Without the texts that no island shows. */
const files = import.meta.glob<object>([
  '../../content/*/*.ts',
  '!../../content/*/{inbox,legal,mail,report}.ts',
]);

/** Loads the copy of the page's language. */
export async function loadCopy(): Promise<Copy> {
  const { lang } = document.documentElement;
  return copyOf(lang, await Promise.all(filesOf(files, lang).map((load) => load())));
}
