import type { FastifyInstance } from 'fastify';
import { staticUrl } from './static-files.ts';

/** Everything here is behind a sign-in, and none of it is for the index of a search engine. */
const ROBOTS = 'User-agent: *\nDisallow: /\n';
const DAY = 'public, max-age=86400';

/** Serves what browsers, systems and crawlers ask for at fixed addresses. None of it needs a session. */
export function browserFiles(app: FastifyInstance): void {
  const route = { schema: { hide: true } };
  app.get('/robots.txt', route, (_request, reply) =>
    reply.header('cache-control', DAY).type('text/plain; charset=utf-8').send(ROBOTS),
  );
  // Asked for whatever a page names, for example beside the API reference.
  app.get('/favicon.ico', route, (_request, reply) =>
    reply.header('cache-control', DAY).redirect(staticUrl('favicon.ico'), 302),
  );
  app.get('/manifest.webmanifest', route, (_request, reply) =>
    reply.header('cache-control', DAY).type('application/manifest+json').send(manifest(app.basePath)),
  );
}

/** Describes the search page as an application that can be installed. Its addresses are below the base path. */
function manifest(basePath: string): string {
  const icon = (file: string, sizes: string, type: string) => ({ src: basePath + staticUrl(file), sizes, type });
  return JSON.stringify({
    id: `${basePath}/`,
    name: 'Tributary',
    short_name: 'Tributary',
    start_url: `${basePath}/`,
    scope: `${basePath}/`,
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#0b5cad',
    icons: [
      icon('icon.svg', 'any', 'image/svg+xml'),
      ...[192, 512].map((size) => ({
        ...icon(`icon-${size}.png`, `${size}x${size}`, 'image/png'),
        purpose: 'any maskable',
      })),
    ],
  });
}
