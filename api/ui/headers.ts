import type { FastifyReply } from 'fastify';

/** Whether a page may show what lies elsewhere: thumbnails, favicons and the map. */
export type Outside = 'pictures' | 'nothing';

function contentSecurityPolicy(outside: Outside): string {
  const pictures = outside === 'pictures' ? ' https: http:' : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src 'self' data:${pictures}`,
    outside === 'pictures' ? 'frame-src https://www.openstreetmap.org' : "frame-src 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const POLICIES = { pictures: contentSecurityPolicy('pictures'), nothing: contentSecurityPolicy('nothing') };

/** Nothing inline, nothing from elsewhere unless the page shows it; nothing kept by anyone in between. */
export function setPageHeaders(reply: FastifyReply, outside: Outside = 'nothing'): void {
  reply.headers({
    'content-security-policy': POLICIES[outside],
    'cache-control': 'no-store',
    // Nothing to other sites. `no-referrer` would make browsers send `Origin: null` with our own forms.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
}
