import { type MouseEvent, useEffect, useSyncExternalStore } from 'react';
import { type LeadFolder, leadFolders } from '../../booking/lead.ts';
import type { LeadsAnswer } from './api.ts';

/** As many characters of a search as the server takes. */
const longest = 300;

/** A list of the inbox. `all`: all but the quarantined. */
export type Folder = LeadFolder | 'all';

export const folders: readonly Folder[] = [...leadFolders, 'all'];

/** How many leads a list has. */
export function countOf(folder: Folder, { counts }: LeadsAnswer): number {
  return folder === 'all' ? counts.new + counts.contacted + counts.closed : counts[folder];
}

/** What an address below /inbox shows. */
type Route = ReturnType<typeof useRoute>;

/** The route that the window shows; changes with its address. */
export function useRoute() {
  const address = useSyncExternalStore(subscribe, () => location.href);
  const { pathname, searchParams, hash } = new URL(address);
  const id = /^\/inbox\/leads\/(\d+)$/.exec(pathname)?.[1];
  return {
    view: pathname === '/inbox/report' ? 'report' : 'leads',
    // The list, which stands behind an open lead too.
    folder: folders.find((folder) => folder === searchParams.get('folder')) ?? 'new',
    text: (searchParams.get('text') ?? '').slice(0, longest).replace(/[\0\p{Cs}]/gu, ''),
    // The open lead.
    id: id === undefined ? undefined : Number(id),
    // Of a link to sign in.
    token: pathname === '/inbox/sign-in' ? hash.slice(1) : '',
  };
}

function subscribe(listen: () => void) {
  addEventListener('popstate', listen);
  return () => removeEventListener('popstate', listen);
}

/** The address of a list, or of a lead in it. */
export function addressOf({ folder, text }: Pick<Route, 'folder' | 'text'>, id?: number): string {
  const query = queryOf({ folder: folder === 'new' ? '' : folder, text });
  return `/inbox${id === undefined ? '' : `/leads/${id}`}${query}`;
}

/** As the server reads it: a list, and what is asked of it. */
export function listQuery({ folder, text }: Pick<Route, 'folder' | 'text'>, more: object): string {
  return queryOf({ folder: folder === 'all' ? '' : folder, text: text.trim(), ...more });
}

function queryOf(values: Record<string, unknown>): string {
  const given = Object.entries(values).filter(([, value]) => value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `?${query}` : '';
}

/** Shows another address, `replace`: in place of this one in the history. */
export function go(address: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', address);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** For a link within the inbox: follows it without loading the page, unless it is to open elsewhere. */
export function follow(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(event.currentTarget.href);
}

/** While something is not saved yet, the browser asks before it leaves the page. */
export function useLeaveWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
}
