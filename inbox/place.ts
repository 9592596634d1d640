import { useRoute, useSearchParams } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { type ListFolder, listFolders } from '../booking/lead.ts';

/** A list of the inbox. `all` has all leads except quarantined ones. */
export type Folder = ListFolder | 'all';

export const folders: readonly Folder[] = [...listFolders, 'all'];

/** A list and its filters. A search with `text` covers every folder. */
export interface ListPlace {
  folder: Folder;
  text: string;
  /** Show only the reader's own leads. */
  mine: boolean;
  /** A month such as `2026-11` in the reader's time zone, or '' for any. */
  month: string;
}

/** The server's limit for a search, in characters. */
const longestSearch = 300;

/**
 * The list and the open lead in the window's address. The search may be a person's name, so it is in the
 * fragment, which browsers do not send.
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

/** The address of a list, or of a lead opened from it. */
export function addressOf({ folder, text, mine, month }: ListPlace, id?: number): string {
  const path = id === undefined ? '/inbox' : `/inbox/leads/${id}`;
  const query = queryOf({
    folder: folder === 'new' ? '' : folder,
    month,
    mine: mine ? 'true' : '',
  });
  return path + query + (text && `#${new URLSearchParams({ text })}`);
}

/** The list's filters, as the server expects them. */
export function listOf({ folder, text, mine, month }: ListPlace) {
  const [year, number] = month.split('-').map(Number);
  const startOf = (index: number) => new Date(Number(year), index, 1).toISOString();
  return {
    ...(text.trim() ? { text: text.trim() } : folder !== 'all' && { folder }),
    ...(mine && { mine }),
    ...(number && { since: startOf(number - 1), until: startOf(number) }),
  };
}

/** The query for an export of the list. */
export function exportQuery(place: ListPlace): string {
  const { mine, ...list } = listOf({ ...place, text: '' });
  return queryOf({ ...list, mine: mine ? 'true' : '' });
}

function queryOf(values: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));
  return query.size > 0 ? `?${query}` : '';
}
