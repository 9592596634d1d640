import { hyphenated } from './elements.ts';

type Text = string | undefined;

/** What markup passes to the scripts of its page, as attributes `data-*`. A script reads them in `dataset`. */
export interface Passed {
  /** The page's language. Scripts do not read `lang`, because page translators rewrite it. */
  language?: Text;
  /** The data interface of the form. ./lodemark rehearse reads both from the page. */
  endpoint?: Text;
  publicKey?: Text;
  /** Texts that a script shows. */
  serial?: Text;
  slow?: Text;
  submitting?: Text;
  text?: Text;
  /** The promised time of contact as JSON, and the text with {moment} that replaces it. */
  promise?: Text;
  moment?: Text;
  /** The site's address in the links of the share menu. The address in the visitor's window replaces it. */
  address?: Text;
  /** Whether a link gets the visitor's name and address. */
  prefill?: Text;
}

/** The attributes that pass these values. Undefined passes nothing. */
export function passed(values: Passed) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`data-${hyphenated(name)}`, value] as const),
  );
}

/** Marks a part of a page that needs the islands' script (islands.ts). */
export const islandMark = 'data-island';
/** Marks a part that a script shows, because it is useless without one. */
export const scriptedMark = 'data-scripted';
/** Marks a button that copies the page's address. */
export const copyMark = 'data-copy';
/** Dispatched at the window when the islands' script has taken over its parts. */
export const readyEvent = 'islands:ready';
