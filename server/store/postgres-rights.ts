import { sql } from 'kysely';
import { bookingFields } from '../../booking/booking.ts';
import type { Store } from './store.ts';

/**
 * Checks that `anon`, and Supabase's `authenticated`, may insert a booking's fields and nothing else. Returns
 * undefined, or a sentence for the operator with the SQL that corrects the rights. Rights inherited from another role
 * count too. To remove them, end the membership in that role.
 */
export async function findVisitorRightsFault(store: Store): Promise<string | undefined> {
  const { rows } = await store.read((db) => excessRights.execute(db));
  if (rows.length === 0) return undefined;
  const rights = rows.map(({ role, privileges, object }) => `${role} ${privileges} on ${object}`);
  const roles = ['PUBLIC', ...new Set(rows.map(({ role }) => role))].join(', ');
  const fields = bookingFields.join(', ');
  return `visitors may do more than insert ${fields}: ${rights.join(', ')}. As the owner of the tables, or a superuser, run: REVOKE ALL ON SCHEMA booking_private FROM ${roles}; REVOKE ALL ON public.booking_requests, public.booking_requests_id_seq FROM ${roles}; GRANT INSERT (${fields}) ON public.booking_requests TO anon;`;
}

const excessRights = sql<{ role: string; object: string; privileges: string }>`
  SELECT rolname AS role, object, string_agg(privilege, ', ' ORDER BY privilege) AS privileges
  FROM pg_catalog.pg_roles, LATERAL (
    SELECT privilege, 'the table' AS object
    FROM unnest(ARRAY['DELETE', 'INSERT', 'SELECT', 'TRUNCATE', 'UPDATE']) AS privilege
    WHERE has_table_privilege(rolname, 'public.booking_requests', privilege)
    UNION ALL
    SELECT privilege, attname::text
    FROM pg_catalog.pg_attribute, unnest(ARRAY['INSERT', 'SELECT', 'UPDATE']) AS privilege
    WHERE attrelid = 'public.booking_requests'::regclass AND attnum > 0 AND NOT attisdropped
      AND has_column_privilege(rolname, attrelid, attnum, privilege)
      AND NOT has_table_privilege(rolname, attrelid, privilege)
      AND (privilege <> 'INSERT' OR attname <> ALL (${[...bookingFields]}::text[]))
    UNION ALL
    SELECT privilege, 'the sequence' FROM unnest(ARRAY['SELECT', 'UPDATE', 'USAGE']) AS privilege
    WHERE has_sequence_privilege(rolname, 'public.booking_requests_id_seq', privilege)
    UNION ALL
    SELECT 'USAGE', 'booking_private' WHERE has_schema_privilege(rolname, 'booking_private', 'USAGE')
  ) AS excess
  WHERE rolname IN ('anon', 'authenticated') GROUP BY rolname, object ORDER BY rolname, object`;
