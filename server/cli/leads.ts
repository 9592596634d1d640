import { UsageError } from '../command-line.ts';
import type { Config } from '../config/config.ts';
import { type LeadState, longestNote } from '../store/lead.ts';
import { visibleText } from '../visible-text.ts';
import { failed, shorten, succeeded } from './output.ts';
import { findNamed, withStore } from './store.ts';

/** Who the history of a lead says it was. */
const who = 'cli';

/** What is said of leads in this state. */
const outcomes: Readonly<Record<LeadState, string>> = {
  new: 'new again',
  contacted: 'contacted',
  closed: 'closed',
};

/** The command that gives the leads that are named this state. */
export function mark(state: LeadState) {
  return (config: Config, named: readonly number[]): Promise<number> =>
    withStore(config, async (store) => {
      const { found, isAll } = await findNamed(store, named);
      const quarantined: number[] = [];
      let changed = 0;
      for (const { id } of found) {
        const result = await store.changeLead(id, { who, state });
        if (result === 'quarantined') quarantined.push(id);
        if (result === 'changed') changed += 1;
      }
      if (changed > 0) succeeded(`${changed} ${outcomes[state]}.`);
      if (quarantined.length > 0) failed(quarantinedHint(quarantined));
      return isAll && quarantined.length === 0 ? 0 : 1;
    });
}

/** Shows the note of a lead, or puts another in its place. */
export function note(
  config: Config,
  id: number,
  words: readonly string[],
  { clear }: { clear?: true },
): Promise<number> {
  const text = words.join(' ');
  if (clear && text !== '') throw new UsageError('Write a note, or --clear: see --help.');
  if (text.length > longestNote)
    throw new UsageError(
      `A note has at most ${longestNote} characters, and this one ${text.length}.`,
    );
  return withStore(config, async (store) => {
    const lead = (await store.findLead(id))?.lead;
    if (lead === undefined) return failed(`There is no booking ${id}.`);
    if (text === '' && !clear) {
      if (lead.note !== '') return succeeded(lead.note.split('\n').map(visibleText).join('\n'));
      failed('There is no note.');
      return 0;
    }
    const result = await store.changeLead(id, { who, note: text });
    if (result === 'quarantined') return failed(quarantinedHint([id]));
    if (result !== 'changed') return failed(`There is no booking ${id}.`);
    return succeeded(clear ? 'The note is cleared.' : 'Noted.');
  });
}

function quarantinedHint(ids: readonly number[]): string {
  return `Quarantined: ${shorten(ids)}. accept ID first, if it is no spam.`;
}
