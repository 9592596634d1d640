import { questions } from '../../content/landing.ts';

/** What buyers ask, without what nobody has answered yet. */
export const answered = questions.entries.filter(({ answer }) => answer.trim() !== '');

/** Each answer opened by its question. */
export function Questions() {
  if (answered.length === 0) return null;
  return (
    <div id="questions" className="questions">
      <h3>{questions.title}</h3>
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
