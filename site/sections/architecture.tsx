import { architecture } from '../../content/landing.ts';
import { CardIcon } from '../components/icon.tsx';
import { Section } from '../components/section.tsx';
import { SmallToken } from '../components/token.tsx';
import { Crest, Wires } from '../illustrations/flow.tsx';
import { picturePath } from '../illustrations/pictures.tsx';

const { drivers, erp, processing, token } = architecture;

/** The flow as one drawing: its parts are an ordered list, the lines between them are drawn. */
export function Architecture() {
  return (
    <Section id="architecture" title={architecture.title} lede={architecture.lede}>
      <ol className="flow" aria-label={architecture.drawingLabel}>
        <li className="step">
          <StepHead {...drivers} />
          <ol className="drivers">
            {drivers.names.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ol>
        </li>
        <li className="step">
          <Wires from={drivers.names.length} to={1} />
          <StepHead {...erp} />
          <Crest id="erp-crest">{erp.label}</Crest>
        </li>
        <li className="step">
          <Wires from={1} to={processing.parts.length} />
          <StepHead {...processing} />
          <ul className="parts">
            {processing.parts.map(({ icon, title, description }) => (
              <li key={title}>
                <CardIcon name={icon} />
                <strong>{title}</strong>
                <span>{description}</span>
              </li>
            ))}
          </ul>
        </li>
        <li className="step">
          <Wires from={processing.parts.length} to={1} />
          <StepHead {...token} />
          <SmallToken sheet={picturePath('small-token')} />
          <Wires from={1} to={token.chains.length} />
          <ul className="chains">
            {token.chains.map(({ symbol, name }) => (
              <li key={symbol}>
                <strong>{symbol}</strong>
                <span>{name}</span>
              </li>
            ))}
          </ul>
        </li>
      </ol>
    </Section>
  );
}

function StepHead({ icon, title, description }: Record<'icon' | 'title' | 'description', string>) {
  return (
    <div className="step-head">
      <CardIcon name={icon} />
      <h3>{title}</h3>
      <p>{description}</p>
    </div>
  );
}
