-- A channel is a way to one receiver: `webhook`, or `mail:` and an address. `mail` alone was the one
-- address before.
ALTER TABLE booking_private.channels DROP CONSTRAINT channels_channel_check,
  ADD CONSTRAINT channels_channel_check CHECK (channel IN ('mail', 'webhook') OR channel LIKE 'mail:%');
ALTER TABLE booking_private.deliveries DROP CONSTRAINT deliveries_channel_check,
  ADD CONSTRAINT deliveries_channel_check CHECK (channel IN ('mail', 'webhook') OR channel LIKE 'mail:%');

INSERT INTO booking_private.migrations (version) VALUES (3);
