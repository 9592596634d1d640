-- The language of the page that the booking came from (BCP 47), NULL where it is not known. Visitors
-- have no grant on it: the server writes it, and PostgREST gives it by the header Content-Language.
ALTER TABLE public.booking_requests ADD COLUMN language text
  CONSTRAINT booking_requests_language_check CHECK (language ~ '^[a-zA-Z0-9-]{2,35}$');

CREATE FUNCTION booking_private.set_language() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  NEW.language := substring(
    nullif(current_setting('request.headers', true), '')::json ->> 'content-language'
    FROM '^[a-zA-Z0-9-]{2,35}$');
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION booking_private.set_language FROM PUBLIC, anon;
CREATE TRIGGER set_language BEFORE INSERT ON public.booking_requests
  FOR EACH ROW WHEN (NEW.language IS NULL) EXECUTE FUNCTION booking_private.set_language();

INSERT INTO booking_private.migrations (version) VALUES (2);
