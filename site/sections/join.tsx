import { CallFacts, ContactRule, NextSteps } from '../components/call.tsx';
import { Features } from '../components/cards.tsx';
import { Contact, References } from '../components/provider.tsx';
import { QuestionsLink } from '../components/questions.tsx';
import { Section } from '../components/section.tsx';
import { ShareMenu } from '../components/share-menu.tsx';
import { useCopy } from '../copy.ts';
import type { SiteSettings } from '../site.ts';

/** The invitation: the offers, the link to /book (its address in print), the share menu, and what happens next. */
export function Join({ settings }: { settings: SiteSettings }) {
  const { bookingForm, join, paths, sections } = useCopy();
  return (
    <Section id="join" head="column" framed>
      <div className="invitation rows">
        <p className="actions">
          <a className="button" href={paths.book}>
            {join.action}
          </a>
        </p>
        <CallFacts />
        <ContactRule promise={settings.contactPromise} />
        <div className="join-links line small">
          <QuestionsLink />
          <ShareMenu settings={settings} />
        </div>
      </div>
      <div className="prospect rows">
        <Features features={join.offers} label={join.title} />
        <NextSteps id="joining" />
        <Contact heading="h3" />
        {!sections.some(({ id }) => id === 'cases') && <References />}
      </div>
      <p className="printed">{`${bookingForm.title}: ${settings.siteUrl}${paths.book}`}</p>
    </Section>
  );
}
