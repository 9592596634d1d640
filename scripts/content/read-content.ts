import { stripTypeScriptTypes } from 'node:module';
import { places } from './places.ts';

/** What the files of content/ export, by their names without the ending. */
export type Content = Readonly<Record<string, unknown>>;

/**
 * Reads files of content/ from their text, by their names without the ending, and tells in a
 * sentence each what hinders. They import nothing, so that each can be read by itself.
 */
export async function readContent(
  texts: Readonly<Record<string, string>>,
): Promise<{ content: Content; faults: string[] }> {
  const content: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const file of Object.keys(parts)) {
    const text = texts[file];
    if (text === undefined) {
      faults.push(`content/${file}.ts is missing.`);
      continue;
    }
    try {
      const script = stripTypeScriptTypes(text, { sourceUrl: `${file}.ts` });
      const exported = await import(`data:text/javascript,${encodeURIComponent(script)}`);
      faults.push(...lostParts(file, text, exported));
      content[file] = { ...exported };
    } catch (error) {
      faults.push(unreadable(file, text, error));
    }
  }
  return { content, faults };
}

/** The parts that each file hands out, by its name. */
const parts = Object.groupBy(
  [...places.map(({ file, path }) => [file, path.split('.')[0]]), ['colours', 'colours']],
  ([file = '']) => file,
);

/** A part that the site looks for and the file does not hand out. */
function lostParts(file: string, text: string, exported: object): string[] {
  const names = new Set(parts[file]?.map(([, name = '']) => name));
  return [...names.difference(new Set(Object.keys(exported)))].map((name) => {
    const beginning = new RegExp(`\\b${name}\\s*=`);
    const index = text.split('\n').findIndex((line) => beginning.test(line));
    return index === -1
      ? `content/${file}.ts: the part ‘export const ${name} = …’ is missing.`
      : `content/${file}.ts: line ${index + 1} must begin with: export const ${name} =`;
  });
}

/** A sentence for a file that is no TypeScript any more. */
function unreadable(file: string, text: string, error: unknown): string {
  const said = error instanceof Error ? `${error.stack}` : String(error);
  const [, number] = new RegExp(`${file}\\.ts:(\\d+)`).exec(said) ?? [];
  const where = number === undefined ? '' : `, on line ${number} or just above it`;
  const [, word] = /^(\S+) is not defined$/.exec(error instanceof Error ? error.message : '') ?? [];
  if (word !== undefined)
    return `content/${file}.ts cannot be read: the word ${word}${where}, is not between quotation marks. Write '${word}'.`;
  const shown = text.split('\n')[Number(number) - 1]?.trim().slice(0, 60);
  const line = shown === undefined ? '' : ` (${shown})`;
  return `content/${file}.ts cannot be read: a quotation mark, a comma or a bracket is missing or too many${where}${line}. In words write ’ and not '.`;
}
