import { brand } from '../content/brand.ts';
import type { ShareOption } from './choices.ts';
import type { Copy } from './copy.ts';
import { pageTitles } from './page-titles.ts';

/** What an option does: it leads to an address, or the bootstrap does it. */
export type ShareAction = { href: string; newWindow?: boolean } | 'instagram' | 'device' | 'link';

/**
 * What each option that a share menu can have does with a page. Every value is encoded with
 * `encodeURIComponent`: a mail program would show a `+` as it is (RFC 6068 §5).
 */
export function shareActions(pageUrl: string, contactEmail: string, copy: Copy) {
  // The headline as a sentence.
  const shareText = pageTitles(copy).home.title.replace(/[^\p{P}]$/u, '$&.');
  const url = encodeURIComponent(pageUrl);
  const text = encodeURIComponent(shareText);
  const textAndUrl = encodeURIComponent(`${shareText} ${pageUrl}`);
  const subject = encodeURIComponent(`${copy.share.subject} ${brand.name}`);
  return {
    email: { href: `mailto:${mailAddress(contactEmail)}?subject=${subject}&body=${url}` },
    whatsapp: { href: `https://wa.me/?text=${textAndUrl}` },
    sms: { href: `sms:?&body=${textAndUrl}` },
    // It has no address to share by.
    instagram: 'instagram',
    twitter: inNewWindow(`https://twitter.com/intent/tweet?text=${text}&url=${url}`),
    linkedin: inNewWindow(`https://www.linkedin.com/sharing/share-offsite/?url=${url}`),
    facebook: inNewWindow(`https://www.facebook.com/sharer/sharer.php?u=${url}`),
    device: 'device',
    link: 'link',
  } satisfies Record<ShareOption, ShareAction>;
}

/** Leaves the page open behind it. */
function inNewWindow(href: string) {
  return { href, newWindow: true };
}

/** A `mailto:` address: RFC 6068 §2 wants everything but the `@` encoded where it is special. */
export function mailAddress(address: string): string {
  return encodeURIComponent(address).replaceAll('%40', '@');
}
