import type { FastifyReply } from 'fastify';
import { type OwnSite, readOwnSites } from './own-sites.ts';

/** What a page may load from other sites: pictures (thumbnails and favicons), or nothing. */
export type Outside = 'pictures' | 'nothing';

function contentSecurityPolicy(outside: Outside, sandboxUrl: string, sites: readonly OwnSite[]): string {
  // All pictures of the sandbox are its own.
  const pictures = outside === 'pictures' ? ` ${sandboxUrl || 'https: http:'}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src 'self' data:${pictures}`,
    "frame-src 'none'",
    "manifest-src 'self'",
    ["form-action 'self'", ...new Set(sites.flatMap(hostsOf))].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Where a form may lead because the visitor's own list has the site: some browsers apply the policy to redirects of a
 * form as well. Sites redirect to their other names, so that these are included.
 */
function hostsOf({ address }: OwnSite): string[] {
  const { protocol, host } = new URL(address);
  const bare = host.replace(/^www\./, '');
  return [`${protocol}//${bare}`, `${protocol}//*.${bare}`];
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
    'content-security-policy': contentSecurityPolicy(outside, reply.server.sandboxUrl, readOwnSites(reply.request)),
    'cache-control': 'no-store',
    // Nobody is to find this instance through a search engine. robots.txt says so to those that ask for it.
    'x-robots-tag': 'noindex, nofollow',
    // Other sites get no referrer. `no-referrer` would make browsers send `Origin: null` with our own forms.
    'referrer-policy': 'same-origin',
    ...ISOLATION,
  });
}

/** Lets the forms of a page lead to this address, to which the page sends the visitor on. */
export function allowFormsTo(reply: FastifyReply, address: URL): void {
  const { protocol, origin, hostname } = address;
  // A policy knows no IPv6 addresses, and of a private scheme only the scheme.
  const isNamed = (protocol === 'https:' || protocol === 'http:') && !hostname.startsWith('[');
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header('content-security-policy', policy.replace("form-action 'self'", `$& ${isNamed ? origin : protocol}`));
}

/** Lets a page ask the visitor's browser where they are. The browser asks the visitor. */
export function allowLocation(reply: FastifyReply): void {
  const policy = ISOLATION['permissions-policy'] ?? '';
  reply.header('permissions-policy', policy.replace('geolocation=()', 'geolocation=(self)'));
}
