-- What visitors leave. These files apply in one transaction each, by the program or by hand (psql,
-- Supabase's SQL editor), and note themselves in desk.migrations.

-- Everything but the one table that a data interface exposes lives in this schema.
CREATE SCHEMA desk;

CREATE TABLE desk.migrations (
  version integer PRIMARY KEY,
  applied_at timestamptz NOT NULL DEFAULT now()
);

-- `anon`: visitors, as PostgREST and Supabase know them. `desk`: what the program logs in as; give
-- it a password with ALTER ROLE desk LOGIN PASSWORD '…'. Roles belong to the whole server: another
-- database's migration may be making them at this moment.
DO $$
DECLARE
  missing text;
BEGIN
  FOR missing IN
    SELECT name FROM unnest(ARRAY['anon', 'desk']) AS name
    WHERE name NOT IN (SELECT rolname FROM pg_catalog.pg_roles)
  LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT', missing);
    EXCEPTION
      WHEN duplicate_object OR unique_violation THEN NULL;
      WHEN insufficient_privilege THEN
        RAISE insufficient_privilege USING
          MESSAGE = format('the role %I is missing and %I may not make roles', missing, current_user),
          HINT = format('As a user who may: CREATE ROLE %I NOLOGIN NOINHERIT;', missing);
    END;
  END LOOP;
END
$$;

CREATE TABLE public.booking_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  name text NOT NULL,
  company_name text NOT NULL,
  email text NOT NULL,
  -- The Idempotency-Key of the request, where it had one.
  request_id uuid,
  -- SHA-256 of that key and the words: their equality in an index, whose rows cannot hold the words.
  request_hash bytea,
  -- Trimmed by a trigger before. Lengths in code points; the pattern is the HTML standard's:
  -- https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
  CONSTRAINT booking_requests_company_name_check CHECK (char_length(company_name) BETWEEN 1 AND 200),
  CONSTRAINT booking_requests_email_check CHECK (
    char_length(email) BETWEEN 3 AND 254
    AND email COLLATE "C" ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'
  ),
  CONSTRAINT booking_requests_name_check CHECK (char_length(name) BETWEEN 1 AND 200)
);

-- A key belongs to its words: the same key with other words is another booking.
CREATE UNIQUE INDEX booking_requests_request_hash ON public.booking_requests (request_hash)
  WHERE request_hash IS NOT NULL;

-- Finds the same words of the last 24 hours, and everything that one address left.
CREATE INDEX booking_requests_email ON public.booking_requests (lower(email), created_at);

-- Finds what RETENTION_DAYS erases.
CREATE INDEX booking_requests_created_at ON public.booking_requests (created_at);

-- Supabase grants everything on a new table to its roles: a visitor could forge ids and times.
REVOKE ALL ON public.booking_requests FROM PUBLIC, anon;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'authenticated') THEN
    REVOKE ALL ON public.booking_requests FROM authenticated;
  END IF;
END
$$;
GRANT USAGE ON SCHEMA public TO anon, desk;
GRANT INSERT (name, company_name, email) ON public.booking_requests TO anon;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.booking_requests TO desk;

ALTER TABLE public.booking_requests ENABLE ROW LEVEL SECURITY;
CREATE POLICY visitors_book ON public.booking_requests FOR INSERT TO anon WITH CHECK (true);
CREATE POLICY the_desk_works ON public.booking_requests TO desk USING (true) WITH CHECK (true);

GRANT USAGE ON SCHEMA desk TO desk;
GRANT SELECT ON desk.migrations TO desk;

INSERT INTO desk.migrations (version) VALUES (1);
