/** An option opens an address, or the inline script copies the page's address. */
export type ShareAction = { href: string; newWindow?: boolean } | 'copy';

/** The shared page, and the recipient and the subject of the option `email`. */
export interface SharedPage {
  url: string;
  title: string;
  contactEmail: string;
  subject: string;
}

/**
 * Every option of the share menu with its action. Values are encoded with `encodeURIComponent`, because a mail
 * program does not read `+` as a space (RFC 6068 §5).
 */
export const shareActions = {
  email: ({ url, contactEmail, subject }) => ({
    href: `mailto:${mailAddress(contactEmail)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(url)}`,
  }),
  whatsapp: (page) => ({ href: `https://wa.me/?text=${textAndUrl(page)}` }),
  sms: (page) => ({ href: `sms:?&body=${textAndUrl(page)}` }),
  // Instagram has no address for sharing.
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
