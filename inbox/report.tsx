import { useQuery } from '@tanstack/react-query';
import type { ReportAnswer } from '../booking/inbox-answers.ts';
import { brand } from '../content/brand.ts';
import { callApi } from './client.ts';

/** A table of numbers with bars. `name` is its path in the API. */
export function Report({ name }: { name: string }) {
  const { data: report, isError } = useQuery({
    queryKey: ['report', name],
    queryFn: () => callApi<ReportAnswer>(name),
  });
  if (report === undefined)
    return (
      <p className="status">
        {isError ? 'The report could not be loaded. Reload the page.' : 'Loading …'}
      </p>
    );
  const { title, note, columns, sections } = report;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrollable box
    <section className="report" aria-label={title} tabIndex={0}>
      <title>{`${title} · Inbox · ${brand.name}`}</title>
      <h2>{title}</h2>
      <p>{note}</p>
      <table aria-label={title}>
        {columns.length > 0 && (
          <thead>
            <tr>
              <td />
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
              <td />
            </tr>
          </thead>
        )}
        {sections.map(({ heading, rows }) => (
          <tbody key={heading}>
            <tr>
              <th colSpan={Math.max(1, columns.length) + 2} scope="rowgroup">
                {heading}
              </th>
            </tr>
            {rows.map(({ label, texts, share }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {texts.map((text, column) => (
                  <td key={columns[column]}>{text}</td>
                ))}
                <td>{share !== undefined && <Bar share={share} />}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

/** Drawn, because printers omit backgrounds. A cell before it has the number. */
function Bar({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width={share} height="1" />
    </svg>
  );
}
