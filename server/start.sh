#!/bin/sh
# Starts the server as it runs for visitors: npm start and the container both end here.
# Node keeps compiled code next to the build: a later start takes less time and memory. Fewer
# arenas and the two flags save memory. Otherwise V8 would take 48 MB for short-lived objects under
# load, and would let long-lived ones grow fourfold before it collects them.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE-dist/compiled}" MALLOC_ARENA_MAX=2
# `exec`: a signal to this process has to reach the server.
exec node --max-semi-space-size=4 --heap-growing-percent=20 server/main.ts "$@"
