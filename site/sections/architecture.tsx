import { FollowRecord } from '../browser/follow-record/follow-record.tsx';
import { Island } from '../components/island.tsx';
import { Section } from '../components/section.tsx';
import { useCopy } from '../copy.ts';
import { picturePath } from '../illustrations/pictures.tsx';

/** The flow from the drivers to the token, along which a visitor can follow a sample record. */
export function Architecture() {
  const { architecture } = useCopy();
  return (
    <Section id="architecture" title={architecture.title} lede={architecture.lede}>
      <Island
        name="follow-record"
        component={FollowRecord}
        props={{ crest: picturePath('crest'), token: picturePath('small-token') }}
      />
    </Section>
  );
}
