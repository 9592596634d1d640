export const inbox = {
  title: 'Posteingang',
  withoutScript:
    'Der Posteingang braucht JavaScript. Erlauben Sie es für diese Seite und laden Sie neu.',
} as const;
