import { afterAll, beforeAll, expect, test } from 'vitest';
import { botPage, userAgent } from '../../lib/providers/provider.ts';
import { TestApp } from '../harness/test-app.ts';
import { unescaped } from '../harness/visitor.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ env: { CONTACT: 'ops@example.org', PUBLIC_URL: 'https://search.example.org' } });
});
afterAll(() => app?.stop());

const open = async (headers: Record<string, string> = {}) => {
  const { status, text } = await app.get('/bot', {
    key: '',
    headers: { accept: 'text/html', host: 'search.example.org', ...headers },
  });
  return { status, text: unescaped(text) };
};

test('a page tells operators of sites who reads their pages, and how to stop it, in their language', async () => {
  const { status, text } = await open();
  expect(status).toBe(200);
  expect(text).toContain('Tributary/0.1 (ops@example.org; +https://search.example.org/bot)');
  expect(text).toContain('<a href="mailto:ops@example.org">');
  expect(text).toContain('User-agent: Tributary\nDisallow: /');
  expect((await open({ 'accept-language': 'de' })).text).toContain('Wer liest Ihre Seiten?');
});

test.each([
  ['https://search.example.org', 'https://search.example.org/bot'],
  ['https://example.org/search', 'https://example.org/search/bot'],
  ['http://127.0.0.1:3000', ''],
  ['http://search.internal', ''],
  ['http://search', ''],
  ['', ''],
])('sites are told of the page if they can open it: %j', (publicUrl, expected) => {
  expect(botPage(publicUrl)).toBe(expected);
});

test.each([
  ['ops@example.org', '', 'Tributary/0.1 (ops@example.org)'],
  ['', 'https://example.org/bot', 'Tributary/0.1 (self-hosted metasearch; +https://example.org/bot)'],
])('the user agent names who can be asked: %j, %j', (contact, about, expected) => {
  expect(userAgent(contact, about)).toBe(expected);
});
