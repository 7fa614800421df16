import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Config } from '../../lib/config/config.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Path of `PUBLIC_URL`, under which a proxy serves this instance; empty at the root. Routes do not include it. */
    basePath: string;
    /** Scheme and host of `PUBLIC_URL`; empty without one. */
    publicOrigin: string;
  }
}

/**
 * Returns a function that takes the base path off a request's URL. A proxy may also have removed it, and health checks
 * at the port have none: such URLs stay as they are.
 */
export function removeBasePath(basePath: string): (request: Pick<IncomingMessage, 'url'>) => string {
  return ({ url = '/' }) => {
    if (!url.startsWith(basePath)) return url;
    const rest = url.slice(basePath.length);
    if (rest.startsWith('/')) return rest;
    return rest === '' || rest.startsWith('?') ? `/${rest}` : url;
  };
}

/** Address of this instance: `PUBLIC_URL`, or else the one that the request was sent to. */
export function ownAddress({ protocol, host }: FastifyRequest, publicUrl: string): string {
  return publicUrl || `${protocol}://${host}`;
}

/** Makes the base path known to the pages, and adds it to redirects, also to those of other plugins. */
export const basePath = fp(
  async (app: FastifyInstance, { basePath, publicUrl }: Pick<Config, 'basePath' | 'publicUrl'>) => {
    app.decorate('basePath', basePath);
    app.decorate('publicOrigin', publicUrl === '' ? '' : new URL(publicUrl).origin);
    if (basePath === '') return;
    app.addHook('onSend', (_request, reply, _payload, done) => {
      const location = reply.getHeader('location');
      if (typeof location === 'string' && location.startsWith('/')) reply.header('location', basePath + location);
      done();
    });
  },
  { name: 'base-path' },
);
