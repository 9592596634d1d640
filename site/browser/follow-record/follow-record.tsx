import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { SmallToken } from '../../components/token.tsx';
import { interpolate, useCopy } from '../../copy.ts';
import { afterPaint } from '../motion.ts';
import { travel } from './travel.ts';

/**
 * The flow as one drawing: its parts are an ordered list, the lines between them are drawn. One sample
 * record is shown in each of its places up to the token: the first driver's, until a visitor chooses
 * another driver.
 * `picture` is the address of the token's drawing.
 */
export default function FollowRecord({ picture }: { picture: string }) {
  const { architecture, records, language } = useCopy();
  const { drivers, erp, processing, token } = architecture;
  const [chosen, setChosen] = useState<number>();
  const drawing = useRef<HTMLFormElement>(null);
  const driver = chosen ?? 0;
  const { record = '', shares = [] } = records.samples[driver] ?? {};
  const list = new Intl.ListFormat(language);
  const announcement = interpolate(records.announcement, {
    record,
    driver: drivers.names[driver] ?? '',
    erp: erp.label,
    shares: list.format(shares),
  });

  useEffect(() => {
    // Chosen before this was hydrated.
    const radios = [...(drawing.current?.querySelectorAll('input') ?? [])];
    const early = radios.findIndex(({ checked }) => checked);
    if (early > 0) setChosen(early);
  }, []);
  const follow = useEffectEvent((room: HTMLElement) => travel(room, [[record], shares, shares]));
  useEffect(() => {
    if (chosen === undefined || !drawing.current) return;
    return follow(drawing.current);
  }, [chosen]);

  return (
    // A browser would restore the choice, but not its record: radio buttons take `autocomplete` from
    // a form alone. The method keeps Enter from sending anything.
    <form className="flow-room" method="dialog" autoComplete="off" ref={drawing}>
      <ol className="flow whole" aria-label={architecture.drawingLabel}>
        <li className="step">
          <StepHead {...drivers} />
          <fieldset className="choice">
            <legend className="small screen-only needs-script">{records.invitation}</legend>
            <ol className="drivers">
              {drivers.names.map((name, index) => (
                <li key={name}>
                  <label className="line">
                    <input
                      className="needs-script"
                      type="radio"
                      name="driver"
                      defaultChecked={index === 0}
                      onChange={() => afterPaint(() => setChosen(index))}
                    />
                    <span>{name}</span>
                  </label>
                </li>
              ))}
            </ol>
          </fieldset>
        </li>
        <li className="step">
          <Wires from={drivers.names.length} to={1} chosen={driver} />
          <StepHead {...erp} />
          <div className="part sheet">
            <strong>{erp.label}</strong>
            <p className="record">
              <span>{record}</span> <b>{records.mark}</b>
            </p>
          </div>
        </li>
        <li className="step">
          <Wires from={1} to={processing.parts.length} downTo={1} />
          <StepHead {...processing} />
          <ul className="parts">
            {processing.parts.map(({ icon, title, description }, index) => (
              <li key={title} className="part sheet">
                <Icon name={icon} />
                <strong>{title}</strong>
                <span className="soft small">{description}</span>
                <p className="record">{shares[index]}</p>
              </li>
            ))}
          </ul>
        </li>
        <li className="step">
          <Wires from={processing.parts.length} to={1} />
          <StepHead {...token} />
          <div className="stop">
            <SmallToken sheet={picture} />
            <p className="record">{shares.join(', ')}</p>
          </div>
          <Wires from={1} to={token.chains.length} chosen="none" />
          <ul className="chains">
            {token.chains.map(({ symbol, name }) => (
              <li key={symbol}>
                <strong>{symbol}</strong>
                <span className="soft small">{name}</span>
              </li>
            ))}
          </ul>
        </li>
      </ol>
      <p className="visually-hidden" role="status">
        {chosen !== undefined && announcement}
      </p>
    </form>
  );
}

function StepHead({ title, description }: Record<'title' | 'description', string>) {
  return (
    <div className="step-head">
      <h3>{title}</h3>
      <p className="soft small">{description}</p>
    </div>
  );
}

interface WiresProps {
  /** How many ends the bundle has at its start, spread evenly. */
  from: number;
  to: number;
  /** How many ends it has where it leads down to the name of a step. */
  downTo?: number;
  /** The line that the record takes; by default it takes all of them. */
  chosen?: number | 'none';
}

/** A bundle of lines between two parts of the flow: across on a wide page, otherwise down. */
function Wires({ from, to, downTo = to, chosen }: WiresProps) {
  // The edge is 1,200 units long.
  const endOf = (index: number, count: number) =>
    ((Math.min(index, count - 1) + 0.5) * 1200) / count;
  const isTaken = (_: string, index: number) => chosen === undefined || index === chosen;
  const ends = Array.from({ length: Math.max(from, to) }, (_, index) => ({
    start: endOf(index, from),
    end: endOf(index, to),
    below: endOf(index, downTo),
  }));
  const bundles = {
    across: ends.map(({ start, end }) => `M0 ${start}C50 ${start} 50 ${end} 100 ${end}`),
    down: ends.map(({ start, below }) => `M${start} 0C${start} 50 ${below} 50 ${below} 100`),
  };
  return Object.entries(bundles).map(([way, lines]) => (
    <div key={way} className={`${way} whole`}>
      {/* Stretched to the room between the parts; the lines keep their weight. */}
      <svg
        className="wires"
        viewBox={way === 'across' ? '0 0 100 1200' : '0 0 1200 100'}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={lines.join('')} />
        {[...new Set(lines)].filter(isTaken).map((line) => (
          <path key={line} className="thread" d={line} />
        ))}
      </svg>
    </div>
  ));
}
