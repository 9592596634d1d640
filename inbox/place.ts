import { useRoute, useSearchParams } from 'wouter';
import { type LeadFolder, leadFolders } from '../booking/lead.ts';

/** A list of the inbox. `all`: all but the quarantined. */
export type Folder = LeadFolder | 'all';

export const folders: readonly Folder[] = [...leadFolders, 'all'];

/** A list, as it is searched. */
export interface ListPlace {
  folder: Folder;
  text: string;
}

/** As many characters of a search as the server takes. */
const longestSearch = 300;

/** What the window's address shows: a list, and perhaps a lead of it. */
export function usePlace(): ListPlace & { id: number | undefined } {
  const [query] = useSearchParams();
  const [, params] = useRoute<{ id: string }>('/inbox/leads/:id');
  return {
    folder: folders.find((folder) => folder === query.get('folder')) ?? 'new',
    text: (query.get('text') ?? '').slice(0, longestSearch).replace(/[\0\p{Cs}]/gu, ''),
    id: params ? Number(params.id) : undefined,
  };
}

/** The address of a list, or of a lead in it. */
export function addressOf({ folder, text }: ListPlace, id?: number): string {
  const path = id === undefined ? '/inbox' : `/inbox/leads/${id}`;
  return path + queryOf({ folder: folder === 'new' ? '' : folder, text });
}

/** The query by which the server reads a list. */
export function listQuery({ folder, text }: ListPlace, more: Record<string, string>): string {
  return queryOf({ folder: folder === 'all' ? '' : folder, text: text.trim(), ...more });
}

function queryOf(values: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));
  return query.size > 0 ? `?${query}` : '';
}
