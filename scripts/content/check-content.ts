// node scripts/content/check-content.ts: whether the words and colours in content/ suit the site.
import { readdirSync } from 'node:fs';
import { wrongColours } from './contrast.ts';
import { places } from './places.ts';
import { type Content, wrongWords } from './words.ts';

const folder = new URL('../../content/', import.meta.url);

/** What stands in braces is filled in: what each place knows. */
const filledIn: [path: RegExp, names: string[]][] = [
  [/^mail\.subject$/, ['name', 'company_name']],
  [/^unsentNote\.(discarded|gone)$/, ['name']],
  [/^mail\.(sent|test\.)/, ['brand']],
  [/^legal\./, ['mail']],
  [/^bookingForm\.length$/, ['max']],
];

process.exitCode = await checkContent();

async function checkContent(): Promise<number> {
  const { content, faults } = await readContent();
  if (faults.length === 0) {
    // Reads the content itself, so only when each of its files can be read.
    const { wrongChoices } = await import('./choices.ts');
    faults.push(...wrongWords(content), ...wrongChoices(content), ...wrongBrand(content));
    faults.push(...wrongColours(at(content.colours, 'colours')), ...wrongBraces(content));
  }
  for (const fault of faults) console.log(fault);
  if (faults.length > 0) return 1;
  const { placeholdersLeft } = await import('../../server/placeholders.ts');
  for (const { text } of placeholdersLeft({})) console.log(`Not filled in yet: ${text}.`);
  return 0;
}

async function readContent(): Promise<{ content: Content; faults: string[] }> {
  const content: Record<string, unknown> = {};
  const faults: string[] = [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const missing = new Set(places.map(({ file }) => `${file}.ts`)).difference(new Set(files));
  for (const name of missing) faults.push(`content/${name} is missing.`);
  for (const name of files) {
    try {
      content[name.slice(0, -'.ts'.length)] = { ...(await import(new URL(name, folder).href)) };
    } catch (error) {
      faults.push(unreadable(name, error));
    }
  }
  return { content, faults };
}

/** A sentence for a file that is no TypeScript any more. */
function unreadable(name: string, error: unknown): string {
  const said = error instanceof Error ? `${error.stack}` : String(error);
  const [, line] = new RegExp(`${name.replace('.', '\\.')}:(\\d+)`).exec(said) ?? [];
  const where = line === undefined ? '' : ` near line ${line}`;
  return `content/${name} cannot be read: a quotation mark, a comma or a bracket is missing or too many${where}. In words write ’ and not '.`;
}

function wrongBrand({ brand }: Content): string[] {
  const [mail, language] = [text(brand, 'mail'), text(brand, 'language')];
  const faults: string[] = [];
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(mail))
    faults.push(`content/brand.ts: ‘${mail}’ is no mail address.`);
  try {
    Intl.getCanonicalLocales(language);
  } catch {
    faults.push(
      `content/brand.ts: ‘${language}’ is no language. Write a code such as en, de or pt-BR.`,
    );
  }
  return faults;
}

function wrongBraces(content: Content): string[] {
  return Object.entries(content).flatMap(([file, data]) =>
    textsIn(data).flatMap(({ path, words }) => {
      const known = filledIn.find(([place]) => place.test(path))?.[1] ?? [];
      return [...words.matchAll(/\{(\w*)\}/g)]
        .filter(([, name = '']) => !known.includes(name))
        .map(([braces]) => {
          const can =
            known.length > 0 ? `It can say ${known.map((name) => `{${name}}`).join(' and ')}.` : '';
          return `content/${file}.ts: ${path} says ${braces}, which nothing fills in. ${can}`.trim();
        });
    }),
  );
}

function textsIn(data: unknown, path = ''): { path: string; words: string }[] {
  if (typeof data === 'string') return [{ path, words: data }];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) =>
    textsIn(value, path === '' ? name : `${path}.${name}`),
  );
}

function at(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
}

function text(brand: unknown, name: string): string {
  return String(at(at(brand, 'brand'), name) ?? '');
}
