import { useEffect } from 'react';
import { brand } from '../content/brand.ts';
import { useWhereFrom } from './queries.ts';
import { Bar } from './report.tsx';

/** Which sources bring visits and requests, as a table with bars. */
export function WhereFrom() {
  const { data: answer, isError } = useWhereFrom();
  useEffect(() => {
    document.title = `Where from · Inbox · ${brand.name}`;
  }, []);
  if (answer === undefined)
    return (
      <p className="status">
        {isError ? 'The counts could not be read. Load the page again.' : 'Loading …'}
      </p>
    );
  const { sections, contacted } = answer;
  return (
    <section className="report sources">
      <h2>Where from</h2>
      <p>
        Loads of pages, not people: one visit may load several pages. The bars compare the loads.
        Weeks begin on Monday, in UTC.
      </p>
      {sections.length === 0 && <p>No page was loaded yet.</p>}
      <table aria-label="Where from">
        <thead>
          <tr>
            <td />
            <th scope="col">Loads</th>
            <th scope="col">Requests</th>
            <th scope="col">{contacted}</th>
            <td />
          </tr>
        </thead>
        {sections.map(({ heading, rows }) => (
          <tbody key={heading}>
            <tr>
              <th colSpan={5} scope="rowgroup">
                {heading}
              </th>
            </tr>
            {rows.map((row) => (
              <tr key={row.source}>
                <th scope="row">{row.source}</th>
                <td>{row.loads.toLocaleString('en')}</td>
                <td>{row.requests.toLocaleString('en')}</td>
                <td>{row.contacted.toLocaleString('en')}</td>
                <td>
                  <Bar share={row.loads / Math.max(1, ...rows.map(({ loads }) => loads))} />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}
