import { passed } from '../browser/protocol.ts';
import { BookingForm } from '../components/booking-form.tsx';
import { CallFacts, ContactRule, NextSteps, ScheduleLink } from '../components/call.tsx';
import { Certificate, KeptCertificate } from '../components/certificate.tsx';
import { DarkPage } from '../components/dark-page.tsx';
import { Dialog } from '../components/dialog.tsx';
import { BookData } from '../components/metadata.tsx';
import { Privacy } from '../components/privacy.tsx';
import { BackLink, Contact } from '../components/provider.tsx';
import { QuestionsLink } from '../components/questions.tsx';
import { pageTitles, useCopy } from '../copy.ts';
import type { SiteSettings } from '../site.ts';

interface BookProps {
  settings: SiteSettings;
  /** Whether it follows a failed native post. */
  failed?: boolean;
}

/** The dark Book a Call page, with the form and the certificate next to it. */
export function Book({ settings, failed = false }: BookProps) {
  const copy = useCopy();
  const { alerts, bookingForm, paths } = copy;
  return (
    <DarkPage
      {...pageTitles(copy).book}
      canonical={{ ...settings, page: 'book' }}
      bootstrap={__BOOK__}
      back={<BackLink />}
      content="booking"
    >
      <h1>{bookingForm.title}</h1>
      <Certificate />
      <div className="booking-words">
        <p className="lede">{bookingForm.lede}</p>
        <ContactRule promise={settings.contactPromise} />
        <CallFacts />
        <p className="printed">{settings.siteUrl + paths.book}</p>
        <BookingForm settings={settings} failed={failed} />
        <NextSteps id="after-request" />
        <Privacy {...settings} />
        <QuestionsLink />
      </div>
      <div className="booking-notes">
        <Contact />
      </div>
      <Dialog
        id="booked"
        title={alerts.booked}
        end={paths.home}
        below={
          <>
            <ScheduleLink url={settings.schedulingUrl} />
            <KeptCertificate />
            <NextSteps id="after-booking" arrived />
          </>
        }
      >
        <p className="write-to" {...passed({ text: alerts.writeTo })} />
        <ContactRule promise={settings.contactPromise} isReplaced />
      </Dialog>
      <BookData {...settings} />
    </DarkPage>
  );
}
