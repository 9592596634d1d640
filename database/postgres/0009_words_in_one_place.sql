-- The fields that a visitor fills in stand in the first two of these functions alone. A new field is
-- its column with a check, the grant to `anon`, and these two replaced; the others go by them.

-- A booking's words, in the order of the form: two with the same words are the same. Without a
-- search_path, since one is not inlined; nothing in it is looked up by a name.
CREATE FUNCTION booking_private.words_of(booking public.booking_requests)
RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY[booking.name, booking.company_name, booking.email]
$$;
REVOKE EXECUTE ON FUNCTION booking_private.words_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION booking_private.words_of TO booking_server;

-- Trims as JavaScript's `trim` does (https://tc39.es/ecma262/#sec-trimstring).
CREATE FUNCTION booking_private.trimmed(booking public.booking_requests)
RETURNS public.booking_requests LANGUAGE plpgsql IMMUTABLE SET search_path = '' AS $$
DECLARE
  blanks CONSTANT text := E'\t\n\x0B\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF';
BEGIN
  booking.name := btrim(booking.name, blanks);
  booking.company_name := btrim(booking.company_name, blanks);
  booking.email := btrim(booking.email, blanks);
  RETURN booking;
END
$$;
REVOKE EXECUTE ON FUNCTION booking_private.trimmed FROM PUBLIC;

-- As before (0002 and 0006), but of the words as one. The old ones, with a parameter for each
-- field, stay for servers of the version before; what they lock and hash is the same.

CREATE FUNCTION booking_private.request_hash(request_id uuid, words text[])
RETURNS bytea LANGUAGE sql STABLE SET search_path = '' AS $$
  SELECT sha256(convert_to(json_build_array(VARIADIC request_id::text || words)::text, 'UTF8'))
$$;
REVOKE EXECUTE ON FUNCTION booking_private.request_hash(uuid, text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION booking_private.request_hash(uuid, text[]) TO booking_server;

-- Whoever looks for the same words holds this first: the second of two at once looks when the first
-- has committed. Until the transaction ends.
CREATE FUNCTION booking_private.lock_words(words text[])
RETURNS void LANGUAGE sql VOLATILE SET search_path = '' AS $$
  SELECT pg_advisory_xact_lock(hashtextextended(json_build_array(VARIADIC words)::text, 1))
$$;
REVOKE EXECUTE ON FUNCTION booking_private.lock_words(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION booking_private.lock_words(text[]) TO booking_server;

-- Whether the same words were stored in the 24 hours before `at`; `keyless`: without a key. One that
-- waits as a suspect counts for a suspect alone: a stranger's must not keep somebody's booking out.
-- A query of its own for each case, so that each goes by its index.
CREATE FUNCTION booking_private.has_words(
  words text[], email text, spam_signals text, keyless boolean, at timestamptz
) RETURNS boolean LANGUAGE plpgsql STABLE SET search_path = '' AS $$
BEGIN
  IF keyless THEN
    RETURN EXISTS (
      SELECT FROM public.booking_requests AS earlier
      WHERE earlier.request_id IS NULL
        AND lower(earlier.email) = lower(has_words.email)
        AND earlier.created_at > at - interval '24 hours'
        AND booking_private.words_of(earlier) = words
        AND (has_words.spam_signals IS NOT NULL OR earlier.spam_signals IS NULL OR earlier.accepted_at IS NOT NULL)
    );
  END IF;
  RETURN EXISTS (
    SELECT FROM public.booking_requests AS earlier
    WHERE lower(earlier.email) = lower(has_words.email)
      AND earlier.created_at > at - interval '24 hours'
      AND booking_private.words_of(earlier) = words
      AND (has_words.spam_signals IS NOT NULL OR earlier.spam_signals IS NULL OR earlier.accepted_at IS NOT NULL)
  );
END
$$;
REVOKE EXECUTE ON FUNCTION booking_private.has_words(text[], text, text, boolean, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION booking_private.has_words(text[], text, text, boolean, timestamptz) TO booking_server;

CREATE OR REPLACE FUNCTION booking_private.take_booking() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  words text[];
BEGIN
  NEW := booking_private.trimmed(NEW);
  NEW.request_id := coalesce(NEW.request_id, booking_private.idempotency_key());
  NEW.request_hash := NULL;
  IF NEW.request_id IS NULL THEN
    RETURN NEW;
  END IF;
  words := booking_private.words_of(NEW);
  NEW.request_hash := booking_private.request_hash(NEW.request_id, words);
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.request_id::text, 0));
  PERFORM booking_private.lock_words(words);
  IF EXISTS (SELECT FROM public.booking_requests WHERE request_hash = NEW.request_hash)
    OR EXISTS (SELECT FROM booking_private.tombstones WHERE hash = NEW.request_hash)
    OR booking_private.has_words(
      words, NEW.email,
      coalesce(NEW.spam_signals, booking_private.spam_signals_of(NEW.name, NEW.company_name)), true, NEW.created_at
    )
  THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END
$$;

INSERT INTO booking_private.migrations (version) VALUES (9);
