/**
 * The script that is written into /book, which is whole without it. It must not throw on an old browser. Loads
 * the islands when the page is idle. A form that is submitted before that posts itself. In front of another data
 * interface its button waits for the island, and the fallback of the page shows where that does not come.
 */
import { loadIsland } from './load-islands.ts';
import { failedEvent, islandMark, runningMark, wantedEvent } from './protocol.ts';
import { noteSubmitted } from './submitted.ts';

const islands = document.querySelectorAll<HTMLElement>(`[${islandMark}]`);
const loadAll = () => islands.forEach(loadIsland);
// The certificate is wanted with the form: it shows what is typed there.
addEventListener(wantedEvent, loadAll);
addEventListener('submit', () => noteSubmitted(), true);
// A script that an old browser cannot parse is loaded all the same, and never runs.
for (const end of [failedEvent, 'load']) document.addEventListener(end, showFallback, true);
const idle = window.requestIdleCallback ?? setTimeout;
// After the first paint.
requestAnimationFrame(() => idle(loadAll));

function showFallback({ target }: Event) {
  const isRunning = document.documentElement.hasAttribute(runningMark);
  const isLost =
    target instanceof HTMLScriptElement
      ? !isRunning
      : target instanceof HTMLElement && target.matches(`[${islandMark}=booking-form]`);
  if (isLost) document.querySelector('.fallback')?.setAttribute('data-shown', '');
}
