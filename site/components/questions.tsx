import { type Copy, useCopy } from '../copy.ts';

/** What buyers ask, without what nobody has answered yet. */
export function answeredOf({ questions }: Pick<Copy, 'questions'>) {
  return questions.entries.filter(({ answer }) => answer.trim() !== '');
}

/** Each answer opened by its question. */
export function Questions() {
  const copy = useCopy();
  const answered = answeredOf(copy);
  if (answered.length === 0) return null;
  return (
    <div id="questions" className="questions">
      <h3>{copy.questions.title}</h3>
      <div>
        {answered.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </div>
  );
}
