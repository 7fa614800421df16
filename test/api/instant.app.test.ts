import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.shared();
});
afterAll(() => app?.stop());

const ask = (params: Record<string, string> | string) => app.get(`/api/v1/instant/?${new URLSearchParams(params)}`);

describe('an instant answer over HTTP', () => {
  test('is computed on the event loop when that is cheap', async () => {
    const reply = await ask({ q: ' 2+2 ' });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(reply.headers.get('server-timing')).toBeNull();
    expect(reply.body).toEqual({
      type: 'math',
      query: '2+2',
      answer: '2 + 2 = 4',
      data: { kind: 'math', asked: 'math', expression: '2 + 2', approximate: false, value: '4', number: 4 },
    });
  });

  test('is computed in a thread when it may take longer', async () => {
    // A thread that is still loading refuses its callers, who have to try again.
    const { body } = await eventually('the thread answers', async () => {
      const reply = await ask({ q: 'blake3 of hello' });
      return reply.status === 200 && reply.body && reply;
    });
    expect(body).toMatchObject({
      type: 'hash',
      data: { value: expect.stringMatching(/^ea8f163db38682925e4491c5e58d4bb3/) },
    });
  });

  test('comes from a provider and is cached', async () => {
    const first = await ask({ q: '19 sek to nok' });
    expect(first.body).toMatchObject({ type: 'currency', query: '19 sek to nok', data: { source: 'Frankfurter' } });
    expect(TestApp.outcomes(first)).toEqual({ frankfurter: 'ok' });
    const second = await ask({ q: '19 sek to nok' });
    expect(second.body).toEqual(first.body);
    expect(TestApp.outcomes(second)).toEqual({ frankfurter: 'cached' });
  });

  test('has all pictures only with detail=full, and the drawing of a QR code always', async () => {
    for (const [q, detail, pictures] of [
      ['#ff8800', 'basic', []],
      ['#ff8800', 'full', ['svg']],
      ['qr code https://example.org', 'basic', ['svg']],
      ['qr code https://example.org', 'full', ['svg', 'png']],
    ] as const) {
      const { data } = await eventually('the thread answers', async () => {
        const reply = await ask({ q, ...(detail === 'full' && { detail }) });
        return reply.status === 200 && reply.body;
      });
      expect(['svg', 'png'].filter((name) => name in data)).toEqual(pictures);
    }
  });

  test('is null for a query that is a search', async () => {
    const reply = await ask({ q: 'history of the roman empire' });
    expect([reply.status, reply.text]).toEqual([200, 'null']);
  });

  test('uses the requested time zone, by default UTC', async () => {
    const zone = async (params: object) => (await ask({ q: 'what time is it', ...params })).body.data.tz;
    expect(await zone({})).toBe('UTC');
    expect(await zone({ tz: 'Asia/Kolkata' })).toBe('Asia/Kolkata');
  });

  test('uses the requested language', async () => {
    const line = async (params: object) => (await ask({ q: 'what time is it', ...params })).body.answer;
    expect(await line({})).toMatch(/day/);
    expect(await line({ lang: 'de' })).toMatch(/tag|Mittwoch/);
  });

  test.each<[string, string, Record<string, unknown>]>([
    ['no query', '', { q: ['This field is required.'] }],
    ['an empty query', 'q=%20', { q: ['This field is required.'] }],
    ['two queries', 'q=2%2B2&q=3', { q: ['Give this parameter once.'] }],
    ['a long query', `q=${'1'.repeat(1_001)}`, { q: ['Ensure this field has no more than 1000 characters.'] }],
    ['an unknown time zone', 'q=2%2B2&tz=Nowhere/None', { tz: [expect.stringContaining('Use a time zone')] }],
    ['what is no language', 'q=2%2B2&lang=en_US', { lang: [expect.stringContaining('Use a language tag')] }],
    ['all of it', 'tz=x&lang=!', { q: [expect.any(String)], tz: [expect.any(String)], lang: [expect.any(String)] }],
  ])('is refused for %s, with every bad parameter named', async (_, params, fields) => {
    const reply = await ask(params);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual(fields);
  });
});
