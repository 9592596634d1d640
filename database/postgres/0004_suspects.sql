-- What looks like spam is stored like any other booking, and gets no deliveries until it is accepted.

-- Why: codes with a space between, NULL when it does not.
ALTER TABLE public.booking_requests ADD COLUMN spam_signals text, ADD COLUMN accepted_at timestamptz;

-- Lists and counts those that wait to be accepted.
CREATE INDEX booking_requests_suspects ON public.booking_requests (id, created_at)
  WHERE spam_signals IS NOT NULL AND accepted_at IS NULL;

-- The rules of booking/spam_signals.ts but for the trap, which only the program's own server sees.
CREATE FUNCTION booking_private.spam_signals_of(name text, company_name text)
RETURNS text LANGUAGE sql IMMUTABLE SET search_path = '' AS $$
  SELECT string_agg(code, ' ' ORDER BY place)
  FROM (VALUES
    (1, 'link-in-name', 2, name ~* 'https?://|www\.[^\s.]+\.'),
    (2, 'markup', 2, name || E'\n' || company_name ~* '</[a-z]|<[a-z]+\s[^>]*=|\[/?(url|link)[]=]'),
    (3, 'link-in-company', 1, company_name ~* 'https?://|www\.[^\s.]+\.'),
    (4, 'same-words', 1, name = company_name),
    (5, 'sentence', 1, name ~ '(\S+\s+){11}\S' OR company_name ~ '(\S+\s+){11}\S')
  ) AS signal (place, code, weight, found)
  WHERE found HAVING sum(weight) >= 2
$$;
REVOKE EXECUTE ON FUNCTION booking_private.spam_signals_of FROM PUBLIC;

CREATE FUNCTION booking_private.weigh_booking() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  NEW.spam_signals := coalesce(NEW.spam_signals, booking_private.spam_signals_of(NEW.name, NEW.company_name));
  RETURN NEW;
END
$$;
REVOKE EXECUTE ON FUNCTION booking_private.weigh_booking FROM PUBLIC;

-- After `take_booking`, which trims: triggers of one kind run in the order of their names.
CREATE TRIGGER weigh_booking BEFORE INSERT ON public.booking_requests
  FOR EACH ROW EXECUTE FUNCTION booking_private.weigh_booking();

DROP TRIGGER make_deliveries ON public.booking_requests;
CREATE TRIGGER make_deliveries AFTER INSERT ON public.booking_requests
  FOR EACH ROW WHEN (NEW.spam_signals IS NULL) EXECUTE FUNCTION booking_private.make_deliveries();

INSERT INTO booking_private.migrations (version) VALUES (4);
