import { phoneFaces } from 'virtual:fonts';
import { Fragment, type ReactNode } from 'react';
import { hashedFile } from '../assets.ts';
import { ContactRule, NextSteps, ScheduleLink } from '../components/call.tsx';
import { Dialog } from '../components/dialog.tsx';
import { LandingData } from '../components/metadata.tsx';
import { Questions } from '../components/questions.tsx';
import type { SectionId } from '../copy.ts';
import { pageTitles, useCopy } from '../copy.ts';
import { Document, FontPreloads, Inlined } from '../document.tsx';
import { picturePath } from '../illustrations/pictures.tsx';
import { Architecture } from '../sections/architecture.tsx';
import { Cases } from '../sections/cases.tsx';
import { Footer } from '../sections/footer.tsx';
import { Header } from '../sections/header.tsx';
import { Hero } from '../sections/hero.tsx';
import { Join } from '../sections/join.tsx';
import { Revenue } from '../sections/revenue.tsx';
import { Security } from '../sections/security.tsx';
import { Solution } from '../sections/solution.tsx';
import type { SiteSettings } from '../site.ts';
import lowerStyles from '../styles/below-the-fold.css?inline';
import styles from '../styles/landing-page.css?inline';

const faces = ['display', 'display-italic', 'text', 'mono'] as const;

export function Landing({ settings }: { settings: SiteSettings }) {
  const copy = useCopy();
  const { alerts, controls, sections, paths } = copy;
  const address = settings.siteUrl + paths.home;
  const parts: Record<SectionId, ReactNode> = {
    solution: <Solution />,
    architecture: <Architecture />,
    cases: <Cases />,
    revenue: <Revenue />,
    security: <Security />,
    join: (
      <>
        <Questions />
        <Join settings={settings} />
      </>
    ),
  };
  return (
    <Document
      {...pageTitles(copy).home}
      canonical={{ ...settings, page: '' }}
      theme="light"
      styles={styles}
      bootstrap={__CONTROLS__}
      next={[paths.book]}
    >
      <a className="skip-link screen-only" href="#main">
        {controls.skip}
      </a>
      <Header />
      <main id="main">
        <Hero />
        {/* Sections below wait for these styles, the first view does not. Firefox waits only at a script. */}
        <link rel="stylesheet" href={belowTheFold.path} />
        <Inlined as="script" text=" " />
        <FontPreloads faces={faces} />
        {sections.map(({ id }) => (
          <Fragment key={id}>{parts[id]}</Fragment>
        ))}
      </main>
      <Footer settings={settings} />
      <Dialog
        id="booked"
        title={alerts.booked}
        below={
          <>
            <ContactRule promise={settings.contactPromise} />
            <ScheduleLink url={settings.schedulingUrl} />
            <NextSteps id="after-booking" arrived />
          </>
        }
      />
      <Dialog id="copied" title={alerts.copied} />
      <Dialog id="copy-by-hand" title={alerts.copyByHand}>
        <input readOnly defaultValue={address} aria-labelledby="copy-by-hand-title" />
      </Dialog>
      <LandingData {...settings} />
    </Document>
  );
}

/** Drawings for the styles. Their addresses are only known when the site is rendered. */
const drawings = `:root{--band:url(${picturePath('band')});--border:url(${picturePath('border')})}`;
const sheet = phoneFaces + lowerStyles + drawings;

/**
 * The style sheet for everything below the landing page's first view, which is painted without it. A phone uses
 * the fallback fonts until then (docs/decisions/0033).
 */
export const belowTheFold = await hashedFile('below-the-fold', 'css', sheet);
