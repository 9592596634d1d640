/**
 * The script of the parts of the landing page that a visitor can try out. load-islands.ts loads it at the first
 * touch. It changes only whole texts and attributes, so it also works on a translated page.
 */
import type { Copy } from '../copy.ts';
import { startAlteredFigure } from './altered-figure.ts';
import { startFlow } from './follow-record.ts';
import { readyEvent } from './protocol.ts';

/** The texts of every language. A page loads only the texts of its language. */
const texts = import.meta.glob<object>('../../content/*/{demonstrations,records}.ts');

start().catch(console.error);

async function start() {
  const { language } = document.documentElement.dataset;
  const own = Object.keys(texts).filter((path) => path.includes(`/${language}/`));
  const files = await Promise.all(own.map((path) => texts[path]?.()));
  const copy: Pick<Copy, 'alteredFigure' | 'records'> = Object.assign({}, ...files);
  startFlow(copy.records);
  startAlteredFigure(copy.alteredFigure);
  dispatchEvent(new Event(readyEvent));
}
