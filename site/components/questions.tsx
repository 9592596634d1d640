import { type Copy, useCopy, useProvider, withoutEmpty } from '../copy.ts';

/** What buyers ask, without what no one has answered yet; in front of Join, and gone with it. */
function answeredOf({ questions, sections }: Pick<Copy, 'questions' | 'sections'>) {
  const isShown = sections.some(({ id }) => id === 'join');
  return isShown ? questions.entries.filter(({ answer }) => answer.trim() !== '') : [];
}

/** The questions worth asking on a call, each of which opens its answer. */
export function Questions() {
  const copy = useCopy();
  const { jurisdictions } = useProvider();
  const answered = answeredOf(copy);
  if (answered.length === 0) return null;
  return (
    // No <section>: the page has those of its menu alone.
    <div id="questions" className="section questions columns" data-ground="sheet">
      <h2>{copy.questions.title}</h2>
      <div>
        {answered.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p className="soft">{withoutEmpty(answer, { jurisdictions }, copy.language)}</p>
          </details>
        ))}
      </div>
    </div>
  );
}

/** The way to the questions, if there are any. */
export function QuestionsLink() {
  const copy = useCopy();
  if (answeredOf(copy).length === 0) return null;
  return (
    <p className="screen-only tall-links">
      <a href={`${copy.paths.home}#questions`}>{copy.questions.title}</a>
    </p>
  );
}

/** What happens after a request, in plain steps, where one of them has a detail. The first may have `arrived`. */
export function NextSteps({ id, arrived = false }: { id: string; arrived?: boolean }) {
  const { nextSteps } = useCopy();
  if (nextSteps.steps.every(({ detail }) => detail === '')) return null;
  return (
    <section className="next-steps" aria-labelledby={id}>
      <h2 id={id} className="small-heading">
        {nextSteps.title}
      </h2>
      <ol>
        {nextSteps.steps.map(({ title, detail }, index) => (
          <li key={title} data-done={arrived && index === 0 ? '' : undefined}>
            <strong>{arrived && index === 0 ? nextSteps.arrived : title}</strong>
            {detail && <p className="soft small">{detail}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
