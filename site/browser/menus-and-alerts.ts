/**
 * The landing page's bootstrap, inlined: at most 1,500 bytes, and it must not throw on an old
 * browser. It closes the menus after a choice, opens and closes the alerts, copies the page's address,
 * and lets in what the first paint does not wait for. Without it the page is whole all the same.
 */
import { closeAlert, openAlert } from './alerts.ts';
import { layOut } from './laid-out-later.ts';

for (const element of document.querySelectorAll<HTMLElement>('[data-scripted]')) {
  element.hidden = false;
}
addEventListener('click', choose);
addEventListener('keydown', ({ key }) => key === 'Escape' && closeAlert());
addEventListener('toggle', giveFocusBack, true);
addEventListener('hashchange', announceBooked);
// A page that comes back from the bfcache has nothing to announce any more.
addEventListener('pagehide', closeAlert);
announceBooked();

/** The visitor chose a section: the focus goes on from there, not from the menu's button. */
let gone = false;

function choose(event: Event) {
  const chosen = event.target instanceof Element && event.target.closest<HTMLElement>('a,button');
  if (!chosen) return;
  layOut();
  const { copy, close } = chosen.dataset;
  if (close === '') {
    event.preventDefault();
    closeAlert();
  }
  const menu = chosen.closest<HTMLElement>('[popover]');
  if (menu) {
    const link = chosen.closest<HTMLAnchorElement>('a[href*="#"]');
    gone = Boolean(link);
    if (link) {
      // It leads to a document of its own, which only a page without a script needs.
      link.href = link.hash;
      link.blur();
    }
    menu.hidePopover?.();
  }
  if (copy) void copyAddress(copy);
}

/** A menu that was closed by a click on nothing leaves the focus nowhere. */
function giveFocusBack({ target }: Event) {
  if (!gone && target instanceof Element && !document.querySelector(':focus')) {
    const button = document.querySelector<HTMLElement>(`[popovertarget=${target.id}]`);
    button?.focus({ preventScroll: true });
  }
  gone = false;
}

/** The clipboard is missing on plain HTTP and may be refused: then the old way, then by hand. */
async function copyAddress(address: string) {
  try {
    await navigator.clipboard.writeText(address);
    openAlert('copied');
  } catch {
    openAlert('copy-by-hand')?.querySelector('input')?.select();
    if (document.execCommand('copy')) openAlert('copied');
  }
}

function announceBooked() {
  if (location.hash !== '#booked') return;
  openAlert('booked');
  history.replaceState('', '', '/');
}
