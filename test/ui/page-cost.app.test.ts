import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FAN_OUT_QUEUE } from '../../jobs/job.ts';
import { readUsage, usagePeriod } from '../../lib/limits/usage.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { eventually } from '../harness/processes.ts';
import { commandsDuring } from '../harness/redis-commands.ts';
import { RedisMonitor } from '../harness/redis-monitor.ts';
import { untilAnswersAreLoaded, untilEveryEngineAnswers } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { Person } from './person.ts';

let app: TestApp;
let ada: Person;

beforeAll(async () => {
  app = await TestApp.start({ ownRedis: true, queue: 'redis', env: { REQUEST_DEADLINE_MS: '20000' } });
  ada = await Person.signedIn(app, 'ada');
  await untilEveryEngineAnswers(app);
  await untilAnswersAreLoaded(app);
  await page('warm up');
  await app.forgetCalls();
});
afterAll(() => app?.stop());
afterEach(() => app.reset());

/** A page, once all of its calls have ended. */
async function page(q: string): Promise<string> {
  const { status, html } = await ada.get(`/?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  await eventually('its jobs have ended', async () => (await app.jobs('wait', 'active')) === 0);
  return html;
}

/** How many jobs have ended. */
async function jobs(): Promise<number> {
  const at = (list: string) => `${redisKeys.queuePrefix(FAN_OUT_QUEUE)}:${FAN_OUT_QUEUE}:${list}`;
  return (await app.client.zcard(at('completed'))) + (await app.client.zcard(at('failed')));
}

/** Upstream → how many calls it has received. */
async function calls(): Promise<Record<string, number>> {
  const upstreams = ['brave', 'mojeek', 'marginalia', 'wikipedia', 'nominatim', 'duckduckgo', 'searxng'];
  const counts = await Promise.all(upstreams.map(async (one) => [one, (await app.calls(one)).length] as const));
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** How many searches of Ada's pages were counted. */
async function searches(): Promise<number> {
  return (await readUsage(app.client, { username: 'ada' }, usagePeriod(new Date()).month)).searches;
}

describe('a new page', () => {
  test('is one job with the engines, the cards, the map and the related searches', async () => {
    const before = await jobs();
    expect(await page('Berlin')).toContain('CC BY-SA');
    expect(await jobs()).toBe(before + 1);
    // Brave has the results and the related searches.
    expect(await calls()).toEqual({ brave: 2, mojeek: 1, marginalia: 1, wikipedia: 1, nominatim: 1 });
  });

  test('takes at most 100 commands of Redis, besides what is done by the clock', async () => {
    const monitor = await RedisMonitor.start(app.redis.port);
    const counts = await commandsDuring(monitor, app.client, async () => {
      for (let at = 0; at < 10; at++) await page(`something new ${at}`);
    });
    monitor.stop();
    const perPage = [...counts.values()].reduce((sum, count) => sum + count, 0) / 10;
    expect(perPage).toBeLessThanOrEqual(100);
  });

  test('has its results while a card and the map of the same job are awaited', async () => {
    await app.hold('wikipedia', 'nominatim');
    const { html } = await ada.get('/?q=Berlin');
    expect(html).toContain('class="result"');
    expect(html).toContain('Brave answered');
    expect(html).not.toContain('CC BY-SA');
    expect(await app.jobs('active')).toBe(1);
  });

  test('asks one service for related searches, whose empty answer is remembered', async () => {
    const before = await calls();
    await page('xqzt vwkj');
    expect((await app.calls('brave')).length - (before.brave ?? 0)).toBe(2);
    expect(await app.calls('duckduckgo')).toEqual([]);
    const once = await calls();
    await page('xqzt vwkj');
    expect(await calls()).toEqual(once);
  });
});

describe('a page that is in the cache', () => {
  /** The keys of cached answers and lists that a page reads and writes. */
  async function cacheKeys(q: string): Promise<Record<'read' | 'written', string[]>> {
    const seen = { read: [] as string[], written: [] as string[] };
    const monitor = await RedisMonitor.start(app.redis.port);
    let isOver = false;
    monitor.onCommand = (name, args) => {
      const keys = args.filter((arg) => arg.startsWith('{trib:cache:'));
      if (name === 'set') seen.written.push(...keys);
      else seen.read.push(...keys);
      isOver ||= name === 'echo';
    };
    await page(q);
    await app.client.echo('all commands before this one are seen');
    await eventually('the monitor has seen all', () => isOver);
    monitor.stop();
    return seen;
  }

  test('reads each answer once and writes nothing; shown again soon, it reads nothing but is counted', async () => {
    await page('linux kernel');
    const { read, written } = await cacheKeys('linux kernel');
    expect(read.length).toBeGreaterThan(4);
    expect(new Set(read).size).toBe(read.length);
    expect(written).toEqual([]);
    const before = await searches();
    expect(await cacheKeys('linux kernel')).toEqual({ read: [], written: [] });
    expect(await page('linux kernel')).toContain('class="result"');
    expect(await searches()).toBe(before + 2);
  });

  test('is made anew if it has an instant answer, which may be about this moment', async () => {
    await page('time in Berlin');
    await page('time in Berlin');
    expect((await cacheKeys('time in Berlin')).read).not.toEqual([]);
  });

  test('does not ask card services again that have just failed; the API does', async () => {
    await app.knobs('wikipedia', { status: 500 });
    await app.knobs('nominatim', { status: 500 });
    await page('Berlin');
    const once = await calls();
    expect(once).toMatchObject({ wikipedia: 1, nominatim: 1 });
    expect(await page('Berlin')).toContain('class="result"');
    expect(await calls()).toEqual(once);
    await app.get('/api/v1/cards/?q=Berlin');
    expect(await calls()).toMatchObject({ wikipedia: 2, nominatim: 2 });
  });
});
