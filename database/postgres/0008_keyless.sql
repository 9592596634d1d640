-- Finds the same words that came without a key: an address may have thousands that came under one.
CREATE INDEX booking_requests_keyless ON public.booking_requests (lower(email), created_at)
  WHERE request_id IS NULL;

-- As before (0006), but for a query of its own for each case, so that each goes by its index.
CREATE OR REPLACE FUNCTION desk.has_words(
  name text, company_name text, email text, suspicion text, keyless boolean, at timestamptz
) RETURNS boolean LANGUAGE plpgsql STABLE SET search_path = '' AS $$
BEGIN
  IF keyless THEN
    RETURN EXISTS (
      SELECT FROM public.booking_requests AS earlier
      WHERE earlier.request_id IS NULL
        AND lower(earlier.email) = lower(has_words.email)
        AND earlier.created_at > at - interval '24 hours'
        AND (earlier.name, earlier.company_name, earlier.email)
          = (has_words.name, has_words.company_name, has_words.email)
        AND (has_words.suspicion IS NOT NULL OR earlier.suspicion IS NULL OR earlier.accepted_at IS NOT NULL)
    );
  END IF;
  RETURN EXISTS (
    SELECT FROM public.booking_requests AS earlier
    WHERE lower(earlier.email) = lower(has_words.email)
      AND earlier.created_at > at - interval '24 hours'
      AND (earlier.name, earlier.company_name, earlier.email)
        = (has_words.name, has_words.company_name, has_words.email)
      AND (has_words.suspicion IS NOT NULL OR earlier.suspicion IS NULL OR earlier.accepted_at IS NOT NULL)
  );
END
$$;

INSERT INTO desk.migrations (version) VALUES (8);
