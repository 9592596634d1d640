-- Finds the same words that came without a key: an address may have thousands that came under one.
CREATE INDEX booking_requests_keyless ON public.booking_requests (lower(email), created_at)
  WHERE request_id IS NULL;

INSERT INTO booking_private.migrations (version) VALUES (8);
