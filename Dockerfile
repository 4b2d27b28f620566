# syntax=docker/dockerfile:1
# The image is named by tag instead of digest, because no registry was reachable when this was written.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY patches patches
# Install all packages, because the build tools are development dependencies (docs/decisions/0023-dependencies.md).
RUN --mount=type=cache,target=/root/.npm npm ci
COPY . .
# docker build --build-arg COMMIT=$(git rev-parse --short HEAD): /manager/system shows it, and the image has no repository.
ARG COMMIT
RUN npm run build:app

FROM node:24-slim
ARG COMMIT
LABEL org.opencontainers.image.title="Latchkey" \
      org.opencontainers.image.source="https://github.com/latchkey-app/latchkey" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.revision="$COMMIT"
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
# Limits memory growth under load: docs/scaling.md.
ENV MALLOC_ARENA_MAX=2 NODE_OPTIONS=--max-semi-space-size=16
# `dist` is the whole product with its bundled packages. It writes no files, so the file system can be read-only.
COPY --from=build /app/dist ./dist
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Refuses to serve if the database lacks migrations; `node dist/server/migrate.js` runs them.
CMD ["node", "dist/server/serve.js"]
