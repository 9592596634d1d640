import FollowRecord from '../browser/follow-record/follow-record.tsx';
import { Island } from '../components/island.tsx';
import { Section } from '../components/section.tsx';
import { useProvider } from '../copy.ts';
import { picturePath } from '../illustrations/pictures.tsx';

/** The flow from the drivers to the token. A visitor can follow a sample record along it. */
export function Architecture() {
  const { onChain } = useProvider();
  return (
    <Section id="architecture" ground="sheet">
      <Island
        name="follow-record"
        component={FollowRecord}
        props={{ picture: picturePath('small-token') }}
      />
      {onChain && <p className="on-chain soft small">{onChain}</p>}
    </Section>
  );
}
