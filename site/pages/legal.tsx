import { DarkPage } from '../components/dark-page.tsx';
import { Points } from '../components/privacy.tsx';
import { BackLink } from '../components/provider.tsx';
import type { LegalDocument } from '../copy.ts';
import type { SiteSettings } from '../site.ts';

/** A page with the provider's own text, such as terms. */
export function Legal({ settings, document }: { settings: SiteSettings; document: LegalDocument }) {
  return (
    <DarkPage
      title={document.title}
      canonical={{ ...settings, page: document.path }}
      back={<BackLink />}
    >
      <h1>{document.title}</h1>
      <Points points={document.points} {...settings} />
    </DarkPage>
  );
}
