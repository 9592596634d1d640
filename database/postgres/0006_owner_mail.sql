-- When the lead got a new owner. Null once the owner has been emailed. Earlier versions kept this in memory.
ALTER TABLE public.booking_requests ADD COLUMN owner_mail_at timestamptz;
CREATE INDEX booking_requests_owner_mail ON public.booking_requests (owner_mail_at)
  WHERE owner_mail_at IS NOT NULL;

INSERT INTO booking_private.kysely_migration VALUES ('0006_owner_mail', '2026-11-26T18:50:00.000Z');
