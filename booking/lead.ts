/** The state of a lead: no one has written to its sender yet, someone has, or nothing is left to do. */
export const leadStates = ['new', 'contacted', 'closed'] as const;

export type LeadState = (typeof leadStates)[number];

/** The lists of the inbox. A quarantined booking is in its own alone, until it is accepted. */
export const leadFolders = [...leadStates, 'quarantined'] as const;

export type LeadFolder = (typeof leadFolders)[number];

/** `later`: the leads that return to the list on a day to come. */
export const listFolders = [...leadFolders, 'later'] as const;

export type ListFolder = (typeof listFolders)[number];

export interface LeadEvent {
  at: string;
  /** An address, `cli`, `mail` for a link of an email, or `server` for a reminder or a return. */
  who: string;
  action:
    | 'contacted'
    | 'closed'
    | 'reopened'
    | 'noted'
    | 'accepted'
    | 'replayed'
    | 'delivered'
    | 'reminded'
    | 'postponed'
    | 'returned'
    | 'assigned';
  /** The note as it was written then, the day of the return, or the owner's address ('': no owner). */
  text: string | null;
}

export type LeadAction = LeadEvent['action'];

export const longestNote = 5_000;
