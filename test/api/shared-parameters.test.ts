import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestApp } from '../harness/test-app.ts';
import { searchParameterCases, TAB } from './shared-parameter-cases.ts';

let app: TestApp;
beforeAll(async () => {
  // Each of these engines has every tab.
  const slots = { ENGINE_A: 'brave', ENGINE_B: 'searxng', ENGINE_C: 'kagi' };
  app = await TestApp.start({ env: { ...slots, API_THROTTLE_SUSTAINED: 'off' } });
});
afterAll(() => app?.stop());

const undated = { ...TAB, date: false };

describe.each([
  ['/api/v1/web/', TAB],
  ['/api/v1/images/', undated],
  ['/api/v1/images/similar/', { ...undated, q: 'caption', page: false }],
  ['/api/v1/news/', TAB],
  ['/api/v1/videos/', TAB],
  ['/api/v1/cards/', { ...undated, engine: 'unlisted', page: false }],
  ['/api/v1/suggest/', { ...undated, engine: false, safe: false, page: false }],
] as const)('the shared parameters of %s', (path, takes) => {
  test.each(searchParameterCases(takes))('$name', async ({ query, bad, reply = {} }) => {
    const got = await app.get(`${path}?${query}`);
    expect(got.status, got.text).toBe(bad ? 400 : 200);
    if (!bad) {
      expect(got.body).toMatchObject(reply);
      return;
    }
    expect(Object.keys(got.body).sort()).toEqual(Object.keys(bad).sort());
    for (const [field, messages] of Object.entries(bad)) {
      expect(got.body[field]).toEqual(messages === 'some' ? [expect.stringMatching(/\S/)] : messages);
    }
  });
});
