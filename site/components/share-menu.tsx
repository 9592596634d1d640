import { brand } from '../../content/brand.ts';
import { copyMark, passed, scriptedMark } from '../browser/protocol.ts';
import { headlineOf, useCopy } from '../copy.ts';
import { type ShareAction, shareActions } from '../share-actions.ts';
import type { SiteSettings } from '../site.ts';
import { Icon } from './icon.tsx';

/** The share button and its menu. The browser opens the menu, and the inline script closes it. */
export function ShareMenu({ settings }: { settings: SiteSettings }) {
  const copy = useCopy();
  const { share } = copy;
  const address = `${settings.siteUrl}${copy.paths.home}`;
  const page = {
    url: address,
    title: headlineOf(copy),
    contactEmail: settings.contactEmail,
    subject: `${share.subject} ${brand.name}`,
  };
  return (
    <div className="share screen-only">
      <button type="button" className="text-button needs-popover" popoverTarget="share">
        {share.button}
      </button>
      <div id="share" className="share-menu sheet" popover="auto" {...passed({ address })}>
        <ul aria-label={share.title}>
          {share.options.map(({ id, name }) => (
            <ShareItem key={id} name={name} action={shareActions[id](page)} />
          ))}
        </ul>
      </div>
    </div>
  );
}

function ShareItem({ name, action }: { name: string; action: ShareAction }) {
  const { share } = useCopy();
  if (action === 'copy') {
    return (
      <li hidden {...{ [scriptedMark]: '' }}>
        <button type="button" {...{ [copyMark]: '' }}>
          {name}
        </button>
      </li>
    );
  }
  const { href, newWindow } = action;
  return (
    <li>
      <a href={href} {...(newWindow && { target: '_blank', rel: 'noopener' })}>
        {name}
        {newWindow && (
          <>
            <Icon name="arrow-up-right" />
            <span className="visually-hidden">({share.newWindow})</span>
          </>
        )}
      </a>
    </li>
  );
}
