# The program of the Debian package in a container, under an account of its own; the file system may be read-only
# (docs/operations.md, "As containers"). Only the first stage uses a network, for `npm ci`.
ARG BUILD_IMAGE=docker.io/library/node:24-bookworm-slim
ARG RUN_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --include=optional
COPY . .
# The time of the commit: git log -1 --format=%ct
ARG SOURCE_DATE_EPOCH
RUN node scripts/setup.mjs --build && node_modules/.bin/node scripts/package.ts --program /program

FROM ${RUN_IMAGE}
RUN groupadd --gid 10001 schulhof \
  && useradd --uid 10001 --gid schulhof --home-dir /var/lib/schulhof --shell /usr/sbin/nologin schulhof \
  && install -d -o schulhof -g schulhof -m 0700 /var/lib/schulhof /var/backups/schulhof
COPY --from=build /program /usr/lib/schulhof
ENV PATH=/usr/lib/schulhof/node_modules/.bin:/usr/local/bin:/usr/bin:/bin \
  NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/var/lib/schulhof \
  BACKUP_DIR=/var/backups/schulhof
WORKDIR /usr/lib/schulhof
USER 10001:10001
VOLUME ["/var/lib/schulhof", "/var/backups/schulhof"]
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=90s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
