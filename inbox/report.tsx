import { useEffect } from 'react';
import { Link } from 'wouter';
import { brand } from '../content/brand.ts';
import { useReport } from './queries.ts';

/** The numbers of the last 90 days as a table with bars, to read or print. */
export function Report() {
  const { data: report, isError } = useReport();
  useEffect(() => {
    document.title = `Report · Inbox · ${brand.name}`;
  }, []);
  if (report === undefined)
    return (
      <p className="status">
        {isError ? 'The report could not be read. Load the page again.' : 'Loading …'}
      </p>
    );
  return (
    <section className="report">
      <div className="line">
        <h2>{report.title}</h2>
        <Link className="quiet" href="/inbox/where-from">
          Where from
        </Link>
      </div>
      <table aria-label={report.title}>
        {report.sections.map(({ heading, rows }) => (
          <tbody key={heading}>
            <tr>
              <th colSpan={3} scope="rowgroup">
                {heading}
              </th>
            </tr>
            {rows.map(({ label, text, share }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{text}</td>
                <td>{share !== undefined && <Bar share={share} />}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

/** Drawn, since printers leave out a background. Its number is in the cell before it. */
export function Bar({ share }: { share: number }) {
  return (
    <svg className="share" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width={share} height="1" />
    </svg>
  );
}
