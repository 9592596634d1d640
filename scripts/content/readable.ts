// node --import ./scripts/content/readable.ts PROGRAM: ends with a sentence where a file of content/ that
// the program itself imports cannot be read. Node would end the program with a stack before it runs.
import { readFiles } from './read.ts';

const { unreadable } = await readFiles(['brand', 'colours', 'provider']);
if (unreadable.length > 0) {
  console.error(unreadable.join('\n'));
  process.exit(1);
}
