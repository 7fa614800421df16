import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiDocument } from '../../api/reference/document.ts';
import { type ReferenceOperation, type ReferencePage, referencePages } from '../../api/reference/pages.ts';
import { keyOf } from '../harness/management.ts';
import { untilAnswersAreLoaded } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { type PageReply, unescaped, Visitor } from '../harness/visitor.ts';

/** The pages of the API reference, as a browser without scripts gets them. */

let app: TestApp;
let ada: Visitor;
let nobody: Visitor;
let pages: readonly ReferencePage[];
beforeAll(async () => {
  app = await TestApp.start({ env: { REQUEST_DEADLINE_MS: '20000', API_THROTTLE_BURST: 'off' } });
  ada = await Visitor.signedIn(app, 'ada', { admin: true });
  nobody = new Visitor(ada.url);
  pages = referencePages((await app.get('/api/v1/openapi.json', { key: '' })).body as ApiDocument);
  await untilAnswersAreLoaded(app);
}, 60_000);
afterAll(() => app?.stop());

/** The fields of an endpoint's form, as the page has filled them in. */
function fieldsOf({ text }: PageReply, { id }: ReferenceOperation): Record<string, string> {
  const [, form = ''] = new RegExp(`data-result="${id}-result"[^>]*>(.*?)</form>`, 's').exec(text) ?? [];
  const inputs = [
    ...form.matchAll(
      /<input[^>]* name="([^"]+)"[^>]*? value="([^"]*)"|<input[^>]* value="([^"]*)"[^>]*? name="([^"]+)"/g,
    ),
  ];
  const texts = [...form.matchAll(/<textarea[^>]* name="([^"]+)"[^>]*>([^<]*)</g)];
  return Object.fromEntries([
    ...inputs.map(([, name, value, otherValue, otherName]) => [
      name ?? otherName,
      unescaped(value ?? otherValue ?? ''),
    ]),
    ...texts.map(([, name, value]) => [name, unescaped(value ?? '')]),
  ]);
}

/** What the page says of a reply: its status, and everything after it. */
function resultIn({ text }: PageReply, id: string): { status: number; html: string } {
  const html = text.slice(text.indexOf(`id="${id}-result"`)).split('</section>')[0] ?? '';
  return { status: Number(/class="state \w+">(\d+) /.exec(html)?.[1]), html };
}

test('every page is public, has each of its endpoints, and a way to sign in instead of a form', async () => {
  for (const { id, operations } of pages) {
    const { status, text } = await nobody.get(`/docs/${id}`);
    expect([id, status]).toEqual([id, 200]);
    for (const operation of operations) {
      expect(text).toContain(`<section id="${operation.id}"`);
      expect(text).toContain(`curl`);
      expect(operation.errors.map(({ status }) => status)).toEqual(
        expect.arrayContaining(['400', '401', '429', '503']),
      );
      const [, section = ''] = text.split(`<section id="${operation.id}"`);
      for (const { status, why } of operation.errors) {
        expect(why, status).toMatch(/\S/);
        expect(section.split('</section>')[0]).toContain(`<code>${status}</code>`);
      }
    }
    expect(text).toContain(`href="/login?next=%2Fdocs%2F${encodeURIComponent(id)}"`);
    expect(text).not.toContain('name="operation"');
  }
  expect((await nobody.get('/docs/nothing')).status).toBe(404);
  expect((await nobody.get('/docs/admin/nothing')).status).toBe(404);
});

test('the guide leads from a key to a first reply, in both languages, and to every page', async () => {
  const { text } = await nobody.get('/docs');
  for (const id of ['key', 'first', 'errors', 'limits', 'detail', 'streaming', 'mcp', 'more']) {
    expect(text).toContain(`<section id="${id}"`);
  }
  for (const { id } of pages) expect(text).toContain(`href="/docs/${id}"`);
  expect(text).toContain(`claude mcp add --transport http tributary ${ada.url}/mcp`);
  const german = await nobody.get('/docs', { 'accept-language': 'de' });
  expect(german.text).toContain('Einen Schlüssel holen');
});

test('every link of the reference leads somewhere', async () => {
  const addresses = new Set<string>();
  const ids = new Map<string, string>();
  for (const path of ['/docs', ...pages.map(({ id }) => `/docs/${id}`)]) {
    const { text } = await nobody.get(path);
    ids.set(path, text);
    for (const [, href = ''] of text.matchAll(/<a[^>]* href="([^"]+)"/g))
      addresses.add(new URL(unescaped(href), ada.url + path).href);
  }
  for (const address of addresses) {
    const { pathname, hash, search } = new URL(address);
    const page = ids.get(pathname);
    if (page !== undefined && hash !== '') expect(page, address).toContain(`id="${hash.slice(1)}"`);
    if (page === undefined) expect([200, 303], address).toContain((await nobody.get(pathname + search)).status);
  }
});

