FROM node:24-bookworm-slim AS build
WORKDIR /app
RUN install -d -m 700 /data
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The Node of the lock file takes the place of the image's, so the app runs the one that npm checked.
RUN npm run build && npm prune --omit=dev && rm -rf .next/cache \
  && install -m 755 "$(readlink -f node_modules/.bin/node)" /usr/local/bin/node \
  && /usr/local/bin/node scripts/lighten.mjs

# What Node needs of a system, and nothing else: no shell, no npm.
FROM gcr.io/distroless/cc-debian12
ENV NODE_ENV=production APP_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
ENV MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build --chown=1000:1000 /data /data
COPY --from=build /app ./
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "-e", \
  "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--expose-gc", "--import=./scripts/quick-imports.mjs", "server.ts"]
