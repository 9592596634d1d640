/** Closes the menus after a choice, opens and closes the alerts, and copies the page's address. */
import { closeAlert, openAlert } from './alerts.ts';
import { layOut } from './lay-out.ts';

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
  // It may lead to a section, which must stand where it will stay.
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
    const button = document.querySelector<HTMLElement>(`[popovertarget="${target.id}"]`);
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
