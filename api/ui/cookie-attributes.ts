import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';

/** The attributes of every cookie: browsers send it only to this instance, and over HTTPS only encrypted. */
export function cookieAttributes({ protocol, server }: FastifyRequest) {
  const path = server.basePath || '/';
  return {
    path,
    httpOnly: true,
    sameSite: 'lax',
    secure: protocol === 'https',
  } as const satisfies CookieSerializeOptions;
}
