import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Copy, useCopy } from '../../copy.ts';
import { SealLines } from '../../illustrations/seal.tsx';
import { bandsOf, groupsOf, serialOf } from '../../illustrations/specimen.ts';
import { SpecimenRosette } from '../../illustrations/specimen-rosette.tsx';
import { afterPaint } from '../motion.ts';

/** Where the browser has no `crypto.subtle`, as over plain HTTP: enough to show another seal. */
const anotherSerial = '0123456789';

/**
 * A sample record under its seal: once its figure is altered the seal is another, and broken.
 * `picture` is the address of the intact seal's drawing, `serial` what it is drawn from.
 */
export default function AlteredFigure({ picture, serial }: Record<'picture' | 'serial', string>) {
  const { alteredFigure } = useCopy();
  const { rows, figure, less, more, restore, ...words } = alteredFigure;
  const [now, setNow] = useState(serial);
  const input = useRef<HTMLInputElement>(null);
  const broken = now !== serial;

  async function seal() {
    const value = input.current?.value ?? '';
    const found =
      (await serialOf(recordWith(alteredFigure, value))) ??
      (value.trim() === figure.value ? serial : anotherSerial);
    afterPaint(() => {
      // Another digit may have been faster.
      if (input.current?.value === value) setNow(found);
    });
  }
  function alter(value: string) {
    if (input.current) input.current.value = value;
    void seal();
  }
  const add = (step: number) =>
    alter(String(Math.max(0, (Number(input.current?.value) || 0) + step)));
  // Altered before this script was there.
  const sealTyped = useEffectEvent(seal);
  useEffect(() => void sealTyped(), []);

  return (
    <div className="altered">
      <header className="feature">
        <h3>{words.title}</h3>
        <p className="soft">{words.lede}</p>
      </header>
      <div className="sealed-record line sheet whole" data-theme="light">
        <p className="small-heading">{words.mark}</p>
        <dl>
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
              <span className="alter line">
                <button type="button" aria-label={less.name} onClick={() => add(-1)}>
                  {less.sign}
                </button>
                <input
                  ref={input}
                  id="figure"
                  inputMode="numeric"
                  maxLength={5}
                  autoComplete="off"
                  defaultValue={figure.value}
                  onInput={({ currentTarget }) => alter(currentTarget.value.replace(/\D/g, ''))}
                />
                <button type="button" aria-label={more.name} onClick={() => add(1)}>
                  {more.sign}
                </button>
                <button type="button" onClick={() => alter(figure.value)}>
                  {restore}
                </button>
              </span>
            </dd>
          </div>
          <div className="line">
            <dt>{words.filed}</dt>
            <dd>{groupsOf(serial)}</dd>
          </div>
          <div className="line">
            <dt>{words.now}</dt>
            <dd>{groupsOf(now)}</dd>
          </div>
        </dl>
        {broken ? (
          <RecordSeal serial={now} broken />
        ) : (
          <img src={picture} alt="" width="320" height="320" loading="lazy" />
        )}
        <p role="status">{broken ? words.broken : words.intact}</p>
      </div>
    </div>
  );
}

/** The words of the sample record with this figure, of which its serial is made. */
export function recordWith({ rows, figure: row }: Copy['alteredFigure'], figure: string): string[] {
  return [...rows.flatMap(({ name, value }) => [name, value]), row.name, figure];
}

/** The seal of a record, drawn from its serial; a broken one is split from top to bottom. */
export function RecordSeal({ serial, broken }: { serial: string; broken?: boolean }) {
  const lines = (
    <g id="record-seal">
      <SpecimenRosette id="record" bands={bandsOf(serial)} />
      <g transform="scale(.2)" fill="currentColor">
        <SealLines />
      </g>
    </g>
  );
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="-1100 -1100 2200 2200"
      fill="none"
      strokeWidth="2.4"
      aria-hidden="true"
    >
      {broken ? <defs>{lines}</defs> : lines}
      {broken &&
        [-1, 1].map((side) => (
          <g key={side} transform={`translate(${95 * side} ${-20 * side})rotate(${3.5 * side})`}>
            {/* Between an edge and the crack. */}
            <clipPath id={`half${side}`}>
              <path
                d={`M${1100 * side}-1100H120L-60-640 110-330-90 40 90 380-70 700 60 1100H${1100 * side}z`}
              />
            </clipPath>
            <use href="#record-seal" clipPath={`url(#half${side})`} />
          </g>
        ))}
    </svg>
  );
}
