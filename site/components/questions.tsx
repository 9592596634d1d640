import { type Copy, useCopy, useProvider, withoutEmpty } from '../copy.ts';

/** The buyers' questions that have an answer. They are above Join. A page without Join has none. */
function answeredOf({ questions, sections }: Pick<Copy, 'questions' | 'sections'>) {
  const isShown = sections.some(({ id }) => id === 'join');
  return isShown ? questions.entries.filter(({ answer }) => answer.trim() !== '') : [];
}

/** The questions and their answers. The first four answers are open, the others open on a click. */
export function Questions() {
  const copy = useCopy();
  const { jurisdictions } = useProvider();
  const answered = answeredOf(copy);
  const { title, duties } = copy.questions;
  if (answered.length === 0) return null;
  return (
    // Not a <section>, because only the parts in the menu are sections.
    <div id="questions" className="section questions columns" data-ground="sheet">
      <header className="section-head rows">
        <h2>{title}</h2>
        {duties.length > 0 && (
          <dl className="duties rows">
            {duties.map(({ who, what }) => (
              <div key={who}>
                <dt className="eyebrow small-heading">{who}</dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        )}
      </header>
      <div className="ruled">
        {answered.map(({ question, answer }, index) => (
          <details key={question} open={index < 4}>
            <summary>{question}</summary>
            <p className="soft">{withoutEmpty(answer, { jurisdictions }, copy.language)}</p>
          </details>
        ))}
      </div>
    </div>
  );
}

/** The link to the questions, if there are any. */
export function QuestionsLink() {
  const copy = useCopy();
  if (answeredOf(copy).length === 0) return null;
  return (
    <p className="screen-only tall-links small">
      <a href={`${copy.paths.home}#questions`}>{copy.questions.title}</a>
    </p>
  );
}
