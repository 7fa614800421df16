import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

const here = fileURLToPath(new URL('./static/', import.meta.url));
const source = fileURLToPath(new URL('../../../api/ui/static/', import.meta.url));

/** Stylesheets, scripts and icon: plain files that lie beside the source, whether this runs from there or from `dist/`. */
export const staticFolder = existsSync(here) ? here : source;

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
