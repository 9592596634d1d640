import { brand } from '../content/brand.ts';
import { share } from '../content/share.ts';
import type { ShareOption } from './choices.ts';

/** Where an option leads. Instagram has no address: its option copies the page's. */
type LinkedOption = Exclude<ShareOption, 'instagram'>;

/**
 * The addresses of the share menu for a page. Every value is encoded with `encodeURIComponent`:
 * a mail program would show a `+` as it is (RFC 6068 §5).
 */
export function shareLinks(pageUrl: string, contactEmail: string): Record<LinkedOption, string> {
  const url = encodeURIComponent(pageUrl);
  const text = encodeURIComponent(share.text);
  const textAndUrl = encodeURIComponent(`${share.text} ${pageUrl}`);
  const subject = encodeURIComponent(`${share.subject} ${brand.name}`);
  return {
    email: `mailto:${mailAddress(contactEmail)}?subject=${subject}&body=${url}`,
    whatsapp: `https://wa.me/?text=${textAndUrl}`,
    sms: `sms:?&body=${textAndUrl}`,
    twitter: `https://twitter.com/intent/tweet?text=${text}&url=${url}`,
    linkedin: `https://www.linkedin.com/sharing/share-offsite/?url=${url}`,
    facebook: `https://www.facebook.com/sharer/sharer.php?u=${url}`,
  };
}

/** A `mailto:` address: RFC 6068 §2 wants everything but the `@` encoded where it is special. */
export function mailAddress(address: string): string {
  return encodeURIComponent(address).replaceAll('%40', '@');
}
