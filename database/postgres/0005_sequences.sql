-- Supabase grants sequences on top of tables: whoever reads one knows how many bookings there are.
-- No rights are needed to insert: the column is an identity.
REVOKE ALL ON SEQUENCE public.booking_requests_id_seq FROM PUBLIC, anon;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'authenticated') THEN
    REVOKE ALL ON SEQUENCE public.booking_requests_id_seq FROM authenticated;
  END IF;
END
$$;

INSERT INTO booking_private.migrations (version) VALUES (5);
