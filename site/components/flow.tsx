import { islandMark } from '../browser/protocol.ts';
import { useCopy } from '../copy.ts';
import { picturePath } from '../illustrations/pictures.tsx';
import { SmallToken } from './token.tsx';

/**
 * The flow as an ordered list, with lines drawn between its parts. Each part shows the sample record of the first
 * driver, until a visitor chooses another driver (site/browser/follow-record.ts).
 */
export function Flow() {
  const { architecture, records } = useCopy();
  const { drivers, erp, processing, token, blockchains } = architecture;
  const { record = '', shares = [] } = records.samples[0] ?? {};
  return (
    // With `autoComplete` off, the browser does not restore a choice without its record. On the fields it has no
    // effect. With the method `dialog`, Enter sends nothing.
    <form className="flow-room" method="dialog" autoComplete="off" {...{ [islandMark]: '' }}>
      <ol className="flow whole" aria-label={architecture.drawingLabel}>
        <li className="step">
          <StepHead {...drivers} />
          <DriverChoice />
        </li>
        <li className="step">
          <Wires from={drivers.names.length} to={1} chosen={0} />
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
            {processing.parts.map(({ title, description }, index) => (
              <li key={title} className="part sheet">
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
            <SmallToken sheet={picturePath('small-token')} />
            <div className="caption">
              <p className="record">{record}</p>
              <p className="soft small">{token.others}</p>
            </div>
          </div>
        </li>
        <li className="step">
          <Wires from={1} to={blockchains.chains.length} downTo={1} />
          <StepHead {...blockchains} />
          <ul className="chains">
            {blockchains.chains.map(({ symbol, name }) => (
              <li key={symbol}>
                <strong>{symbol}</strong>
                <span className="soft small">{name}</span>
              </li>
            ))}
          </ul>
        </li>
      </ol>
      <p className="visually-hidden" role="status" />
    </form>
  );
}

/** A radio button for each driver. */
function DriverChoice() {
  const { architecture, records } = useCopy();
  return (
    <fieldset className="choice">
      <legend className="small screen-only needs-script">{records.invitation}</legend>
      <ol className="drivers">
        {architecture.drivers.names.map((name, index) => (
          <li key={name}>
            <label className="line">
              <input
                className="needs-script"
                type="radio"
                name="driver"
                defaultChecked={index === 0}
              />
              <span>{name}</span>
            </label>
          </li>
        ))}
      </ol>
    </fieldset>
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
  /** The numbers of evenly spread lines at the start (`from`) and at the end (`to`) of the bundle. */
  from: number;
  to: number;
  /** Like `to`, for a bundle that runs down to the name of a step. */
  downTo?: number;
  /** The line along which the record travels. By default it travels along all. */
  chosen?: number;
}

/** A bundle of lines between two parts of the flow. On a wide page it runs across, otherwise down. */
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
      {/* The drawing stretches between the parts, and the lines keep their width. */}
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
