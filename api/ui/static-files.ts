import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { sendStatic, staticDocument } from '../static-document.ts';

const here = fileURLToPath(new URL('./static/', import.meta.url));
const source = fileURLToPath(new URL('../../../api/ui/static/', import.meta.url));

/** The folder of stylesheets, scripts and icon. It is in the source tree, also when this file runs from `dist/`. */
export const staticFolder = existsSync(here) ? here : source;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
};
const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_AN_HOUR = 'public, max-age=3600';
/** `app.0a1b2c3d4e.js`: a file's name with the hash of its content. */
const HASHED = /^(.+)\.([\da-f]{10})(\.\w+)$/;

/** Files of packages that pages load from here. */
const { resolve } = createRequire(import.meta.url);
const ofPackages: Readonly<Record<string, string>> = {
  'leaflet.js': resolve('leaflet/dist/leaflet.js'),
  'leaflet.css': resolve('leaflet/dist/leaflet.css'),
  // Its package names only what programs import.
  'simplewebauthn.js': path.join(resolve('@simplewebauthn/browser'), '../../dist/bundle/index.umd.min.js'),
};
const ofOurs = Object.fromEntries(readdirSync(staticFolder).map((name) => [name, path.join(staticFolder, name)]));

const files = new Map(
  Object.entries({ ...ofOurs, ...ofPackages }).map(([name, file]) => [
    name,
    staticDocument(readFileSync(file), TYPES[path.extname(file)] ?? 'text/plain; charset=utf-8'),
  ]),
);

/** The address of a static file. It changes with the content, so that browsers can keep the file for ever. */
export function staticUrl(name: string): string {
  const { name: base, ext } = path.parse(name);
  const file = files.get(name);
  if (!file) throw new Error(`There is no static file "${name}".`);
  return `/static/${base}.${file.hash}${ext}`;
}

/**
 * Serves the static files under `/static/`, by their plain name or with the hash of their content. A page of another
 * version may name another hash; it gets the current file for a short time.
 */
export const staticFiles = fp(
  async (app: FastifyInstance) => {
    app.get<{ Params: { '*': string } }>('/static/*', { schema: { hide: true } }, async (request, reply) => {
      const [, base = '', hash, ext = ''] = HASHED.exec(request.params['*']) ?? [];
      const file = files.get(hash ? base + ext : request.params['*']);
      if (!file) return reply.callNotFound();
      reply.headers({
        'cache-control': hash === file.hash ? FOR_EVER : FOR_AN_HOUR,
        'x-content-type-options': 'nosniff',
      });
      return sendStatic(request, reply, file);
    });
  },
  { name: 'static-files' },
);
