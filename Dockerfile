# Web and worker in one image: `docker build -t tributary .`; compose.yaml runs them with Redis. See docs/deploy.md.
# Both stages have the version of Node.js that is recommended.
FROM node:24-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . ./
RUN npm run build
RUN node bin/image-files.js /image

# It has Node.js, but neither a shell nor a package manager, and a user nonroot (65532).
FROM gcr.io/distroless/nodejs24-debian13:nonroot
WORKDIR /app
COPY --from=build /image ./
ENV PATH=/nodejs/bin NODE_ENV=production HOST=0.0.0.0 PORT=3000 WORKER_PORT=3001
EXPOSE 3000
# The base image runs node itself. Without that, a command is the same as in the Procfile.
ENTRYPOINT []
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "bin/health-check.js"]
CMD ["node", "dist/api/server.js"]
