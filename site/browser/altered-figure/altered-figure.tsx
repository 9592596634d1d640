import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCopy } from '../../copy.ts';
import { RecordSeal, recordWith } from '../../illustrations/record-seal.tsx';
import { groupsOf, serialOf } from '../../illustrations/specimen.ts';
import { afterPaint } from '../motion.ts';

/** A different serial for plain HTTP, where `crypto.subtle` is missing. */
const anotherSerial = '0123456789';

/**
 * A sample record with its seal. When the visitor alters the figure, a different, broken seal appears.
 * `picture` is the address of the intact seal, which is drawn from `serial`.
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
      // Ignore the result if the figure has changed again.
      if (input.current?.value === value) setNow(found);
    });
  }
  function alter(value: string) {
    if (input.current) input.current.value = value;
    void seal();
  }
  function add(step: number) {
    alter(String(Math.max(0, (Number(input.current?.value) || 0) + step)));
  }
  function typed(field: HTMLInputElement) {
    // NFKC converts full-width digits. Writing an equal value would move the caret.
    const digits = field.value.normalize('NFKC').replace(/\D/g, '');
    if (digits === field.value) return void seal();
    const caret = digits.length - field.value.length + (field.selectionEnd ?? 0);
    alter(digits);
    field.setSelectionRange(caret, caret);
  }
  // The visitor may have altered the figure before hydration.
  const sealTyped = useEffectEvent(seal);
  useEffect(() => void sealTyped(), []);

  const intact = <img src={picture} alt="" width="320" height="320" loading="lazy" />;
  return (
    <div className="altered screen-only">
      <header>
        <h3>{words.title}</h3>
        <p className="soft">{words.lede}</p>
      </header>
      <div className="sealed-record sheet whole" data-theme="light">
        <p className="small-heading">{words.mark}</p>
        <dl className="record-rows">
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
                <Step {...less} onClick={() => add(-1)} />
                <input
                  ref={input}
                  id="figure"
                  inputMode="numeric"
                  maxLength={5}
                  autoComplete="off"
                  defaultValue={figure.value}
                  onInput={({ currentTarget }) => typed(currentTarget)}
                />
                <Step {...more} onClick={() => add(1)} />
                <button
                  type="button"
                  className="restore screen-only"
                  hidden={!broken}
                  onClick={() => alter(figure.value)}
                >
                  {restore}
                </button>
              </span>
            </dd>
          </div>
        </dl>
        <dl className="seals">
          <Seal name={words.filed} serial={serial}>
            {intact}
          </Seal>
          <Seal name={words.now} serial={now}>
            {broken ? <RecordSeal serial={now} broken /> : intact}
          </Seal>
        </dl>
        <p role="status" data-broken={broken || undefined}>
          {broken ? words.broken : words.intact}
        </p>
      </div>
    </div>
  );
}

function Step({ name, sign, onClick }: { name: string; sign: string; onClick: () => void }) {
  return (
    <button type="button" className="screen-only" aria-label={name} onClick={onClick}>
      {sign}
    </button>
  );
}

function Seal({ name, serial, children }: { name: string; serial: string; children: ReactNode }) {
  return (
    <div>
      <dt className="small">{name}</dt>
      <dd>
        {children}
        {groupsOf(serial)}
      </dd>
    </div>
  );
}
