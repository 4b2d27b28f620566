# syntax=docker/dockerfile:1
# By tag: no registry could be asked for a digest when this was written.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY patches patches
# All packages: what builds is a development dependency, as docs/decisions/0023-dependencies.md says.
RUN --mount=type=cache,target=/root/.npm npm ci
COPY . .
# docker build --build-arg COMMIT=$(git rev-parse --short HEAD): there is no repository in here, and /manager/system shows it.
ARG COMMIT
RUN npm run build:app

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
# What memory grows to under load is bounded: docs/scaling.md.
ENV MALLOC_ARENA_MAX=2 NODE_OPTIONS=--max-semi-space-size=16
# All of the product: its packages are bundled into it. Nothing is written here, so the file system may be read-only.
COPY --from=build /app/dist ./dist
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Refuses to serve on a database that lacks migrations; `node dist/server/migrate.js` brings it up to date.
CMD ["node", "dist/server/serve.js"]
