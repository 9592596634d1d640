import { useRoute, useSearchParams } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { type ListFolder, listFolders } from '../booking/lead.ts';

/** A list of the inbox. `all`: all but the quarantined. */
export type Folder = ListFolder | 'all';

export const folders: readonly Folder[] = [...listFolders, 'all'];

/** A list, as it is filtered. A search finds leads in every folder. */
export interface ListPlace {
  folder: Folder;
  text: string;
  /** Only leads that the reader owns. */
  mine: boolean;
  /** A month such as `2026-11` in the reader's time zone; '': any. */
  month: string;
}

/** As many characters of a search as the server takes. */
const longestSearch = 300;

/**
 * What the window's address shows: a list, and perhaps a lead of it. The search is in the fragment, which
 * browsers send to no server: it may be a person's name.
 */
export function usePlace(): ListPlace & { id: number | undefined } {
  const [query] = useSearchParams();
  const [, params] = useRoute<{ id: string }>('/inbox/leads/:id');
  const fragment = new URLSearchParams(useLocationProperty(() => location.hash.slice(1)));
  const month = query.get('month') ?? '';
  return {
    folder: folders.find((folder) => folder === query.get('folder')) ?? 'new',
    text: (fragment.get('text') ?? '').slice(0, longestSearch).replace(/[\0\p{Cs}]/gu, ''),
    mine: query.has('mine'),
    month: /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : '',
    id: params ? Number(params.id) : undefined,
  };
}

/** The address of a list, or of a lead in it. */
export function addressOf({ folder, text, mine, month }: ListPlace, id?: number): string {
  const path = id === undefined ? '/inbox' : `/inbox/leads/${id}`;
  const query = queryOf({
    folder: folder === 'new' ? '' : folder,
    month,
    mine: mine ? 'true' : '',
  });
  return path + query + (text && `#${new URLSearchParams({ text })}`);
}

/** Which leads the server lists. */
export function listOf({ folder, text, mine, month }: ListPlace) {
  const [year, number] = month.split('-').map(Number);
  const startOf = (index: number) => new Date(Number(year), index, 1).toISOString();
  return {
    ...(text.trim() ? { text: text.trim() } : folder !== 'all' && { folder }),
    ...(mine && { mine }),
    ...(number && { since: startOf(number - 1), until: startOf(number) }),
  };
}

/** The query of the list's export. */
export function exportQuery(place: ListPlace): string {
  const { mine, ...list } = listOf({ ...place, text: '' });
  return queryOf({ ...list, mine: mine ? 'true' : '' });
}

function queryOf(values: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));
  return query.size > 0 ? `?${query}` : '';
}
