/** The state of a lead: the sender was not contacted yet, was contacted, or nothing is left to do. */
export const leadStates = ['new', 'contacted', 'closed'] as const;

export type LeadState = (typeof leadStates)[number];

/** The lists of the inbox. Until a quarantined booking is accepted, it is only in the list `quarantined`. */
export const leadFolders = [...leadStates, 'quarantined'] as const;

export type LeadFolder = (typeof leadFolders)[number];

/**
 * `later`: postponed leads, which return to the list on a later day. `all`: all leads except quarantined ones.
 */
export const listFolders = [...leadFolders, 'later', 'all'] as const;

export type ListFolder = (typeof listFolders)[number];

export interface LeadEvent {
  at: string;
  /** An address, `cli`, `mail` for a link in an email, or `server` for a reminder or a return. */
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
  /** The note at that time, the day of the return, or the owner's address ('': no owner). */
  text: string | null;
}

export type LeadAction = LeadEvent['action'];

export const longestNote = 5_000;
