/**
 * The script that is written into the landing page, which is whole without it: closes the menus
 * after a choice, opens and closes the dialogs, and shares the page's address. It must not throw on
 * an old browser.
 */
import './load-islands.ts';
import { openDialog } from './open-dialog.ts';

const menus = document.querySelectorAll<HTMLElement>('[popover]');

/** The page's address as the visitor sees it, whatever address the server takes for its own. */
const address = location.origin + location.pathname;

/** The visitor chose a section: the focus goes on from there, not from the menu's button. */
let choseSection = false;

for (const element of document.querySelectorAll<HTMLElement>('[data-scripted]'))
  element.hidden = false;
// The row of stories scrolls: Safari reaches it by key only like this.
if (matchMedia('(max-width: 63.99em)').matches)
  document.querySelector('.certificates')?.setAttribute('tabindex', '0');
for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-address] a'))
  link.href = link.href.replace(
    encodeURIComponent(link.closest<HTMLElement>('[data-address]')?.dataset.address ?? ''),
    encodeURIComponent(address),
  );
carrySource();
const middle = new IntersectionObserver(markCurrent, { rootMargin: '-50% 0%' });
for (const section of document.querySelectorAll('section')) middle.observe(section);
addEventListener('click', choose);
addEventListener('focusin', closeMenus);
// iOS before 18.3 does not close them itself (WebKit bug 267688). A touch that scrolls ends otherwise.
addEventListener('pointerup', closeMenus);
matchMedia('(min-width: 56em)').addEventListener?.('change', closeMenus);
addEventListener('toggle', giveFocusBack, true);
addEventListener('close', hideClosed, true);
addEventListener('hashchange', announceBooked);
// A page that comes back from the bfcache has nothing to announce any more.
addEventListener('pagehide', closeDialogs);
announceBooked();

function choose(event: Event) {
  const chosen = event.target instanceof Element && event.target.closest<HTMLElement>('a,button');
  if (!chosen) return;
  if (chosen.matches('.dialog-close')) {
    event.preventDefault();
    closeDialogs();
  }
  const menu = chosen.closest<HTMLElement>('[popover]');
  if (menu) {
    const link = chosen.closest<HTMLAnchorElement>('a[href*="#"]');
    choseSection = Boolean(link);
    if (link) {
      // The link leads to a separate document, which only a page without a script needs.
      link.href = link.hash;
      link.blur();
    }
    menu.hidePopover?.();
  }
  if (chosen.dataset.copy !== undefined) void copyAddress();
}

/** The links to the form and to other languages carry the name of a source and the site before this one (booking/source.ts). */
function carrySource() {
  const before = new URL(document.referrer || location.href);
  const isOwn = before.host === location.host;
  const query = new URLSearchParams(location.search || (isOwn ? before.search : ''));
  if (!isOwn) query.set('site', before.host);
  // An empty query would still rewrite each link.
  if (!String(query)) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[href$="/book"],a[hreflang]'))
    link.search = String(query);
}

/** Marks the link of the header to the section in the middle of the window. */
function markCurrent(entries: IntersectionObserverEntry[]) {
  for (const { target, isIntersecting } of entries) {
    const link = document.querySelector(`.wide-nav a[href="#${target.id}"]`);
    if (link) link.ariaCurrent = isIntersecting ? 'location' : null;
  }
}

/** Closes a menu after the focus left it, a press outside it, or a wider window. */
function closeMenus({ target }: Event) {
  const inside = target instanceof Element && target.closest('[popover],[popovertarget]');
  if (!inside) for (const menu of menus) menu.hidePopover?.();
}

/** A click outside a menu closes it, and then no element has the focus. */
function giveFocusBack({ target }: Event) {
  if (!choseSection && target instanceof Element && !document.querySelector(':focus'))
    document
      .querySelector<HTMLElement>(`[popovertarget="${target.id}"]`)
      ?.focus({ preventScroll: true });
  choseSection = false;
}

/** The clipboard is missing on plain HTTP and may be refused: then the old way, then by hand. */
async function copyAddress() {
  try {
    await navigator.clipboard.writeText(address);
  } catch {
    const field = open('copy-by-hand')?.querySelector('input');
    if (field) field.value = address;
    field?.select();
    if (!document.execCommand('copy')) return;
    closeDialogs();
  }
  open('copied');
}

/** The form of /book has posted itself. A reload does not repeat the thanks. */
function announceBooked() {
  if (location.hash !== '#booked') return;
  open('booked');
  history.replaceState('', '', address);
}

function open(id: string): HTMLDialogElement | null {
  const dialog = document.querySelector<HTMLDialogElement>(`dialog#${id}`);
  if (dialog) {
    dialog.hidden = false;
    openDialog(dialog);
  }
  return dialog;
}

function closeDialogs() {
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.hidden = true;
    dialog.close?.();
  }
}

/** Closed by Escape: the browser may still hold it for the target of the address. */
function hideClosed({ target }: Event) {
  if (target instanceof HTMLElement) target.hidden = true;
}
