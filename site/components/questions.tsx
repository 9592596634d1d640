interface QuestionsProps {
  title: string;
  entries: readonly { question: string; answer: string }[];
}

/** What buyers ask, each answer opened by its question. One without an answer is left out. */
export function Questions({ title, entries }: QuestionsProps) {
  const answered = entries.filter(({ answer }) => answer.trim() !== '');
  if (answered.length === 0) return null;
  return (
    <div id="questions" className="questions">
      <h3>{title}</h3>
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
