import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { staticFolder } from './static-files.ts';

/** Allows only this origin. It does not upgrade to HTTPS, because an instance on loopback has none. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "base-uri 'self'",
  "font-src 'self' data:",
  "frame-ancestors 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
].join('; ');

/** The files of the page. Named, because the bundle has the code of their package, which looks for them beside itself. */
const pageFiles = path.dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/static/logo.svg'));

/** The page's files are two megabytes and change only with a new version. */
const FILES_CACHE = 'public, max-age=86400';

function themeFile(filename: string): { filename: string; content: string } {
  return { filename, content: readFileSync(path.join(staticFolder, filename), 'utf8') };
}

/** Adds the page that shows the OpenAPI document to an application. The document itself is elsewhere. */
export async function addDocsPage(app: FastifyInstance, routePrefix: string, basePath: string): Promise<void> {
  app.addHook('onSend', async ({ url }, reply) => {
    if (url.startsWith(`${routePrefix}/static/`)) reply.header('cache-control', FILES_CACHE);
  });
  // The page's plugin insists on it.
  await app.register(swagger);
  await app.register(swaggerUi, {
    routePrefix,
    baseDir: pageFiles,
    logo: { type: 'image/svg+xml', content: readFileSync(path.join(pageFiles, 'logo.svg')) },
    indexPrefix: basePath,
    staticCSP: CONTENT_SECURITY_POLICY,
    // BaseLayout has no top bar, which would ask for the URL of another document.
    uiConfig: { layout: 'BaseLayout', validatorUrl: null, docExpansion: 'list', defaultModelsExpandDepth: -1 },
    theme: { title: 'Tributary API', css: [themeFile('docs.css')], js: [themeFile('docs.js')] },
  });
}
