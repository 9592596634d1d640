-- Who has opened which lead. Replaces `read_at`, which everyone shared.
CREATE TABLE booking_private.lead_reads (
  booking_id bigint NOT NULL REFERENCES public.booking_requests (id) ON DELETE CASCADE,
  -- An address of INBOX_USERS.
  email text COLLATE "C" NOT NULL,
  PRIMARY KEY (booking_id, email)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON booking_private.lead_reads TO booking_server;
ALTER TABLE public.booking_requests DROP COLUMN read_at;

INSERT INTO booking_private.kysely_migration VALUES ('0003_lead_reads', '2026-11-26T16:30:00.000Z');
