-- What has to reach the provider: a row for a booking and a channel, made in the booking's own
-- transaction, however the booking arrives.

-- The channels that a program has been configured with: each new booking gets a delivery for each.
-- Bookings up to `fill_until` came before the channel; up to `filled_to` they have theirs by now.
CREATE TABLE booking_private.channels (
  channel text PRIMARY KEY CHECK (channel IN ('mail', 'webhook')),
  filled_to bigint NOT NULL DEFAULT 0,
  fill_until bigint NOT NULL
);

CREATE TABLE booking_private.deliveries (
  booking_id bigint NOT NULL REFERENCES public.booking_requests (id) ON DELETE CASCADE,
  channel text NOT NULL CHECK (channel IN ('mail', 'webhook')),
  -- By it the other side recognises a repeat (Message-ID, webhook-id).
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'dead')),
  -- Tries begun. One whose worker died counts.
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  -- When the next try is due; while a lease is held, when it ends.
  next_at timestamptz NOT NULL,
  -- A try that fails from then on is the last one.
  give_up_at timestamptz NOT NULL,
  -- The random token of the worker that holds the row.
  lease uuid,
  last_error text,
  -- The last try found the whole channel away, so this row waits for the channel, not for itself.
  channel_down boolean NOT NULL DEFAULT false,
  done_at timestamptz,
  PRIMARY KEY (booking_id, channel)
);

-- What waits, the oldest booking first. Also counts what waits and finds the oldest without the table.
CREATE INDEX deliveries_pending ON booking_private.deliveries (channel, booking_id, next_at, created_at)
  WHERE state = 'pending';
CREATE INDEX deliveries_dead ON booking_private.deliveries (channel) WHERE state = 'dead';

-- Wakes whoever delivers: LISTEN booking_deliveries.
CREATE FUNCTION booking_private.make_deliveries() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  INSERT INTO booking_private.deliveries (booking_id, channel, created_at, next_at, give_up_at)
    SELECT NEW.id, channel, NEW.created_at, NEW.created_at, NEW.created_at + interval '72 hours'
    FROM booking_private.channels;
  IF FOUND THEN
    PERFORM pg_notify('booking_deliveries', '');
  END IF;
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION booking_private.make_deliveries FROM PUBLIC;

CREATE TRIGGER make_deliveries AFTER INSERT ON public.booking_requests
  FOR EACH ROW EXECUTE FUNCTION booking_private.make_deliveries();

-- One row, written to prove that a commit reaches the disk.
CREATE TABLE booking_private.checks (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  checked_at timestamptz NOT NULL
);

-- Bookings per address in a window, in the shape of rate-limiter-flexible:
-- https://github.com/animir/node-rate-limiter-flexible/wiki/PostgreSQL
CREATE TABLE booking_private.rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

GRANT SELECT, INSERT, UPDATE, DELETE
  ON booking_private.channels, booking_private.deliveries, booking_private.checks, booking_private.rate_limits TO booking_server;

INSERT INTO booking_private.migrations (version) VALUES (3);
