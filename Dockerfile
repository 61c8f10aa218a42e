# The journal in a container (docs/hosting.md): any user, a read-only root file system, one volume.
ARG BASE=docker.io/library/node:26-bookworm-slim

FROM ${BASE} AS build
WORKDIR /source
COPY . .
# Packing installs the tools and builds.
RUN npm pack --silent --pack-destination /tmp \
  && mkdir /app \
  && tar --extract --gzip --file /tmp/unser-tagebuch-*.tgz --directory /app --strip-components=1 \
  && cd /app \
  && npm ci --omit=dev --no-audit --no-fund

FROM ${BASE}
# libnss-wrapper names a user without a name, as PostgreSQL needs; tini reaps orphaned processes.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libnss-wrapper tini \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir --mode=1777 /data
COPY --from=build /app /app
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data/journal
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=6s --start-period=60s CMD ["node", "scripts/health.mjs"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "build/server/main.js"]
