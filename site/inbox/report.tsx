import { useState } from 'react';
import { texts } from './texts.ts';

/** The pictures that the server draws, to read, print, or have as text. */
export function Report() {
  const [isFailed, setFailed] = useState(false);
  const { report } = texts;
  return (
    <section className="report">
      <h2 className="visually-hidden">{report.title}</h2>
      <p className="line">
        <a className="quiet" href="/inbox/api/report.txt">
          {report.text}
        </a>
        <button type="button" className="quiet" onClick={() => print()}>
          {report.print}
        </button>
      </p>
      {isFailed ? (
        <p className="banner">{report.failed}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it is scrolled sideways
        <figure className="pictures" aria-label={report.title} tabIndex={0}>
          <img src="/inbox/api/report.svg" alt={report.alt} onError={() => setFailed(true)} />
        </figure>
      )}
    </section>
  );
}
