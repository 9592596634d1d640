/** What an option does: it leads to an address, or the bootstrap copies the page's. */
export type ShareAction = { href: string; newWindow?: boolean } | 'copy';

/** A page that is shared, to whom the mail goes, and its subject. */
export interface SharedPage {
  url: string;
  title: string;
  contactEmail: string;
  subject: string;
}

/**
 * Every option that a share menu can have, and what it does with a page. Every value is encoded with
 * `encodeURIComponent`: a mail program would show a `+` as it is (RFC 6068 §5).
 */
export const shareActions = {
  email: ({ url, contactEmail, subject }) => ({
    href: `mailto:${mailAddress(contactEmail)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(url)}`,
  }),
  whatsapp: (page) => ({ href: `https://wa.me/?text=${textAndUrl(page)}` }),
  sms: (page) => ({ href: `sms:?&body=${textAndUrl(page)}` }),
  // It has no address to share by.
  instagram: () => 'copy',
  twitter: ({ url, title }) => ({
    href: `https://twitter.com/intent/tweet?text=${encodeURIComponent(sentence(title))}&url=${encodeURIComponent(url)}`,
    newWindow: true,
  }),
  linkedin: ({ url }) => ({
    href: `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(url)}`,
    newWindow: true,
  }),
  facebook: ({ url }) => ({
    href: `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`,
    newWindow: true,
  }),
} satisfies Record<string, (page: SharedPage) => ShareAction>;

export type ShareOption = keyof typeof shareActions;

function textAndUrl({ title, url }: SharedPage): string {
  return encodeURIComponent(`${sentence(title)} ${url}`);
}

/** The headline as a sentence. */
function sentence(title: string): string {
  return title.replace(/[^\p{P}]$/u, '$&.');
}

/** A `mailto:` address: RFC 6068 §2 requires every special character except `@` to be encoded. */
export function mailAddress(address: string): string {
  return encodeURIComponent(address).replaceAll('%40', '@');
}
