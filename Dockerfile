# Two stages: the first installs and builds with everything that needs, the second holds what runs.
FROM node:24-slim AS build
# Built in the place and as the user that will run it: what Node keeps compiled is for those alone.
RUN mkdir /site && chown node:node /site
USER node
WORKDIR /site
COPY --chown=node:node . .
RUN npm ci --ignore-scripts --include=dev \
  && npm run build \
  && npm ci --ignore-scripts --omit=dev \
  && chmod -R a+rX dist

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NPM_CONFIG_LOGS_MAX=0 NPM_CONFIG_UPDATE_NOTIFIER=false
# The Node that the lockfile names, which the build ran on.
ENV PATH=/site/node_modules/.bin:$PATH
WORKDIR /site
# Owned by root, run by another: a fault in the program cannot change the program.
COPY --from=build --chown=root:root /site/package.json /site/lodemark ./
COPY --from=build --chown=root:root /site/node_modules ./node_modules
COPY --from=build --chown=root:root /site/dist ./dist
COPY --from=build --chown=root:root /site/booking ./booking
COPY --from=build --chown=root:root /site/content ./content
COPY --from=build --chown=root:root /site/database ./database
COPY --from=build --chown=root:root /site/server ./server
RUN mkdir --mode=0700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# The site is up when a booking can be stored.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# It gives its place to the server, which hears the signals.
CMD ["sh", "server/start.sh"]
