-- The form that posted itself, and the page's own script, are two ways of one visitor: words that
-- came without a key are the same booking when they come under one within 24 hours.

-- Whoever looks for the same words holds this first: the second of two at once looks when the first
-- has committed. Until the transaction ends.
CREATE FUNCTION booking_private.lock_words(name text, company_name text, email text)
RETURNS void LANGUAGE sql VOLATILE SET search_path = '' AS $$
  SELECT pg_advisory_xact_lock(hashtextextended(json_build_array(name, company_name, email)::text, 1))
$$;
REVOKE EXECUTE ON FUNCTION booking_private.lock_words FROM PUBLIC;
GRANT EXECUTE ON FUNCTION booking_private.lock_words TO booking_server;

-- Whether the same words were stored in the 24 hours before `at`; `keyless`: without a key. One that
-- waits as a suspect counts for a suspect alone: a stranger's must not keep somebody's booking out.
CREATE FUNCTION booking_private.has_words(
  name text, company_name text, email text, spam_signals text, keyless boolean, at timestamptz
) RETURNS boolean LANGUAGE sql STABLE SET search_path = '' AS $$
  SELECT EXISTS (
    SELECT FROM public.booking_requests AS earlier
    WHERE lower(earlier.email) = lower(has_words.email)
      AND earlier.created_at > at - interval '24 hours'
      AND (earlier.name, earlier.company_name, earlier.email)
        = (has_words.name, has_words.company_name, has_words.email)
      AND (earlier.request_id IS NULL OR NOT keyless)
      AND (has_words.spam_signals IS NOT NULL OR earlier.spam_signals IS NULL OR earlier.accepted_at IS NOT NULL)
  )
$$;
REVOKE EXECUTE ON FUNCTION booking_private.has_words FROM PUBLIC;
GRANT EXECUTE ON FUNCTION booking_private.has_words TO booking_server;

-- As before (0002), and with the look for the same words. `weigh_booking` comes later, so a booking
-- that no server has weighed is weighed here.
CREATE OR REPLACE FUNCTION booking_private.take_booking() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  blanks CONSTANT text := E'\t\n\x0B\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF';
BEGIN
  NEW.name := btrim(NEW.name, blanks);
  NEW.company_name := btrim(NEW.company_name, blanks);
  NEW.email := btrim(NEW.email, blanks);
  NEW.request_id := coalesce(NEW.request_id, booking_private.idempotency_key());
  NEW.request_hash := NULL;
  IF NEW.request_id IS NULL THEN
    RETURN NEW;
  END IF;
  NEW.request_hash := booking_private.request_hash(NEW.request_id, NEW.name, NEW.company_name, NEW.email);
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.request_id::text, 0));
  PERFORM booking_private.lock_words(NEW.name, NEW.company_name, NEW.email);
  IF EXISTS (SELECT FROM public.booking_requests WHERE request_hash = NEW.request_hash)
    OR EXISTS (SELECT FROM booking_private.tombstones WHERE hash = NEW.request_hash)
    OR booking_private.has_words(
      NEW.name, NEW.company_name, NEW.email,
      coalesce(NEW.spam_signals, booking_private.spam_signals_of(NEW.name, NEW.company_name)), true, NEW.created_at
    )
  THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END
$$;

INSERT INTO booking_private.migrations (version) VALUES (6);
