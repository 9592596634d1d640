import { useEffect, useId, useRef, useState } from 'react';
import { interpolate } from '../interpolate.ts';
import type { LeadAnswer } from './api.ts';
import { ask, Refused } from './server.ts';
import { texts } from './texts.ts';

/** As many characters as the server takes. */
const longest = 5_000;

interface Draft {
  text: string;
  /** The note that it was begun from. */
  base: string;
}

interface NoteProps {
  lead: LeadAnswer['lead'];
  onAnswer(answer: LeadAnswer): void;
  say(text: string): void;
}

/**
 * The note of a lead. What is not saved yet stays in this tab, also over a reload and a new sign-in;
 * what somebody else wrote meanwhile is never overwritten without a choice.
 */
export function Note({ lead, onAnswer, say }: NoteProps) {
  const [draft, setDraft] = useDraft(lead.id);
  const [isConflict, setConflict] = useState(false);
  const [fault, setFault] = useState('');
  const [isSaved, setSaved] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const words = texts.lead;
  const text = draft?.text ?? lead.note;
  const isDirty = draft !== undefined && draft.text !== lead.note;
  const isLong = [...text].length > longest;

  function write(text: string, base: string) {
    setDraft(text === base ? undefined : { text, base });
    setSaved(false);
    setFault('');
  }

  /** Saves unless somebody else has changed the note, and not only the state, since `base`. */
  async function save(text: string, base: string) {
    if (isLong) return;
    setFault('');
    try {
      let now = lead;
      // Again where only the state was changed meanwhile, and not for ever.
      for (let tries = 0; now.note !== text || tries === 0; tries += 1) {
        if (tries > 3) throw new Error('always too late');
        const isOthers = now.note !== base && now.note !== text;
        setConflict(isOthers);
        if (isOthers) return;
        const change = { version: now.version, note: text };
        const answer = await ask<LeadAnswer>(`leads/${lead.id}`, change).catch(conflicting);
        onAnswer(answer);
        now = answer.lead;
      }
      // Somebody may have written on meanwhile.
      setDraft((draft) => (draft?.text === text ? undefined : draft && { ...draft, base: text }));
      setSaved(true);
      say(words.saved);
    } catch {
      setFault(words.noteFailed);
    }
  }

  return (
    <section className="note" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{words.note}</h3>
      <div role="alert">
        {fault && <p className="banner">{fault}</p>}
        {isConflict && <p className="banner">{words.conflict}</p>}
      </div>
      {isConflict && draft && (
        <>
          <h4>{words.theirs}</h4>
          <blockquote>{lead.note || words.empty}</blockquote>
          <h4>{words.yours}</h4>
          <blockquote>{draft.text || words.empty}</blockquote>
          <p className="actions">
            <button
              type="button"
              onClick={() => {
                setDraft(undefined);
                setConflict(false);
              }}
            >
              {words.keepTheirs}
            </button>
            <button type="button" onClick={() => save(draft.text, lead.note)}>
              {words.keepYours}
            </button>
            <button
              type="button"
              onClick={() => {
                write(`${lead.note}\n\n${draft.text}`, lead.note);
                setConflict(false);
                setTimeout(() => field.current?.focus());
              }}
            >
              {words.keepBoth}
            </button>
          </p>
        </>
      )}
      <form
        hidden={isConflict}
        onSubmit={(event) => {
          event.preventDefault();
          void save(text, draft?.base ?? lead.note);
        }}
      >
        <textarea
          ref={field}
          data-command="note"
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-hint`}
          rows={Math.min(14, Math.max(3, text.split('\n').length + 1))}
          value={text}
          onChange={({ target }) => write(target.value, draft?.base ?? lead.note)}
          onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
            if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
            if (key === 'Escape') currentTarget.blur();
          }}
        />
        <p className="note-foot">
          <button type="submit" className="button small" disabled={!isDirty || isLong}>
            {words.save}
          </button>
          <span className="status">
            {isLong
              ? interpolate(words.noteLong, { count: [...text].length })
              : isDirty
                ? words.unsaved
                : isSaved && words.saved}
          </span>
          <small id={`${id}-hint`}>{words.noteHint}</small>
        </p>
      </form>
    </section>
  );
}

/** The answer of now, where the change came too late. */
function conflicting(error: unknown): LeadAnswer {
  if (error instanceof Refused && error.status === 409) return error.body as LeadAnswer;
  throw error;
}

/** What is written and not saved, kept in the tab. */
function useDraft(id: number) {
  const key = `note-${id}`;
  const [draft, setDraft] = useState<Draft | undefined>(
    () => JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined,
  );
  useEffect(() => {
    if (draft === undefined) return sessionStorage.removeItem(key);
    sessionStorage.setItem(key, JSON.stringify(draft));
    const warn = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [key, draft]);
  return [draft, setDraft] as const;
}
