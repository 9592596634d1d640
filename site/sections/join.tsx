import { Features } from '../components/cards.tsx';
import { CallFacts, Contact } from '../components/provider.tsx';
import { QuestionsLink } from '../components/questions.tsx';
import { Section } from '../components/section.tsx';
import { ShareMenu } from '../components/share-menu.tsx';
import { useCopy, useProvider } from '../copy.ts';
import type { SiteSettings } from '../site.ts';

/** The invitation: the offers, the link to /book (its address in print), and the share menu. */
export function Join({ settings }: { settings: SiteSettings }) {
  const { bookingForm, join, paths } = useCopy();
  return (
    <Section id="join" head="centred" framed>
      <Features className="offers" features={join.offers} label={join.title} />
      <References />
      <Contact heading="h3" />
      <CallFacts />
      <div className="actions line">
        <a className="button" href={paths.book}>
          {join.action}
        </a>
        <ShareMenu settings={settings} />
      </div>
      <QuestionsLink />
      <p className="printed">{`${bookingForm.title}: ${settings.siteUrl}${paths.book}`}</p>
    </Section>
  );
}

/** Quotations of customers, if filled in. */
function References() {
  return useProvider().references.map(({ text, from }) => (
    <figure key={from} className="reference section-head centred">
      <blockquote>{text}</blockquote>
      <figcaption className="soft small">{from}</figcaption>
    </figure>
  ));
}
