import { useRoute, useSearchParams } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { type ListFolder, listFolders } from '../booking/lead.ts';

/** A list and its filters. A search with `text` covers every folder. */
export interface ListPlace {
  folder: ListFolder;
  text: string;
  /** 'true': only the reader's own leads. '': all leads. */
  mine: string;
  /** A month such as `2026-11`, or '' for any. */
  month: string;
}

/**
 * The list and the open lead that the window's address names. The search may be a person's name, so it is in the
 * fragment, which browsers do not send.
 */
export function usePlace(): ListPlace & { id: number | undefined } {
  const [query] = useSearchParams();
  const [, params] = useRoute<{ id: string }>('/inbox/leads/:id');
  const fragment = new URLSearchParams(useLocationProperty(() => location.hash.slice(1)));
  return {
    folder: listFolders.find((folder) => folder === query.get('folder')) ?? 'new',
    text: fragment.get('text') ?? '',
    mine: query.has('mine') ? 'true' : '',
    month: query.get('month') ?? '',
    id: params ? Number(params.id) : undefined,
  };
}

/** The address of a list, or of a lead opened from it. */
export function addressOf(place: ListPlace, id?: number): string {
  const { text } = place;
  const path = id === undefined ? '/inbox' : `/inbox/leads/${id}`;
  return `${path}?${filtersOf(place)}${text && `#${new URLSearchParams({ text })}`}`;
}

/** The list's filters as a query, with the names that the server expects too. */
export function filtersOf({ folder, mine, month }: ListPlace): URLSearchParams {
  return new URLSearchParams({ folder, ...(mine && { mine }), ...(month && { month }) });
}
