import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, TributaryError, type WebResult } from '../../lib/client/client.ts';
import { newAccount } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.shared();
});
afterAll(() => app?.stop());

const client = (apiKey = app.key, baseUrl = app.urls[0] as string) => createClient({ baseUrl, apiKey, retries: 0 });
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('The call succeeded.'),
    (error: TributaryError) => error,
  );

describe('tributary/client', { timeout: 120_000 }, () => {
  test('has a method for each endpoint that the root document lists, and one for the streams', async () => {
    const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const { body } = await app.get('/api/v1/');
    expect(Object.keys(client()).sort()).toEqual(
      Object.keys(body)
        .map((name) => (name.endsWith('_stream') ? 'stream' : camelCase(name)))
        .concat('admin')
        .filter((name, at, names) => names.indexOf(name) === at)
        .sort(),
    );
    const both = await client().batch({ requests: [{ endpoint: 'web', params: { q: 'linux' } }, { endpoint: 'key' }] });
    expect(both.responses.map(({ status }) => status)).toEqual([200, 400]);
  });

  test('returns what each endpoint replies', async () => {
    const tributary = client();
    const { results } = await tributary.web({ q: 'linux', date: 'y', page: 1 });
    const [first] = results satisfies WebResult[];
    expect(first?.url).toMatch(/^https?:/);
    expect((await tributary.images({ q: 'paris' })).tab).toBe('images');
    expect((await tributary.similarImages({ q: 'Paris - Example' })).query).toBe('Paris');
    expect((await tributary.news({ q: 'berlin', lang: undefined as never })).tab).toBe('news');
    expect((await tributary.videos({ q: 'linux', detail: 'full' })).engines).not.toEqual([]);
    expect((await tributary.maps({ lat: 48.8583, lon: 2.2945 })).places[0]?.name).toMatch(/\S/);
    expect((await tributary.translate({ q: 'Good morning', target: 'de' })).target).toBe('de');
    expect((await tributary.translateLanguages()).languages.length).toBeGreaterThan(0);
    expect(await tributary.instant({ q: '2+2' })).toMatchObject({ type: 'math', answer: '2 + 2 = 4' });
    expect(await tributary.instant({ q: 'zxqv blorp' })).toBeNull();
    expect((await tributary.cards({ q: 'paris' })).query).toBe('paris');
    expect((await tributary.suggest({ q: 'node' })).suggestions).not.toEqual([]);
    expect((await tributary.status()).providers.length).toBeGreaterThan(0);
    expect((await tributary.key()).username).toBe(app.account);
  });

  test.each(['web', 'news', 'context'] as const)('streams %s', async (name) => {
    const seen: string[] = [];
    for await (const { event, data } of client().stream(name, { q: 'zxqwvkjhq' })) {
      seen.push(event);
      if (event === 'done') expect(data).toEqual(expect.any(Object));
    }
    expect(seen.at(-1)).toBe('done');
    const bad = client().stream(name, { q: '' });
    expect((await errorOf(bad.next())).fields).toEqual({ q: ['This field is required.'] });
  });

  test('translates texts that are too long for an address', async () => {
    const text = 'word '.repeat(400);
    expect((await client().translate({ q: text, target: 'de' })).translated_text.length).toBeGreaterThan(1_000);
  });

  test('accepts an address with a slash at its end', async () => {
    expect((await client(app.key, `${app.urls[0]}/`).key()).username).toBe(app.account);
  });

  test('refuses to compile without what the API requires', async () => {
    // @ts-expect-error: `q` is missing.
    expect((await errorOf(client().web({}))).status).toBe(400);
    // @ts-expect-error: `target` is missing.
    expect((await errorOf(client().translate({ q: 'x' }))).status).toBe(400);
  });

  test('throws the words of the service', async () => {
    const bad = await errorOf(client().web({ q: 'x', page: 0, date: 'z' as never }));
    expect(bad).toBeInstanceOf(TributaryError);
    expect(bad).toMatchObject({ name: 'TributaryError', status: 400 });
    expect(bad.fields).toMatchObject({ page: ['Use a number from 1 to 50.'] });
    expect(bad.message).toBe('page: Use a number from 1 to 50.; date: Use d (day), w (week), m (month) or y (year).');
    expect(bad.requestId).toMatch(/\S/);
    const unknown = await errorOf(client('nonsense').key());
    expect(unknown).toMatchObject({ status: 401, message: 'Invalid or revoked API key.', fields: undefined });
    expect(unknown.body).toEqual({ detail: 'Invalid or revoked API key.' });
  });

  test('says when to try again if a limit is reached', async () => {
    const { key } = await newAccount(app);
    const baseUrl = await app.addWeb({ API_THROTTLE_BURST: '1/hour' });
    const tight = createClient({ baseUrl, apiKey: key });
    await tight.key();
    const error = await errorOf(tight.key());
    expect(error.status).toBe(429);
    expect(error.retryAfterS).toBeGreaterThan(30);
    expect(error.message).toMatch(/^Request was throttled/);
  });
});
