import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestApp } from '../harness/test-app.ts';
import { searchParameterCases, TAB, type Takes } from './shared-parameter-cases.ts';

let app: TestApp;
beforeAll(async () => {
  // Each of these engines has every tab. The deadline is for busy machines.
  const slots = { ENGINE_A: 'brave', ENGINE_B: 'searxng', ENGINE_C: 'kagi' };
  app = await TestApp.start({ env: { ...slots, API_THROTTLE_SUSTAINED: 'off', REQUEST_DEADLINE_MS: '60000' } });
});
afterAll(() => app?.stop());

const undated = { ...TAB, date: false };
const ENDPOINTS: [path: string, takes: Takes][] = [
  ['/api/v1/web/', TAB],
  ['/api/v1/images/', undated],
  ['/api/v1/images/similar/', { ...undated, q: 'caption', page: false }],
  ['/api/v1/news/', TAB],
  ['/api/v1/videos/', TAB],
  ['/api/v1/cards/', { ...undated, engine: 'unlisted', page: false }],
  ['/api/v1/suggest/', { ...undated, engine: false, safe: false, page: false }],
];

describe.each(ENDPOINTS)('the shared parameters of %s', (path, takes) => {
  const cases = searchParameterCases(takes);
  const good = cases.flatMap(({ name, query, bad, reply = {} }) => (bad ? [] : [{ name, query, reply }]));
  const refused = cases.flatMap(({ name, query, bad }) => (bad ? [{ name, query, bad }] : []));

  test.each(good)('$name', async ({ query, reply }) => {
    const { status, body, text } = await app.get(`${path}?${query}`);
    expect(status, text).toBe(200);
    expect(body).toMatchObject(reply);
  });

  // After those above: no parameter of theirs may have become a default for all requests.
  test.each(refused)('$name is refused', async ({ query, bad }) => {
    const { status, body, text } = await app.get(`${path}?${query}`);
    expect(status, text).toBe(400);
    expect(Object.keys(body).sort()).toEqual(Object.keys(bad).sort());
    for (const [field, messages] of Object.entries(bad)) {
      expect(body[field]).toEqual(messages === 'some' ? [expect.stringMatching(/\S/)] : messages);
    }
  });
});
