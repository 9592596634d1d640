// node --import ./scripts/content/readable.ts PROGRAM: ends with a clear error if a file of content/ that the
// program imports cannot be read. Node alone would end with a stack trace.
import { errorInfo } from '../../server/errors.ts';

const { unreadable } = await readFiles(['brand', 'colours', 'provider']);
if (unreadable.length > 0) {
  console.error(unreadable.join('\n'));
  process.exit(1);
}

/** The exports of these files of content/ by name, and an error for each unreadable file. */
export async function readFiles(files: readonly string[], folder = '') {
  const content: Record<string, unknown> = {};
  const unreadable: string[] = [];
  for (const file of files) {
    try {
      content[file] = { ...(await import(`../../content/${folder}${file}.ts`)) };
    } catch (error) {
      unreadable.push(`content/${folder}${file}.ts cannot be read${whereAndWhy(error, file)}`);
    }
  }
  return { content, unreadable };
}

/** Reads Node's error for an unreadable file. Only the message shows that a file is missing. */
function whereAndWhy(error: unknown, file: string): string {
  const { stack = '', message } = errorInfo(error);
  const line = new RegExp(`${file}\\.ts:(\\d+)`).exec(stack)?.[1];
  if (line === undefined) return `: ${message}`;
  return `, on line ${line} or just above it: check the quotation marks, commas and brackets there. In text write ’ instead of '.`;
}
