import { isQuarantined } from '../rows.ts';

/**
 * A CTE that tells open inboxes to look again if the CTE `changed` has rows. It locks last: whoever
 * waits for it holds nothing that another one needs.
 */
export const bumped = `bumped AS (
    UPDATE booking_private.lead_revision SET number = number + 1
    WHERE (SELECT count(*) FROM changed) > 0)`;

/**
 * A statement that writes what belongs to the bookings $2, and tells open inboxes to look again. The CTE
 * `changed` gives the ids of those that are changed. The lock keeps them from being erased meanwhile.
 */
export const changeOf = (changed: string) => `WITH booking AS MATERIALIZED (
    SELECT id, ${isQuarantined} AS quarantined FROM public.booking_requests
    WHERE id = ANY($2::bigint[]) ORDER BY created_at, id FOR KEY SHARE),
  ${changed},
  ${bumped}
  SELECT booking_id FROM changed`;
