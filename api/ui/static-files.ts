import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

const here = fileURLToPath(new URL('./static/', import.meta.url));
const source = fileURLToPath(new URL('../../../api/ui/static/', import.meta.url));

/** The folder of stylesheets, scripts and icon. It is in the source tree, also when this file runs from `dist/`. */
export const staticFolder = existsSync(here) ? here : source;

/** Serves the static files under `/static/`. */
export const staticFiles = fp(
  async (app: FastifyInstance) => {
    await app.register(fastifyStatic, {
      root: staticFolder,
      prefix: '/static/',
      decorateReply: false,
      schemaHide: true,
      maxAge: 3_600_000,
    });
  },
  { name: 'static-files' },
);
