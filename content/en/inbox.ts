/** The inbox at /inbox, where the provider works on what was asked. Visitors never see it. */
export const inbox = {
  title: 'Inbox',
  withoutScript: 'The inbox needs JavaScript. Allow it for this site, and load the page again.',
} as const;
