import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import type { Log } from '../../lib/log/log.ts';
import { noteUntrustedProxy, UNTRUSTED_PROXY } from '../../lib/proxy-check.ts';
import type { Redis } from '../../lib/redis/redis.ts';

/** What the plugin needs. */
export interface UntrustedProxyOptions {
  redis: Redis;
  log: Log;
  errors: ErrorReporter;
}

/** Warns once if addresses of callers come from a peer that is not trusted to tell them. */
export const untrustedProxy = fp(
  async (app: FastifyInstance, { redis, log, errors }: UntrustedProxyOptions) => {
    let isTold = false;
    app.addHook('onRequest', ({ headers, ip, socket }, _reply, done) => {
      if (!isTold && headers['x-forwarded-for'] !== undefined && ip === socket.remoteAddress) {
        isTold = true;
        log.warn({ peer: ip }, UNTRUSTED_PROXY);
        noteUntrustedProxy(redis).catch(errors.unlessAway('keep that a proxy is not trusted'));
      }
      done();
    });
  },
  { name: 'untrusted-proxy' },
);
