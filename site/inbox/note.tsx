import { useEffect, useState } from 'react';
import { longestNote } from '../../booking/lead.ts';
import type { LeadAnswer } from './api.ts';
import { useLeaveWarning } from './route.ts';
import { ask, type Refused } from './server.ts';
import { texts } from './texts.ts';

interface NoteProps {
  lead: LeadAnswer['lead'];
  /** Ends when the lead is read again. */
  onChange(): Promise<unknown>;
  announce(text: string): void;
}

/**
 * The note of a lead. What is not saved yet stays in this tab, also over another lead and a new
 * sign-in; where somebody else has changed the note meanwhile, both are joined before it is saved.
 */
export function Note({ lead, onChange, announce }: NoteProps) {
  const key = `note-${lead.id}`;
  /** What is written, and the note that it was begun from. */
  const [draft, setDraft] = useState<{ text: string; base: string } | undefined>(() =>
    JSON.parse(sessionStorage.getItem(key) ?? 'null'),
  );
  const [fault, setFault] = useState('');
  const [isSaved, setSaved] = useState(false);
  const words = texts.lead;
  const text = draft?.text ?? lead.note;
  useLeaveWarning(Boolean(draft));
  useEffect(() => {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  }, [key, draft]);

  async function save(now: LeadAnswer['lead']): Promise<void> {
    if (!draft) return;
    if (now.note !== draft.base && now.note !== text) {
      setDraft({ text: `${now.note}\n\n${text}`, base: now.note });
      return setFault(words.conflict);
    }
    setFault('');
    try {
      await ask(`leads/${lead.id}`, { version: now.version, note: text });
      await onChange();
      // Somebody may have written on meanwhile.
      setDraft((draft) => (draft && draft.text !== text ? { ...draft, base: text } : undefined));
      setSaved(true);
      announce(words.saved);
    } catch (error) {
      const { status, body } = error as Refused;
      if (status !== 409) return setFault(words.noteFailed);
      await onChange();
      await save((body as LeadAnswer).lead);
    }
  }

  return (
    <section>
      <h3 id="note" className="small-heading">
        {words.note}
      </h3>
      <div role="alert">{fault && <p className="banner">{fault}</p>}</div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save(lead);
        }}
      >
        <textarea
          aria-labelledby="note"
          aria-describedby="note-hint"
          aria-keyshortcuts="n"
          maxLength={longestNote}
          value={text}
          onChange={({ target: { value } }) => {
            const base = draft?.base ?? lead.note;
            setDraft(value === base ? undefined : { text: value, base });
            setSaved(false);
            setFault('');
          }}
          onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
            if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
            if (key === 'Escape') currentTarget.blur();
          }}
        />
        <p className="actions">
          <button type="submit" className="button small" disabled={!draft}>
            {words.save}
          </button>
          <span className="status">{draft ? words.unsaved : isSaved && words.saved}</span>
          <small id="note-hint">{words.noteHint}</small>
        </p>
      </form>
    </section>
  );
}
