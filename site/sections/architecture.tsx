import { Flow } from '../components/flow.tsx';
import { Section } from '../components/section.tsx';
import { useProvider } from '../copy.ts';

/** The flow from the drivers to the token. A visitor can follow a sample record along it. */
export function Architecture() {
  const { onChain } = useProvider();
  return (
    <Section id="architecture" ground="sheet">
      <Flow />
      {onChain && <p className="on-chain soft small">{onChain}</p>}
    </Section>
  );
}
