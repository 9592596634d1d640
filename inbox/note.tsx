import { useEffect, useState } from 'react';
import type { LeadAnswer } from '../booking/inbox-answers.ts';
import { longestNote } from '../booking/lead.ts';
import { useLeadPost } from './changes.ts';
import { useNotices } from './notices.tsx';

/** What is written, and the note that it was begun from. */
interface Draft {
  text: string;
  base: string;
}

/**
 * The note of a lead. Unsaved text stays in this tab, also over another lead and a new sign-in. When someone
 * else changed the note meanwhile, both texts are joined before the note is saved.
 */
export function Note({ lead }: { lead: LeadAnswer['lead'] }) {
  const { announce } = useNotices();
  const post = useLeadPost();
  const [kept, setDraft] = useDraft(lead.id);
  // It may have been saved while another lead was open.
  const draft = kept?.text === lead.note ? undefined : kept;
  const [fault, setFault] = useState('');
  const text = draft?.text ?? lead.note;

  /** False where someone else changed the note: both texts are in the field then. */
  function isMerged(current: string): boolean {
    if (!draft || current === draft.base || current === text) return true;
    setDraft({ text: `${current}\n\n${text}`, base: current });
    setFault(
      'Someone else changed the note while you wrote. Both versions are below, theirs first. Merge them and save again.',
    );
    return false;
  }

  function save({ note, version }: { note: string; version: number }): void {
    if (!draft || !isMerged(note)) return;
    setFault('');
    post.mutate(
      { path: `leads/${lead.id}`, body: { version, note: text } },
      {
        onSuccess({ isConflict, answer }) {
          // Another version, but the same note: a colleague changed the state alone.
          if (isConflict) {
            save(answer.lead);
            return;
          }
          // The person may have written on meanwhile.
          setDraft((now) => (now && now.text !== text ? { ...now, base: text } : undefined));
          announce('The note is saved.');
        },
        onError: () =>
          setFault(
            'Your text is still here. A note can have up to 5,000 characters. Please try again.',
          ),
      },
    );
  }

  return (
    <section>
      <h3 id="note" className="small-heading">
        Note
      </h3>
      <div role="alert">{fault && <p className="banner">{fault}</p>}</div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save(lead);
        }}
      >
        <textarea
          aria-labelledby="note"
          aria-describedby="note-hint"
          maxLength={longestNote}
          value={text}
          onChange={({ target: { value } }) => {
            const base = draft?.base ?? lead.note;
            setDraft(value === base ? undefined : { text: value, base });
            setFault('');
          }}
          onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
            if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
          }}
        />
        <p className="actions">
          <button type="submit" className="button small" disabled={!draft || post.isPending}>
            Save note
          </button>
          <span className="status">
            {draft ? 'Not saved yet.' : post.isSuccess && 'The note is saved.'}
          </span>
          <small id="note-hint">Only the people who may sign in read it. Ctrl+Enter saves.</small>
        </p>
      </form>
    </section>
  );
}

/** Kept in the tab until it is undefined. While there is one the browser asks before it leaves the page. */
function useDraft(id: number) {
  const key = `note-${id}`;
  const [draft, setDraft] = useState<Draft | undefined>(() => {
    const kept = sessionStorage.getItem(key);
    return kept === null ? undefined : JSON.parse(kept);
  });
  useEffect(() => {
    if (draft === undefined) return sessionStorage.removeItem(key);
    sessionStorage.setItem(key, JSON.stringify(draft));
    const warn = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [key, draft]);
  return [draft, setDraft] as const;
}
