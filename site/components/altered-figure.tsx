import { islandMark } from '../browser/protocol.ts';
import { useCopy } from '../copy.ts';
import { sealOf } from '../illustrations/pictures.tsx';
import { groupsOf } from '../illustrations/specimen.ts';

/**
 * A sample record with its seal, on file and now. When the visitor alters the figure, the second seal breaks
 * (site/browser/altered-figure.ts).
 */
export function AlteredFigure() {
  const { alteredFigure, language } = useCopy();
  const { rows, figure, less, more, restore, ...words } = alteredFigure;
  const { picture, serial } = sealOf(language);
  return (
    <div className="sealed-record sheet screen-only" data-theme="light" {...{ [islandMark]: '' }}>
      <div>
        <h3>{words.title}</h3>
        <p className="soft">{words.lede}</p>
        <p className="small-heading">{words.mark}</p>
        <dl className="ruled">
          {rows.map(({ name, value }) => (
            <div key={name} className="line">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div className="line">
            <dt>
              <label htmlFor="figure">{figure.name}</label>
            </dt>
            <dd>
              <noscript>{figure.value}</noscript>
              <span className="alter line needs-script">
                <Step {...less} />
                <input
                  id="figure"
                  inputMode="numeric"
                  maxLength={5}
                  autoComplete="off"
                  defaultValue={figure.value}
                />
                <Step {...more} />
                <button type="button" className="restore text-button screen-only" hidden>
                  {restore}
                </button>
              </span>
            </dd>
          </div>
        </dl>
      </div>
      <div>
        <dl className="seals">
          {[words.filed, words.now].map((name) => (
            <div key={name}>
              <dt className="small">{name}</dt>
              <dd>
                <img src={picture} alt="" width="320" height="320" loading="lazy" />
                {groupsOf(serial)}
              </dd>
            </div>
          ))}
        </dl>
        <p role="status">{words.intact}</p>
      </div>
    </div>
  );
}

function Step({ name, sign }: Record<'name' | 'sign', string>) {
  return (
    <button type="button" className="screen-only" aria-label={name}>
      {sign}
    </button>
  );
}
