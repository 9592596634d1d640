/** Closes the menus after a choice, opens and closes the alerts, and copies the page's address. */

let openedAlert: HTMLElement | null = null;
let focusedBefore: HTMLElement | null = null;
/** The visitor chose a section: the focus goes on from there, not from the menu's button. */
let choseSection = false;

for (const element of document.querySelectorAll<HTMLElement>('[data-scripted]')) {
  element.hidden = false;
}
addEventListener('click', choose);
addEventListener('keydown', ({ key }) => key === 'Escape' && closeAlert());
addEventListener('toggle', giveFocusBack, true);
addEventListener('submit', () => remember(true), true);
addEventListener('hashchange', announceBooked);
// A page that comes back from the bfcache has nothing to announce any more.
addEventListener('pagehide', closeAlert);
announceBooked();

function choose(event: Event) {
  const chosen = event.target instanceof Element && event.target.closest<HTMLElement>('a,button');
  if (!chosen) return;
  const { copy, close } = chosen.dataset;
  if (close === '') {
    event.preventDefault();
    closeAlert();
  }
  const menu = chosen.closest<HTMLElement>('[popover]');
  if (menu) {
    const link = chosen.closest<HTMLAnchorElement>('a[href*="#"]');
    choseSection = Boolean(link);
    if (link) {
      // It leads to a document of its own, which only a page without a script needs.
      link.href = link.hash;
      link.blur();
    }
    menu.hidePopover?.();
  }
  if (copy) void copyAddress(copy);
}

/** A menu that was closed by a click beside it leaves the focus nowhere. */
function giveFocusBack({ target }: Event) {
  if (!choseSection && target instanceof Element && !document.querySelector(':focus')) {
    const button = document.querySelector<HTMLElement>(`[popovertarget="${target.id}"]`);
    button?.focus({ preventScroll: true });
  }
  choseSection = false;
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

/** The address alone, as a stranger may send it, thanks nobody. */
function announceBooked() {
  if (location.hash !== '#booked') return;
  if (remember(false)) openAlert('booked');
  else document.getElementById('booked')?.remove();
  history.replaceState('', '', '/');
}

/** Whether this tab had submitted a form; where the browser stores nothing, it may have. */
function remember(submitted: boolean): boolean {
  try {
    const had = 'submitted' in sessionStorage;
    if (submitted) sessionStorage.submitted = '';
    else sessionStorage.clear();
    return had;
  } catch {
    return true;
  }
}

function openAlert(id: string): HTMLElement | null {
  closeAlert();
  focusedBefore = document.querySelector<HTMLElement>(':focus');
  openedAlert = document.getElementById(id);
  if (openedAlert) {
    openedAlert.hidden = false;
    openedAlert.dataset.open = '';
    openedAlert.focus();
  }
  return openedAlert;
}

function closeAlert() {
  if (!openedAlert) return;
  // Hidden outright: the browser may still hold it for the target of the address.
  openedAlert.hidden = true;
  openedAlert = null;
  focusedBefore?.focus({ preventScroll: true });
}
