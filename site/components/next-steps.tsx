import { nextSteps } from '../../content/messages.ts';

/** What happens after a request, in plain steps. */
export function NextSteps({ id }: { id: string }) {
  return (
    <section className="next-steps" aria-labelledby={id}>
      <h2 id={id} className="small-heading">
        {nextSteps.title}
      </h2>
      <ol>
        {nextSteps.steps.map(({ title, detail }) => (
          <li key={title}>
            <strong>{title}</strong>
            {detail && <p>{detail}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
