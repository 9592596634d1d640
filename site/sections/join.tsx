import { Features } from '../components/cards.tsx';
import { Section } from '../components/section.tsx';
import { ShareMenu } from '../components/share-menu.tsx';
import { useCopy, useProvider } from '../copy.ts';
import type { SiteSettings } from '../site.ts';

/** The invitation: what joining gives, the way to a call, on paper its address, and the share menu. */
export function Join({ settings }: { settings: SiteSettings }) {
  const { bookingForm, join, paths } = useCopy();
  return (
    <Section id="join" head="centred" framed>
      <Features className="offers" features={join.offers} label={join.title} />
      <Reference />
      <div className="actions line">
        <a className="button" href={paths.book}>
          {join.action}
        </a>
        <ShareMenu settings={settings} />
      </div>
      <p className="printed">{`${bookingForm.title}: ${settings.siteUrl}${paths.book}`}</p>
    </Section>
  );
}

/** What a customer says of the provider, when the provider has filled it in. */
function Reference() {
  const { text, from } = useProvider().reference;
  if (!text || !from) return null;
  return (
    <figure className="reference">
      <blockquote>{text}</blockquote>
      <figcaption className="soft small">{from}</figcaption>
    </figure>
  );
}
