import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** Stylesheet, script and icon: plain files that lie beside the source, whether this runs from there or from `dist/`. */
export const staticFiles = fp(
  async (app: FastifyInstance) => {
    const here = fileURLToPath(new URL('./static/', import.meta.url));
    const source = fileURLToPath(new URL('../../../api/ui/static/', import.meta.url));
    await app.register(fastifyStatic, {
      root: existsSync(here) ? here : source,
      prefix: '/static/',
      decorateReply: false,
      schemaHide: true,
      maxAge: 3_600_000,
    });
  },
  { name: 'static-files' },
);
