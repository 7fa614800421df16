import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ queue: 'redis' });
});
afterAll(() => app?.stop());

const find = async (q: string, params = '') => {
  const { body } = await app.get(`/api/v1/web/?q=${encodeURIComponent(q)}${params}`);
  return (body.results as { url: string }[]).map(({ url }) => url);
};

describe('the sandbox shows a search at its best', () => {
  test('python finds the site, then the article', async () => {
    expect((await find('python')).slice(0, 2)).toEqual([
      'https://www.python.org/',
      'https://en.wikipedia.org/wiki/Python_(programming_language)',
    ]);
  });

  test.each(['"golden gate"', 'golden gate', 'golden gate bridge'])('%s finds the bridge', async (query) => {
    const [first = '', second = ''] = await find(query);
    expect(first).toBe('https://en.wikipedia.org/wiki/Golden_Gate_Bridge');
    expect(second).toBe('https://www.goldengate.org/bridge/');
  });

  test('words in quotes stand together', async () => {
    expect(await find('"golden retriever"')).not.toEqual([]);
    expect(await find('"retriever golden gate"')).toEqual([]);
  });

  test('a plural finds the singular', async () => {
    expect(await find('black holes')).toContain('https://en.wikipedia.org/wiki/Black_hole');
  });

  test('its engines differ as real ones do: each has pages that others lack, and an order of its own', async () => {
    const [one, other] = [await find('redis', '&engine=engine_a'), await find('redis', '&engine=engine_b')];
    const common = one.filter((url) => other.includes(url));
    expect(common.length).toBeGreaterThan(3);
    expect(common.length).toBeLessThan(Math.max(one.length, other.length));
    expect(other.filter((url) => one.includes(url))).not.toEqual(common);
  });
});
