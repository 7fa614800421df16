import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readerAddress } from '../../api/ui/reader-address.tsx';
import { makeSeal } from '../../lib/seal.ts';
import { article, PageServer } from '../harness/page-server.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';
import { unescaped } from '../harness/visitor.ts';
import { Person } from './person.ts';

const INSTANCE_SECRET = 'a secret that this test shares with the instance';
const HERE = { lat: '51.5', lon: '-0.12' };
let app: TestApp;
let site: PageServer;
let ada: Person;
beforeAll(async () => {
  site = await PageServer.start();
  site.serve('/robots.txt', 'User-agent: *\nDisallow: /forbidden', { 'content-type': 'text/plain' });
  app = await TestApp.start({ env: { INSTANCE_SECRET, EXTRACT_ALLOW: '127.0.0.1', REQUEST_DEADLINE_MS: '20000' } });
  ada = await Person.signedIn(app, 'ada');
});
afterAll(async () => {
  await app?.stop();
  await site?.close();
});
afterEach(() => app.healUpstreams());

/** The words of the engines in the row of a request, such as `nominatim: answered, 12 ms`. */
async function enginesOf(id: string | null): Promise<string[]> {
  const text = await eventually('the request is in the log', async () => {
    const { html } = await ada.get(`/settings/requests?id=${id}`);
    return html.includes(`<span class="faint id">${id}</span>`) ? html : undefined;
  });
  const [, row = ''] = text.split(`<span class="faint id">${id}</span>`);
  return [...row.matchAll(/<title>([^<]*)</g)].map(([, words = '']) => unescaped(words));
}
const idOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id');
const translate = (fields: object) =>
  ada.sendFrom('/?tab=translate', '/translate', { text: 'good morning', source: 'auto', target: 'de', ...fields });

test.each([
  ['places', () => ada.get('/?tab=maps&q=museum')],
  ['the place at coordinates', () => ada.get('/?tab=maps&q=51.5,-0.12')],
  ['places near one', () => ada.sendFrom('/?tab=maps', '/near', { q: 'museum near me', ...HERE })],
  ['a translation', () => translate({})],
  [
    'a translation while one types',
    () => ada.sendFrom('/?tab=translate', '/translate.json', { text: 'hello', source: 'auto', target: 'de' }),
  ],
])('the row of %s says what the service did, and how long it took', async (_name, ask) => {
  const reply = await ask();
  expect(reply.status).toBe(200);
  expect(await enginesOf(idOf(reply))).toEqual([expect.stringMatching(/^[a-z]\w+: answered, [\d,]+ ms$/)]);
});

test.each([
  ['places', 'nominatim', () => ada.get('/?tab=maps&q=museum+of+nothing')],
  ['a translation', 'libretranslate', () => translate({ text: 'not before' })],
])('the row of %s says how a service failed', async (_name, service, ask) => {
  await app.knobs(service, { status: 500 });
  const reply = await ask();
  expect(reply.status).toBe(503);
  expect(await enginesOf(idOf(reply))).toContainEqual(expect.stringMatching(/: failed, [\d,]+ ms$/));
});

test('the row of a page that was read says how long that took, and whether it could be', async () => {
  const seal = makeSeal(INSTANCE_SECRET);
  const read = async (url: string) => enginesOf(idOf(await ada.get(readerAddress(seal, 'ada', url))));
  const url = site.serve('/article', article('On rivers', 'A river flows.'));
  expect(await read(url)).toEqual([expect.stringMatching(/^pages: answered, [\d,]+ ms$/)]);
  expect(await read(url.replace('article', 'forbidden'))).toEqual([
    expect.stringMatching(/^pages: failed, [\d,]+ ms$/),
  ]);
});
