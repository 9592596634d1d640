#!/bin/sh
# Starts the server as it runs for visitors: `npm start` and the container both end here, so that the
# figures of decision 30 hold in each. `exec`: a signal to this process has to reach the server.
# Root keeps no cache in another user's build, which could not remove it.
test ! -O dist || export NODE_COMPILE_CACHE=dist/code-cache
exec node --max-semi-space-size=4 server/main.ts "$@"
