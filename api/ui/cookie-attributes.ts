import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';

/**
 * The attributes of every cookie: browsers send it only to this instance, and over HTTPS only encrypted. An https
 * `PUBLIC_URL` is enough: what a proxy tells of its protocol is believed only if it is trusted.
 */
export function cookieAttributes({ protocol, server }: FastifyRequest) {
  const path = server.basePath || '/';
  return {
    path,
    httpOnly: true,
    sameSite: 'lax',
    secure: protocol === 'https' || server.publicOrigin.startsWith('https:'),
  } as const satisfies CookieSerializeOptions;
}
