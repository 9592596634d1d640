#!/bin/sh
# Starts the server as it runs for visitors: `npm start` and the container both end here, so that the
# figures of decision 30 hold in each. `exec`: a signal to this process has to reach the server.
exec node --max-semi-space-size=4 server/main.ts "$@"
