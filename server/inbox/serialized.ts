import type { Store } from '../store/store.ts';

/** Of so many leads at most a list without a search is quick. */
const fewLeads = 100;

/**
 * The store of which what reads much (searches, exports and reports) is done one at a time, so that a
 * booking waits for one of them at most and not for all that were asked for.
 */
export function serialized(store: Store): Store {
  let last: Promise<unknown> = Promise.resolve();
  function afterOthers<T>(read: () => Promise<T>): Promise<T> {
    const result = last.then(read);
    last = result.catch(() => {});
    return result;
  }
  return {
    ...store,
    listLeads: (page) =>
      page.text === undefined && page.limit <= fewLeads
        ? store.listLeads(page)
        : afterOthers(() => store.listLeads(page)),
    summarizeOverdue: (askedBefore) => afterOthers(() => store.summarizeOverdue(askedBefore)),
    reportFigures: (since) => afterOthers(() => store.reportFigures(since)),
  };
}
