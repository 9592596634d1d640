import { type MouseEvent, useSyncExternalStore } from 'react';
import type { LeadFolder } from './api.ts';

export const folders = ['new', 'contacted', 'closed', 'quarantined', 'all'] as const;

/** A list of the inbox. `all`: all but the quarantined. */
export type Folder = LeadFolder | 'all';

/** What an address below /inbox shows. */
export interface Place {
  view: 'leads' | 'report' | 'sign-in';
  /** The list, which stands behind an open lead too. */
  folder: Folder;
  text: string;
  /** The open lead. */
  id: number | undefined;
  /** Of a link to sign in. */
  token: string;
}

/** The place that the window shows; changes with its address. */
export function usePlace(): Place {
  const address = useSyncExternalStore(subscribe, () => location.href);
  const { pathname, searchParams, hash } = new URL(address);
  const [, view, id] = /^\/inbox(?:\/(leads\/(\d+)|report|sign-in))?$/.exec(pathname) ?? [];
  return {
    view: view === 'report' || view === 'sign-in' ? view : 'leads',
    folder: folders.find((folder) => folder === searchParams.get('folder')) ?? 'new',
    text: searchParams.get('text') ?? '',
    id: id === undefined ? undefined : Number(id),
    token: hash.slice(1),
  };
}

function subscribe(listen: () => void) {
  addEventListener('popstate', listen);
  return () => removeEventListener('popstate', listen);
}

/** The address of a list, or of a lead in it. */
export function addressOf({ folder, text, id }: Omit<Place, 'view' | 'token'>): string {
  const query = new URLSearchParams({
    ...(folder !== 'new' && { folder }),
    ...(text && { text }),
  });
  const path = id === undefined ? '/inbox' : `/inbox/leads/${id}`;
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Shows another address, `replace`: in place of this one in the history. */
export function go(address: string, replace = false): void {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** For a link within the inbox: follows it without loading the page, unless it is to open elsewhere. */
export function follow(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(event.currentTarget.href);
}