describe('the form of an endpoint', () => {
  test('sends the request of its sample for a signed-in person, and shows the reply', {
    timeout: 120_000,
  }, async () => {
    const tried = pages
      // Crawls take a key, and an example names one that is not there.
      .filter(({ group, id }) => group !== 'Management' && !id.startsWith('crawl'))
      .flatMap((page) => page.operations.map((operation) => ({ page, operation })));
    for (const { page, operation } of tried) {
      const path = `/docs/${page.id}`;
      const { csrf: _, ...fields } = fieldsOf(await ada.get(path), operation);
      expect(fields.operation).toBe(operation.id);
      const key = operation.id === 'key' ? app.key : '';
      const reply = await ada.post(path, { ...fields, key });
      const { status, html } = resultIn(reply, operation.id);
      expect([operation.id, reply.status, status]).toEqual([operation.id, 200, 200]);
      expect(html).toContain('x-request-id');
      expect(html).toContain('ratelimit');
      expect(html).not.toContain(app.key);
    }
  });

  test('sends the request of the sample to the management API, which says what is not there', async () => {
    const key = await keyOf(app, 'ada', { scopes: ['manage'] });
    const management = pages.filter(({ group }) => group === 'Management');
    expect(management.length).toBeGreaterThan(0);
    for (const [at, page] of management.entries()) {
      // A person may send some sixty forms a minute.
      const person = await Visitor.signedIn(app, `person-${at}`);
      for (const operation of page.operations) {
        const path = `/docs/${page.id}`;
        const { csrf: _, ...fields } = fieldsOf(await person.get(path), operation);
        const reply = await person.post(path, { ...fields, key });
        expect([200, 201, 400, 403, 404, 409], operation.id).toContain(resultIn(reply, operation.id).status);
      }
    }
  });

  test('is not there for events without an end of their own', async () => {
    const { text } = await ada.get('/docs/crawl');
    expect(text).toContain('These events end when what they are about ends');
    expect(text).toContain('data-result="crawl_start-result"');
    expect(text).not.toContain('data-result="crawl_stream-result"');
    expect((await ada.post('/docs/crawl', { operation: 'crawl_stream', key: app.key })).status).toBe(400);
  });

  test('shows how each engine fared, with a bar', async () => {
    for (const id of ['web', 'web_stream']) {
      const { html } = resultIn(await ada.post('/docs/web', { operation: id, 'query.q': 'engines' }), id);
      expect(html).toMatch(/<span class="name">Mojeek[^<]*<\/span>/);
      expect(html).toMatch(/<rect class="(?:good|faint)"[^>]* width="\d/);
    }
  });

  test('keeps what was typed, and shows what the endpoint says of it', async () => {
    const typed = { operation: 'web', 'query.q': 'cats & <dogs>', 'query.page': '0' };
    const reply = await ada.post('/docs/web', typed);
    expect(fieldsOf(reply, pages[1]?.operations[0] as ReferenceOperation)).toMatchObject(typed);
    const { status, html } = resultIn(reply, 'web');
    expect(status).toBe(400);
    expect(unescaped(html)).toContain('"page"');
    expect(reply.text).not.toContain('<dogs>');
  });

  test('says that a body is not JSON in the words of the endpoint', async () => {
    const { status } = resultIn(await ada.post('/docs/batch', { operation: 'batch', body: '{' }), 'batch');
    expect(status).toBe(400);
  });

  test('reaches the management API with a key for it, and only with that', async () => {
    const key = await keyOf(app, 'ada', { scopes: ['manage'] });
    const read = async (sent: string) =>
      resultIn(await ada.post('/docs/admin/keys', { operation: 'admin_keys', key: sent }), 'admin_keys');
    const { status, html } = await read(key);
    expect(status).toBe(200);
    expect(html).toContain('next_cursor');
    expect(html).not.toContain(key);
    expect((await read(`Api-Key ${key}`)).status).toBe(200);
    expect((await read('')).status).toBe(401);
    expect((await read(app.key)).status).toBe(403);
  });

  test('takes neither another site’s form nor another page’s endpoint', async () => {
    const fields = { operation: 'web', 'query.q': 'linux' };
    expect((await ada.post('/docs/web', fields, { csrf: 'x' })).status).toBe(403);
    expect((await ada.post('/docs/web', fields, { headers: { origin: 'https://example.com' } })).status).toBe(403);
    expect((await ada.post('/docs/images', fields)).status).toBe(400);
    const stranger = await nobody.post('/docs/web', fields, { csrf: null });
    expect([stranger.status, stranger.location]).toEqual([303, '/login?next=%2Fdocs%2Fweb']);
  });

  test('lets nobody put lines into the headers', async () => {
    const reply = await ada.post('/docs/key', { operation: 'key', key: 'trib_x\r\nx-other: y' });
    expect([reply.status, resultIn(reply, 'key').status]).toEqual([200, 401]);
  });
});
