import { share } from '../../content/share.ts';
import type { ShareOption } from '../choices.ts';
import { shareLinks } from '../share-links.ts';
import type { SiteSettings } from '../site.ts';
import { Icon } from './icon.tsx';

const options: readonly { id: ShareOption; name: string }[] = share.options;

/** These leave the page open behind them. */
const newWindow = new Set<ShareOption>(['twitter', 'linkedin', 'facebook']);

/** The share button and its menu, which opens natively and which the bootstrap closes. */
export function ShareMenu({ settings }: { settings: SiteSettings }) {
  const pageUrl = `${settings.siteUrl}/`;
  const links = shareLinks(pageUrl, settings.contactEmail);
  return (
    <>
      <button type="button" className="button share-button" popoverTarget="share">
        <Icon name="share" />
        {share.button}
      </button>
      <div id="share" className="share-menu" popover="auto">
        <ul aria-label={share.title}>
          {options.map(({ id, name }) => (
            <li key={id} {...(id === 'instagram' && { hidden: true, 'data-scripted': '' })}>
              {id === 'instagram' ? (
                <button type="button" data-copy={pageUrl}>
                  {name}
                </button>
              ) : (
                <ShareLink href={links[id]} name={name} opensWindow={newWindow.has(id)} />
              )}
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

interface ShareLinkProps {
  href: string;
  name: string;
  opensWindow: boolean;
}

function ShareLink({ href, name, opensWindow }: ShareLinkProps) {
  if (!opensWindow) return <a href={href}>{name}</a>;
  return (
    <a href={href} target="_blank" rel="noopener">
      {name}
      <Icon name="arrow-up-right" />
      <span className="visually-hidden">({share.newWindow})</span>
    </a>
  );
}
