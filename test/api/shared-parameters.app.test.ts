import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestApp } from '../harness/test-app.ts';
import { searchParameterCases, TAB } from './shared-parameter-cases.ts';

let app: TestApp;
beforeAll(async () => {
  // Each of these engines has every tab. The deadline is for busy machines.
  const slots = { ENGINE_A: 'brave', ENGINE_B: 'searxng', ENGINE_C: 'kagi' };
  app = await TestApp.start({ env: { ...slots, API_THROTTLE_SUSTAINED: 'off', REQUEST_DEADLINE_MS: '60000' } });
});
afterAll(() => app?.stop());

/** That the other endpoints read them alike, shared-parameters.test.ts shows without a request for each. */
describe('the shared parameters of /api/v1/web/', () => {
  const cases = searchParameterCases(TAB);
  const good = cases.flatMap(({ name, query, bad, reply = {} }) => (bad ? [] : [{ name, query, reply }]));
  const refused = cases.flatMap(({ name, query, bad }) => (bad ? [{ name, query, bad }] : []));

  test.each(good)('$name', async ({ query, reply }) => {
    const { status, body, text } = await app.get(`/api/v1/web/?${query}`);
    expect(status, text).toBe(200);
    expect(body).toMatchObject(reply);
  });

  // After those above: no parameter of theirs may have become a default for all requests.
  test.each(refused)('$name is refused', async ({ query, bad }) => {
    const { status, body, text } = await app.get(`/api/v1/web/?${query}`);
    expect(status, text).toBe(400);
    expect(Object.keys(body).sort()).toEqual(Object.keys(bad).sort());
    for (const [field, messages] of Object.entries(bad)) {
      expect(body[field]).toEqual(messages === 'some' ? [expect.stringMatching(/\S/)] : messages);
    }
  });
});

const undated = { ...TAB, date: false };
test.each([
  ['images/', { page: 1, engine: ['engine_a', 'engine_c'] }, undated],
  ['images/similar/', { engine: ['engine_a', 'engine_c'] }, { ...undated, q: 'caption' as const, page: false }],
  ['news/', { page: 1, engine: ['engine_a', 'engine_c'] }, TAB],
  ['videos/', { page: 1, engine: ['engine_a', 'engine_c'] }, TAB],
  ['cards/', { query: 'linux' }, { ...undated, engine: 'unlisted' as const, page: false }],
  ['suggest/', { query: 'linux' }, { ...undated, engine: false as const, safe: false, page: false }],
])('the shared parameters reach /api/v1/%s, which names all that are wrong', async (path, reply, takes) => {
  const asked = await app.get(`/api/v1/${path}?q=linux&page=1&engine=engine_c&engine=engine_a`);
  expect([asked.status, asked.body]).toEqual([200, expect.objectContaining(reply)]);
  const [wrong] = searchParameterCases(takes).slice(-1);
  const { status, body } = await app.get(`/api/v1/${path}?${wrong?.query}`);
  expect([status, Object.keys(body).sort()]).toEqual([400, Object.keys(wrong?.bad ?? {}).sort()]);
});
