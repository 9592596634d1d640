-- Finds the other leads of a company, for 'Asked before'.
CREATE INDEX booking_requests_company ON public.booking_requests (lower(company_name));
-- Finds postponed leads.
CREATE INDEX booking_requests_follow_up ON public.booking_requests (follow_up_at)
  WHERE follow_up_at IS NOT NULL;

INSERT INTO booking_private.kysely_migration VALUES ('0002_follow_up', '2026-11-26T16:00:00.000Z');
