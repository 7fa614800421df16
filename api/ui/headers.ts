import type { FastifyReply } from 'fastify';

/** What a page may load from other sites: pictures (thumbnails and favicons), or nothing. */
export type Outside = 'pictures' | 'nothing';

function contentSecurityPolicy(outside: Outside, sandboxUrl: string): string {
  // All pictures of the sandbox are its own.
  const pictures = outside === 'pictures' ? ` ${sandboxUrl || 'https: http:'}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src 'self' data:${pictures}`,
    "frame-src 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Keeps other sites out of a page's window and away from its files, and the page away from the visitor's devices. */
export const ISOLATION: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Sets the headers of a page: nothing inline, nothing from other sites beyond `outside`, and no caching. */
export function setPageHeaders(reply: FastifyReply, outside: Outside = 'nothing'): void {
  reply.headers({
    'content-security-policy': contentSecurityPolicy(outside, reply.server.sandboxUrl),
    'cache-control': 'no-store',
    // Other sites get no referrer. `no-referrer` would make browsers send `Origin: null` with our own forms.
    'referrer-policy': 'same-origin',
    ...ISOLATION,
  });
}

/** Lets a page ask the visitor's browser where they are. The browser asks the visitor. */
export function allowLocation(reply: FastifyReply): void {
  const policy = ISOLATION['permissions-policy'] ?? '';
  reply.header('permissions-policy', policy.replace('geolocation=()', 'geolocation=(self)'));
}
