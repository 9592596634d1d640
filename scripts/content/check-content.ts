// node scripts/content/check-content.ts: whether the words and colours in content/ suit the site.
import { readdirSync, readFileSync } from 'node:fs';
import { wrongColours } from './contrast.ts';
import { find } from './find.ts';
import { wrongSizes } from './list-sizes.ts';
import { type Content, readContent } from './read-content.ts';
import { shippedWords, wrongWords } from './words.ts';

const folder = new URL('../../content/', import.meta.url);

if (import.meta.main) {
  const { faults, left } = await checkContent(contentTexts());
  for (const fault of faults) console.log(fault);
  for (const sentence of left) console.log(`Not filled in yet: ${sentence}.`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

/** The texts of the files in content/, by their names without the ending. */
export function contentTexts(): Record<string, string> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  return Object.fromEntries(
    files.map((name) => [
      name.slice(0, -'.ts'.length),
      readFileSync(new URL(name, folder), 'utf8'),
    ]),
  );
}

/** What is wrong with these texts of content/, and what is right but not the provider's yet; a sentence each. */
export async function checkContent(
  texts: Readonly<Record<string, string>>,
): Promise<{ faults: string[]; left: string[] }> {
  const { content, faults } = await readContent(texts);
  if (faults.length > 0) return { faults, left: [] };
  // These load the files themselves, so only when each of them can be read.
  const { wrongChoices } = await import('./choices.ts');
  const { unfilledContent } = await import('../../server/config/unfilled.ts');
  faults.push(...wrongSizes(content), ...wrongWords(content), ...wrongChoices(content));
  faults.push(...wrongBrand(content), ...wrongColours(find(content.colours, 'colours')[0]?.found));
  if (faults.length > 0) return { faults, left: [] };
  const filledIn = unfilledContent({}).filter(({ what }) => what !== 'words');
  return { faults, left: [...filledIn.map(({ text }) => text), ...shippedWords(content)] };
}

function wrongBrand({ brand }: Content): string[] {
  const [mail = '', language = ''] = ['brand.mail', 'brand.language'].map((path) =>
    String(find(brand, path)[0]?.found ?? ''),
  );
  const faults: string[] = [];
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(mail))
    faults.push(`content/brand.ts: ‘${mail}’ is no mail address.`);
  if (!isLanguage(language))
    faults.push(
      `content/brand.ts: ‘${language}’ is no language. Write its code, such as en, de or pt-BR.`,
    );
  return faults;
}

/** Whether there is a language of this code (BCP 47). */
function isLanguage(code: string): boolean {
  try {
    const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
    return names.of(code) !== undefined;
  } catch {
    return false;
  }
}
