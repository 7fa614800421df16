import type { FastifyRequest } from 'fastify';
import { type PresentedKey, parseKey } from '../../lib/keys/key-format.ts';
import { challenge } from '../../lib/oauth/metadata.ts';
import type { OAuthServer } from '../../lib/oauth/oauth-server.ts';
import { parseAccessToken } from '../../lib/oauth/tokens.ts';

/** Where the requests of a route have their key. */
export interface Credentials {
  /** The key in the headers or the address; undefined if there is none, empty if what is there is not a key. */
  read(request: FastifyRequest): string | undefined;
  /** The key in the body, for requests without one in the headers. */
  readBody?(body: unknown): string | undefined;
  /** What a caller is told who put a key elsewhere; undefined if there is no key elsewhere either. */
  hint?(request: FastifyRequest): string | undefined;
  /** The access token in the headers, on a route that takes those; null if there is none. */
  readToken?(request: FastifyRequest): PresentedKey | null;
  /** The `WWW-Authenticate` headers of a 401. */
  challenge: string | string[];
  /** The same if there was a key or a token, and it was refused. */
  refused?: string;
  /** The `WWW-Authenticate` header of a 403 to a key that lacks this scope. */
  lacks?(scope: string): string;
}

/** The API's own scheme: `Authorization: Api-Key <key>`. Any other scheme counts as no key. */
export const apiKeyHeader: Credentials = {
  read: ({ headers }) => /^api-key +(\S+) *$/i.exec(headers.authorization ?? '')?.[1],
  hint(request) {
    const { authorization = '', 'x-api-key': header } = request.headers;
    const texts = [authorization, keyIn(authorization), header, ...Object.values(request.query ?? {})];
    const isKey = texts.some((text) => String(text).split(' ').some(parseKey));
    return isKey ? 'Use the scheme Api-Key: Authorization: Api-Key <key>.' : undefined;
  },
  challenge: 'Api-Key',
};

const REALM = 'realm="tributary"';

/**
 * The places in which clients of other services put their key: `Authorization` with the scheme Bearer, Api-Key or Basic,
 * or with the key alone, or else `X-API-Key`. The first one that is there decides, even if it is not valid.
 */
export const anyHeader: Credentials = {
  read({ headers }) {
    const { authorization } = headers;
    if (authorization) return keyIn(authorization);
    const key = headers['x-api-key'];
    return typeof key === 'string' && key !== '' ? key : undefined;
  },
  challenge: `Bearer ${REALM}`,
};

/** Like `anyHeader`, and offers Basic to clients that ask people for a name and a password. */
export const anyHeaderOrBasic: Credentials = { ...anyHeader, challenge: [`Bearer ${REALM}`, `Basic ${REALM}`] };

/** Like `anyHeader`, or else in the path, for clients of which only an address can be set. */
export const headerOrPath: Credentials = {
  ...anyHeader,
  read: (request) => anyHeader.read(request) ?? ((request.params as { key?: string }).key || undefined),
};

/** Like `headerOrPath`, and takes the access tokens of connected programs, in `Authorization: Bearer` alone. */
export function keyOrToken(server: OAuthServer): Credentials {
  const bearer = `Bearer ${REALM}`;
  return {
    ...headerOrPath,
    readToken: ({ headers }) => parseAccessToken(/^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? ''),
    challenge: `${bearer}, ${challenge(server)}`,
    refused: `${bearer}, ${challenge(server, 'invalid_token')}`,
    lacks: (scope) => `${bearer}, ${challenge(server, 'insufficient_scope', scope)}`,
  };
}

/** Like `headerOrPath`, and offers Basic as well. */
export const headerOrPathOrBasic: Credentials = { ...headerOrPath, challenge: anyHeaderOrBasic.challenge };

function keyIn(authorization: string): string {
  const [scheme = '', value = ''] = authorization.trim().split(/ +/);
  switch (scheme.toLowerCase()) {
    case 'bearer':
    case 'api-key':
      return value;
    case 'basic':
      return keyInBasic(value);
    default:
      return value === '' && parseKey(scheme) ? scheme : '';
  }
}

/** The password, or the user name if the password is empty: in an address, a user name alone is easier to write. */
function keyInBasic(value: string): string {
  const [user = '', password = ''] = Buffer.from(value, 'base64').toString('utf8').split(':');
  return password || user;
}
