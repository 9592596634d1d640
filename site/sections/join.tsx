import { join } from '../../content/landing.ts';
import { provider } from '../../content/provider.ts';
import { Features } from '../components/features.tsx';
import { Section } from '../components/section.tsx';
import { ShareMenu } from '../components/share-menu.tsx';
import type { SiteSettings } from '../site.ts';

/** The invitation: what joining gives, the way to a call, and the share menu. */
export function Join({ settings }: { settings: SiteSettings }) {
  return (
    <Section
      id="join"
      title={join.title}
      lede={join.lede}
      eyebrow={join.eyebrow}
      head="column"
      framed
    >
      <Features className="offers" features={join.offers} />
      <Reference />
      <div className="actions">
        <a className="button" href="/book">
          {join.action}
        </a>
        <ShareMenu settings={settings} />
      </div>
    </Section>
  );
}

/** What a customer says of the provider, when the provider has filled it in. */
function Reference() {
  const { text, from } = provider.reference;
  if (!text || !from) return null;
  return (
    <figure className="reference">
      <blockquote>{text}</blockquote>
      <figcaption>{from}</figcaption>
    </figure>
  );
}
