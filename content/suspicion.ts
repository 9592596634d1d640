/** Why a request to be called was set aside as spam, for the operator: by the stored code. */
export const suspicion = {
  trap: 'a field that no person sees was filled in',
  'link-in-name': 'a link in the name',
  markup: 'markup in the name or the company',
  'link-in-company': 'a link in the company',
  'same-words': 'the same words in the name and the company',
  sentence: 'twelve words or more in one field',
} as const;
