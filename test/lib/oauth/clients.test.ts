import { describe, expect, test } from 'vitest';
import { parseKey } from '../../../lib/keys/key-format.ts';
import { clientIn, isDocumentAddress } from '../../../lib/oauth/client.ts';
import { isRedirectAddress, matchesRedirect, shownHost } from '../../../lib/oauth/redirect-address.ts';
import {
  newAccessToken,
  newCode,
  newRefreshToken,
  parseAccessToken,
  parseCode,
  parseRefreshToken,
} from '../../../lib/oauth/tokens.ts';
import { makeSeal } from '../../../lib/seal.ts';

const ID = 'https://claude.ai/oauth/client';

describe('the id of a client', () => {
  test.each([ID, 'https://vscode.dev/oauth/client-metadata.json', 'https://a.example:8443/x?y=1'])(
    '%s is an address',
    (id) => expect(isDocumentAddress(id)).toBe(true),
  );
  test.each([
    'http://claude.ai/oauth/client',
    'https://claude.ai',
    'https://claude.ai/',
    'https://claude.ai/a/../b',
    'https://claude.ai/a/%2e%2e/b',
    'https://claude.ai/a#b',
    'https://claude.ai/a#',
    'https://me@claude.ai/a',
    'https://CLAUDE.ai/a',
    'https://claude.ai:443/a',
    `https://claude.ai/${'a'.repeat(1_000)}`,
    'client-x',
    '',
  ])('%s is none', (id) => expect(isDocumentAddress(id)).toBe(false));
});

describe('a metadata document', () => {
  const document = { client_id: ID, client_name: 'Claude', redirect_uris: ['https://claude.ai/callback'] };
  const read = (changes: Record<string, unknown>) => clientIn(JSON.stringify({ ...document, ...changes }), ID);

  test('describes its client, whatever else it says', () => {
    expect(read({ logo_uri: 'https://claude.ai/logo', token_endpoint_auth_method: 'none' })).toEqual({
      id: ID,
      name: 'Claude',
      redirects: ['https://claude.ai/callback'],
    });
  });

  test.each([
    ['that of another address', { client_id: `${ID}/` }],
    ['without a name', { client_name: undefined }],
    ['with a name of nothing', { client_name: ' \u200b ' }],
    ['without addresses', { redirect_uris: [] }],
    ['with an address that runs', { redirect_uris: ['javascript:alert(1)'] }],
    ['with a secret', { client_secret: 'x' }],
    ['that needs a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
  ])('%s is none', (_what, changes) => expect(read(changes)).toBeNull());

  test('that is no JSON is none', () => expect(clientIn('<!doctype html>', ID)).toBeNull());
});

describe('redirect addresses', () => {
  test.each([
    ['https://claude.ai/api/mcp/auth_callback', true],
    ['http://localhost:6274/oauth/callback', true],
    ['http://127.0.0.1/', true],
    ['http://[::1]:1/x', true],
    ['cursor://anysphere.cursor-mcp/oauth/callback', true],
    ['com.example.app:/callback', true],
    ['http://claude.ai/callback', false],
    ['http://localhost.evil.example/', false],
    ['JavaScript:alert(1)', false],
    ['vbscript:x', false],
    ['about:blank', false],
    ['blob:https://a.example/x', false],
    ['https://a.example/#', false],
  ])('%s may be one: %s', (address, may) => expect(isRedirectAddress(address)).toBe(may));

  test.each([
    ['http://127.0.0.1:33418/', ['http://127.0.0.1/'], true],
    ['http://127.0.0.1:50000/', ['http://127.0.0.1:33418/'], true],
    ['http://localhost:1/callback', ['http://localhost/callback'], true],
    ['http://[::1]:9/callback', ['http://[::1]/callback'], true],
    ['http://localhost:1/callback?x=1', ['http://localhost/callback'], false],
    ['http://127.0.0.1:1/callback', ['http://localhost/callback'], false],
    ['https://a.example:444/x', ['https://a.example/x'], false],
    ['https://a.example/x', ['https://a.example/x/'], false],
  ])('%s is one of %j: %s', (given, own, is) => expect(matchesRedirect(given, own)).toBe(is));

  test('are shown by their host, or their scheme', () => {
    expect(shownHost('https://claude.ai/callback')).toBe('claude.ai');
    expect(shownHost('cursor://anysphere.cursor-mcp/x')).toBe('cursor:');
  });
});

test('no code or token is taken for another, or for a key', () => {
  const issued = [newCode('1a2B3c4D'), newAccessToken('1a2B3c4D'), newRefreshToken('1a2B3c4D', makeSeal('secret'))].map(
    ({ text }) => text,
  );
  const readers = [parseCode, parseAccessToken, parseRefreshToken, parseKey];
  expect(issued.map((text) => readers.map((read) => read(text) !== null))).toEqual([
    [true, false, false, false],
    [false, true, false, false],
    [false, false, true, false],
  ]);
  for (const text of issued) {
    const changed = text.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect(readers.map((read) => read(changed))).toEqual([null, null, null, null]);
  }
});
