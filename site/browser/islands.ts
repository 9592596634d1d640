/**
 * The script of the parts of the landing page that a visitor can try out. load-islands.ts loads it at the first
 * touch. It changes only whole texts and attributes, so it also works on a translated page.
 */
import type { Copy } from '../copy.ts';
import { startAlteredFigure } from './altered-figure.ts';
import { startFlow } from './follow-record.ts';
import { type Passed, readyEvent } from './protocol.ts';

/** The texts of every language. A page loads only the texts of its language. */
const texts = import.meta.glob<Pick<Copy, 'alteredFigure' | 'records'>>(
  '../../content/*/demonstrations.ts',
);

start().catch(console.error);

async function start() {
  const { language }: Passed = document.documentElement.dataset;
  const copy = await texts[`../../content/${language}/demonstrations.ts`]?.();
  if (!copy) return;
  startFlow(copy.records);
  startAlteredFigure(copy.alteredFigure);
  dispatchEvent(new Event(readyEvent));
}
