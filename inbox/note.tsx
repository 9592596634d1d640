import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LeadAnswer } from '../booking/inbox-answers.ts';
import { longestNote } from '../booking/lead.ts';
import { sendChange } from './changes.ts';
import { notify } from './notices.tsx';

/** The unsaved text, with the note and version on which it is based. */
interface Draft {
  text: string;
  base: string;
  version: number;
}

/**
 * The note of a lead. Unsaved text stays in this tab when another lead is opened or the session ends. If someone
 * else has changed the note, the field shows both texts, and they must be saved again.
 */
export function Note({ lead }: { lead: LeadAnswer['lead'] }) {
  const [kept, setDraft] = useDraft(lead.id);
  // The draft may have been saved while another lead was open.
  const draft = kept?.text === lead.note ? undefined : kept;
  const save = useMutation({
    mutationFn: ({ text, version }: Draft) =>
      sendChange({ leads: [{ id: lead.id, version }], change: { note: text } }),
    onSuccess({ changed, lead: answer }, { text, base }) {
      // The lead has been erased.
      if (answer === undefined) return;
      const { note, version } = answer.lead;
      if (changed === 1 || note === text) {
        // Keep what was typed during the request.
        setDraft((now) => (now && now.text !== text ? { ...now, base: text, version } : undefined));
        notify('The note is saved.');
      } else if (note === base) {
        // Someone changed only the state: save with the new version.
        save.mutate({ text, base, version });
      } else {
        setDraft({ text: `${note}\n\n${text}`, base: note, version });
        notify(
          'Someone else changed the note while you wrote. Both versions are in the field, theirs first. Merge them and save again.',
          true,
        );
      }
    },
    onError: () =>
      notify(
        'The note is not saved. Your text is kept in this tab. A note can have up to 5,000 characters. Please try again.',
        true,
      ),
  });
  return (
    <form
      // Scroll the button into view too. The actions on a phone would cover it.
      onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest' })}
      onSubmit={(event) => {
        event.preventDefault();
        if (draft) save.mutate(draft);
      }}
    >
      <label htmlFor="note">Note</label>
      <textarea
        id="note"
        aria-describedby="note-hint"
        maxLength={longestNote}
        value={draft?.text ?? lead.note}
        onChange={({ target: { value: text } }) => {
          const { base, version } = draft ?? { base: lead.note, version: lead.version };
          setDraft(text === base ? undefined : { text, base, version });
        }}
      />
      <p className="line">
        <button type="submit" className="button small" disabled={!draft || save.isPending}>
          Save note
        </button>
        <small id="note-hint">
          {draft ? 'Not saved yet. ' : save.isSuccess && 'The note is saved. '}
          Everyone who can sign in can read it.
        </small>
      </p>
    </form>
  );
}

/** The start of a draft's key in `sessionStorage`, before the lead's number. */
export const draftKey = 'note-';

/** Stores the draft in the tab. While there is one, the browser asks before it leaves the page. */
function useDraft(id: number) {
  const key = draftKey + id;
  const [draft, setDraft] = useState<Draft | undefined>(() => {
    const kept = sessionStorage.getItem(key);
    return kept === null ? undefined : JSON.parse(kept);
  });
  useEffect(() => {
    if (draft === undefined) return sessionStorage.removeItem(key);
    sessionStorage.setItem(key, JSON.stringify(draft));
    const listeners = new AbortController();
    // Chromium also asks before a link only opens the phone or the email program.
    let opensProgram = false;
    const notice = ({ target }: Event) => {
      opensProgram = target instanceof Element && target.closest('.actions a') !== null;
      // Other browsers do not ask, and the next page may be left with the draft.
      setTimeout(() => {
        opensProgram = false;
      }, 1_000);
    };
    const warn = (event: Event) => {
      if (!opensProgram) event.preventDefault();
      opensProgram = false;
    };
    addEventListener('click', notice, listeners);
    addEventListener('beforeunload', warn, listeners);
    return () => listeners.abort();
  }, [key, draft]);
  return [draft, setDraft] as const;
}
