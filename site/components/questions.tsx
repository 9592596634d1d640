import { type Copy, useCopy } from '../copy.ts';

/** What buyers ask, without what nobody has answered yet. */
function answeredOf({ questions }: Pick<Copy, 'questions'>) {
  return questions.entries.filter(({ answer }) => answer.trim() !== '');
}

/** Before Join, in no menu: each answer opened by its question. */
export function Questions() {
  const copy = useCopy();
  const answered = answeredOf(copy);
  if (answered.length === 0) return null;
  return (
    <div id="questions" className="section questions" data-ground="sheet">
      <h2>{copy.questions.title}</h2>
      <div>
        {answered.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p className="soft">{answer}</p>
          </details>
        ))}
      </div>
    </div>
  );
}

/**
 * What happens after a request, in plain steps; before it has `arrived`, which is the first step, also
 * the way to the questions.
 */
export function NextSteps({ id, arrived = false }: { id: string; arrived?: boolean }) {
  const copy = useCopy();
  const { nextSteps, paths, questions, sections } = copy;
  const hasQuestions = answeredOf(copy).length > 0 && sections.some(({ id }) => id === 'join');
  return (
    <section className="next-steps tall-links" aria-labelledby={id}>
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
      {!arrived && hasQuestions && (
        <a className="screen-only" href={`${paths.home}#questions`}>
          {questions.title}
        </a>
      )}
    </section>
  );
}
