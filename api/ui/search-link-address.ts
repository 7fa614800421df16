import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLinkToken } from '../../lib/accounts/search-link.ts';
import { cookieAttributes } from './cookie-attributes.ts';

/** What is at the address of a search link, by its end: the search page, its suggestions and its description. */
const LINK = /^\/s\/([^/?]+)(\/?|\/suggest\.json|\/opensearch\.xml)(\?.*)?$/s;
const COOKIE = 'tributary_link';

/** The tokens in the addresses of requests. They are kept apart from the addresses, which pages show and keep. */
const tokens = new WeakMap<IncomingMessage, string>();

/** Takes a search link off a request's URL, so that nothing behind this sees its token by accident. */
export function withoutSearchLink(raw: IncomingMessage, url: string): string {
  const [, token = '', path = '', query = ''] = LINK.exec(url) ?? [];
  if (!isLinkToken(token)) return url;
  tokens.set(raw, token);
  return (path || '/') + query;
}

/** The path of what a search link opens. */
export function searchLinkPath(token: string): string {
  return `/s/${token}`;
}

/** The token in the address of a request; undefined if it has none. */
export function linkTokenOf({ raw }: FastifyRequest): string | undefined {
  return tokens.get(raw);
}

/** The token of a search link that a visitor has: in the address, or in the cookie that an earlier one has left. */
export function visitorsToken(request: FastifyRequest): string {
  return linkTokenOf(request) ?? request.cookies[COOKIE] ?? '';
}

/**
 * Lets the links of the page work like the address that led to it, until the browser is closed. Not if another site led
 * here: it could make a visitor search with somebody else's preferences.
 */
export function keepLinkToken(request: FastifyRequest, reply: FastifyReply): void {
  const token = linkTokenOf(request);
  if (token === undefined || request.headers['sec-fetch-site'] === 'cross-site') return;
  reply.setCookie(COOKIE, token, cookieAttributes(request));
}
