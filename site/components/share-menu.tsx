import { share } from '../../content/share.ts';
import { type ShareAction, shareActions } from '../share-actions.ts';
import type { SiteSettings } from '../site.ts';
import { Icon } from './icon.tsx';

/** The share button and its menu, which opens natively and which the bootstrap closes. */
export function ShareMenu({ settings }: { settings: SiteSettings }) {
  const actions = shareActions(`${settings.siteUrl}/`, settings.contactEmail);
  return (
    <>
      <button type="button" className="button share-button" popoverTarget="share">
        <Icon name="share" />
        {share.button}
      </button>
      <div id="share" className="share-menu" popover="auto">
        <ul aria-label={share.title}>
          {share.options.map(({ id, name }) => (
            <ShareItem key={id} name={name} action={actions[id]} />
          ))}
        </ul>
      </div>
    </>
  );
}

function ShareItem({ name, action }: { name: string; action: ShareAction }) {
  if ('copies' in action) {
    return (
      <li hidden data-scripted="">
        <button type="button" data-copy={action.copies}>
          {name}
        </button>
      </li>
    );
  }
  if (!action.newWindow) {
    return (
      <li>
        <a href={action.href}>{name}</a>
      </li>
    );
  }
  return (
    <li>
      <a href={action.href} target="_blank" rel="noopener">
        {name}
        <Icon name="arrow-up-right" />
        <span className="visually-hidden">({share.newWindow})</span>
      </a>
    </li>
  );
}
