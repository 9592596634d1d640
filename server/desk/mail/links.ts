import { createHmac, timingSafeEqual } from 'node:crypto';
import { day } from '../../../booking/zones.ts';
import type { StoredBooking } from '../../store/bookings.ts';

/**
 * The action of an email link. `again-2026-11-27` postpones the lead to that day. `confirm-HASH` confirms that a
 * test email arrived.
 */
export type LinkAction = 'contacted' | 'accept' | `${'again' | 'confirm'}-${string}`;

/** A link whose signature is valid. */
export interface ActionLink {
  action: LinkAction;
  id: number;
  /** When the lead was stored or the test was sent. After a restore, another lead may have the same number. */
  createdAt: string;
  /** Milliseconds since 1970. */
  endsAt: number;
}

/** Days. */
const validFor = 30;

/** Creates a link's token with the installation's `secret`. `now`: the database's time in milliseconds since 1970. */
export function linkToken(
  secret: string,
  action: LinkAction,
  { id, created_at }: Pick<StoredBooking, 'id' | 'created_at'>,
  now: number,
): string {
  const lastDay = Math.floor(now / day) + validFor;
  const payload = [action, id, Date.parse(created_at), lastDay].join('.');
  return `${payload}.${signatureOf(secret, payload)}`;
}

/** Verifies a token. Undefined if this installation did not create it. */
export function readToken(secret: string, token: string): ActionLink | undefined {
  const [, payload = '', signature = ''] = /^([\w.-]{1,60})\.([0-9a-f]{32})$/.exec(token) ?? [];
  const expected = Buffer.from(signatureOf(secret, payload));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [action = '', id, createdAt, lastDay] = payload.split('.');
  if (!isAction(action)) return undefined;
  return {
    action,
    id: Number(id),
    createdAt: new Date(Number(createdAt)).toISOString(),
    endsAt: (Number(lastDay) + 1) * day,
  };
}

function isAction(name: string): name is LinkAction {
  return /^(contacted|accept|(again|confirm)-.+)$/.test(name);
}

/** 128 bits of HMAC-SHA256 in hex. Email programs treat every hex digit as part of the link. */
function signatureOf(secret: string, payload: string): string {
  return createHmac('sha256', secret).update(`mail link ${payload}`).digest('hex').slice(0, 32);
}
