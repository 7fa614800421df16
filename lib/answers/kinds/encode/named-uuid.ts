import { createHash } from 'node:crypto';
import { identifier } from '../random/uuid.ts';

/** UUIDs that are derived from a name, and so the same for everyone (RFC 9562). */

/** The namespaces of the standard, which differ in one digit. */
const NAMESPACES: Readonly<Record<string, string>> = { dns: '0', url: '1', oid: '2', x500: '4' };
const ASKED = /^(?:uuid|guid)[- ]?v([35]) (?:ns:)?([a-z0-9-]{3,36})[ :,] ?(\S.*)$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `uuidv5 ns:dns example.com`. */
export function namedUuid(q: string): { op: string; input: string; value: string } | null {
  const [, version = '', given = '', input = ''] = ASKED.exec(q) ?? [];
  const digit = NAMESPACES[given.toLowerCase()];
  const space = digit === undefined ? given : `6ba7b81${digit}-9dad-11d1-80b4-00c04fd430c8`;
  if (!UUID.test(space)) return null;
  const name = Buffer.concat([Buffer.from(space.replaceAll('-', ''), 'hex'), Buffer.from(input)]);
  const digest = createHash(version === '3' ? 'md5' : 'sha1')
    .update(name)
    .digest();
  return { op: `uuid v${version}`, input, value: identifier(digest, Number(version)) };
}
