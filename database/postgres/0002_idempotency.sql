-- The same key with the same words is stored once, however it arrives.

-- What was erased, as the hash of its key and words: a late repeat of the request brings nothing back.
CREATE TABLE booking_private.tombstones (
  hash bytea PRIMARY KEY,
  erased_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON booking_private.tombstones TO booking_server;

-- What is kept of a key and its words. An array in JSON, so that no words run into each other.
CREATE FUNCTION booking_private.request_hash(request_id uuid, name text, company_name text, email text)
RETURNS bytea LANGUAGE sql STABLE SET search_path = '' AS $$
  SELECT sha256(convert_to(json_build_array(request_id, name, company_name, email)::text, 'UTF8'))
$$;
REVOKE EXECUTE ON FUNCTION booking_private.request_hash FROM PUBLIC;
GRANT EXECUTE ON FUNCTION booking_private.request_hash TO booking_server;

-- The key that a data interface was sent: PostgREST puts the headers of a request into this setting
-- (https://docs.postgrest.org/en/stable/references/transactions.html#request-headers-cookies-and-jwt-claims).
-- What is no UUID is no key.
CREATE FUNCTION booking_private.idempotency_key() RETURNS uuid LANGUAGE plpgsql STABLE SET search_path = '' AS $$
DECLARE
  headers text := nullif(current_setting('request.headers', true), '');
  key text;
BEGIN
  IF headers IS NULL THEN
    RETURN NULL;
  END IF;
  key := headers::json ->> 'idempotency-key';
  RETURN CASE WHEN key ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN key::uuid END;
EXCEPTION
  WHEN data_exception THEN
    RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION booking_private.idempotency_key FROM PUBLIC;

-- Trims as JavaScript's `trim` does (https://tc39.es/ecma262/#sec-trimstring), and drops a repeat.
-- The lock makes the second of two that arrive at once wait for the first one's commit; the look-up
-- after it sees that commit, since every statement of a volatile function has its own snapshot.
CREATE FUNCTION booking_private.take_booking() RETURNS trigger
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
  IF EXISTS (SELECT FROM public.booking_requests WHERE request_hash = NEW.request_hash)
    OR EXISTS (SELECT FROM booking_private.tombstones WHERE hash = NEW.request_hash)
  THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END
$$;
REVOKE EXECUTE ON FUNCTION booking_private.take_booking FROM PUBLIC;

CREATE TRIGGER take_booking BEFORE INSERT ON public.booking_requests
  FOR EACH ROW EXECUTE FUNCTION booking_private.take_booking();

INSERT INTO booking_private.migrations (version) VALUES (2);
