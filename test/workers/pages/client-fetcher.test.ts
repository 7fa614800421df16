import { expect, test } from 'vitest';
import { Deadline } from '../../../lib/deadline.ts';
import { makeSeal } from '../../../lib/seal.ts';
import { ClientFetcher } from '../../../workers/pages/client-fetcher.ts';
import { CLIENT_DOCUMENT } from '../../../workers/pages/wanted.ts';
import { httpSite, pageFetching } from '../../harness/page-sites.ts';

const { fetcherWith, errors } = await pageFetching();
const DOCUMENT = '{"client_id":"x"}';
const asked: string[] = [];
const site = await httpSite(({ url = '', headers }, reply) => {
  asked.push(`${url} ${headers.accept}`);
  const json = { 'content-type': 'application/json' };
  if (url === '/moved') return reply.writeHead(302, { location: '/document' }).end();
  if (url === '/large') return reply.writeHead(200, json).end(JSON.stringify('x'.repeat(5 * 1024)));
  if (url === '/html') return reply.writeHead(200, { 'content-type': 'text/html' }).end(DOCUMENT);
  if (url === '/missing') return reply.writeHead(404, json).end(DOCUMENT);
  if (url === '/slow') return;
  return reply.writeHead(200, { ...json, 'cache-control': 'max-age=120' }).end(DOCUMENT);
}, '127.0.0.2');
/** A service of the operator's machine that nobody may reach. */
const canary = await httpSite((_request, reply) => reply.end('{}'));

async function fetchAt(url: string, withinMs = 5_000) {
  const fetcher = fetcherWith({ EXTRACT_ALLOW: '127.0.0.2' }, undefined, { wanted: CLIENT_DOCUMENT });
  const outcome = await new ClientFetcher(fetcher, errors).fetch(
    { url },
    'ada',
    Deadline.in(withinMs),
    makeSeal('a secret'),
  );
  return outcome.ok ? outcome.value.output : outcome;
}

test('the document of a program is fetched as it is, with how long it is good', async () => {
  expect(await fetchAt(`${site.url}/document`)).toEqual({ ok: true, json: DOCUMENT, freshForMs: 120_000 });
  expect(asked).toContain('/document application/json');
});

test.each([
  ['moved', 'its server did not send it'],
  ['missing', 'its server did not send it'],
  ['html', 'it is not JSON'],
])('one that is %s is none', async (path, reason) => {
  asked.length = 0;
  expect(await fetchAt(`${site.url}/${path}`)).toEqual({ ok: false, reason });
  expect(asked).toHaveLength(1);
});

test('one that is too large or too slow is none', async () => {
  expect(await fetchAt(`${site.url}/large`)).toEqual({ ok: false, reason: 'it is larger than 5 KB' });
  expect(await fetchAt(`${site.url}/slow`, 300)).toEqual({ ok: false, reason: 'it did not come in time' });
});

test.each([
  () => canary.url,
  () => `http://localhost:${canary.port}/client`,
  () => `http://[::ffff:127.0.0.1]:${canary.port}/client`,
  () => 'http://169.254.169.254/latest/meta-data',
  () => 'http://10.0.0.1/client',
])('an address of this network is not reached (%#)', async (address) => {
  expect(await fetchAt(address())).toEqual({ ok: false, reason: 'its host does not exist or may not be read' });
  expect(canary.connections).toBe(0);
});
