import { mailAddress } from '../share-actions.ts';

/** A mail address that opens a draft to it. */
export function MailLink({ email }: { email: string }) {
  return <a href={`mailto:${mailAddress(email)}`}>{email}</a>;
}
