import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROBE_QUEUE } from '../../jobs/job.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import type { Knobs } from '../../sandbox/knobs.ts';
import { probeName } from '../../workers/probe-schedules.ts';
import { Operator } from '../harness/command-line.ts';
import { changeHealth, healthOf } from '../harness/health.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';

/** Every provider that is probed: its stand-in, its id, and the path that only probes ask for. */
const PROBED = {
  nominatim: { upstream: 'nominatim', id: 'nominatim-maps', path: '/status' },
  photon: { upstream: 'photon', id: 'photon-maps', path: '/status' },
  libretranslate: { upstream: 'libretranslate', id: 'libretranslate-translate', path: '/languages' },
  wikipedia: { upstream: 'wikipedia', id: 'wikipedia-cards', path: '/en/w/api.php' },
} as const;
type Slug = keyof typeof PROBED;
const SLUGS = Object.keys(PROBED) as Slug[];
// A success is told to the other processes after up to a second, and counts for half of an interval.
const INTERVAL_MS = 3_000;

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start({
    queue: 'redis',
    web: 2,
    workers: 2,
    env: (sandbox) => ({
      PHOTON_URL: `${sandbox}/photon`,
      PROBE_INTERVAL_S: String(INTERVAL_MS / 1_000),
      CACHE_TTL_S: '0',
      API_THROTTLE_SUSTAINED: 'off',
    }),
  });
});
afterAll(() => app?.stop());

interface Row {
  slug: string;
  group: string;
  monitor: string;
  state: string;
  checked_at: string;
  last_ok_at: string;
  last_error: string;
}

async function rows(web = 0, query = ''): Promise<Row[]> {
  const reply = await app.get(`/api/v1/status/${query}`, { web });
  expect(reply.status).toBe(200);
  return reply.body.providers;
}

async function row(slug: string, web = 0, group?: string): Promise<Row> {
  const found = (await rows(web)).find((one) => one.slug === slug && (group === undefined || one.group === group));
  if (!found) throw new Error(`no row ${slug}`);
  return found;
}

/** The row of a provider that may also be in another group. */
const probedRow = (slug: Slug, web = 0) =>
  row(slug, web, slug === 'wikipedia' ? 'cards' : slug === 'libretranslate' ? 'translate' : 'maps');

async function probes(slug: Slug): Promise<number[]> {
  const { upstream, path } = PROBED[slug];
  return (await app.calls(upstream)).filter((call) => call.path === path).map(({ at }) => at);
}

/** A key of the queue in which this provider is probed. None of them has a rate limit here. */
const queueKey = (name: string) => `${redisKeys.queuePrefix(PROBE_QUEUE)}:${PROBE_QUEUE}:${name}`;

/** How many probes have come due so far, made or not. */
async function due(slug: Slug): Promise<number> {
  const { id } = PROBED[slug];
  return Number(await app.client.hget(queueKey(`repeat:${probeName(id)}`), 'ic'));
}

const untilDown = (slug: Slug) =>
  Promise.all(
    [0, 1].map((web) =>
      eventually(`${slug} is down at web ${web}`, async () => {
        const found = await probedRow(slug, web);
        return found.state === 'down' && found;
      }),
    ),
  );

const untilUp = (slug: Slug) =>
  Promise.all(
    [0, 1].map((web) =>
      eventually(`${slug} is up at web ${web}`, async () => {
        const found = await probedRow(slug, web);
        return found.state === 'up' && found;
      }),
    ),
  );

describe('probes every three seconds, with two workers', () => {
  test('tell that a provider is up before anyone has asked for it', async () => {
    for (const slug of SLUGS) {
      const [found] = await untilUp(slug);
      expect(found).toMatchObject({ monitor: 'probe', last_error: '' });
      expect(Date.parse(found?.checked_at ?? '')).not.toBeNaN();
      expect(found?.last_ok_at).toBe(found?.checked_at);
    }
  });

  test('spare those who bill or count calls: engines, suggestions, Stack Exchange, the dictionary', async () => {
    const others = (await rows()).filter(({ monitor }) => monitor === 'query');
    expect([...new Set(others.map(({ group }) => group))].sort()).toEqual(['cards', 'instant', 'suggest', 'web']);
    expect(others.filter(({ group }) => group === 'cards').map(({ slug }) => slug)).toEqual(['stackexchange']);
    expect(others.filter(({ group }) => group === 'instant').map(({ slug }) => slug)).toEqual(['dictionary']);
    expect(await app.calls('stackexchange')).toEqual([]);
    for (const upstream of ['brave', 'mojeek', 'marginalia', 'duckduckgo', 'searxng', 'dictionary']) {
      expect(await app.calls(upstream)).toEqual([]);
    }
  });

  test('are made once an interval, whatever the number of workers', async () => {
    await app.forgetCalls();
    const watched = SLUGS.map(async (slug) => {
      const before = await due(slug);
      const seen = await eventually(`three probes of ${slug}`, async () => {
        const times = await probes(slug);
        return times.length >= 3 && times;
      });
      return { slug, seen, came: (await due(slug)) - before };
    });
    for (const { slug, seen, came } of await Promise.all(watched)) {
      const [first = 0, last = 0] = [seen[0], seen.at(-1)];
      // No more than intervals have begun; one that was late may be followed closely by the next.
      const intervals = (last - first) / INTERVAL_MS;
      expect(seen.length, slug).toBeLessThanOrEqual(intervals + 2);
      // And hardly one is left out: a probe's own success does not make the next one superfluous.
      expect(came, slug).toBeLessThanOrEqual(seen.length + 2);
    }
  });

  test('are not made of a provider that real calls have just shown to work', { timeout: 90_000 }, async () => {
    let asked = 0;
    const ask = async () => {
      const { status } = await app.get(`/api/v1/maps/?q=place+${asked}`, { web: asked++ % 2 });
      expect(status).toBe(200);
      return performance.now();
    };
    /** Asks until two probes have come due; null if a machine that is busy left time for a probe between two calls. */
    const askMeanwhile = async () => {
      await app.forgetCalls();
      const first = asked;
      let last = await ask();
      let longestMs = 0;
      const before = await due('nominatim');
      const made = (await probes('nominatim')).length;
      await eventually('two probes have come due', async () => {
        const now = await ask();
        longestMs = Math.max(longestMs, now - last);
        last = now;
        return (await due('nominatim')) >= before + 2;
      });
      const counts = {
        probes: (await probes('nominatim')).length - made,
        calls: (await app.calls('nominatim')).length,
        asked: asked - first,
      };
      return longestMs < INTERVAL_MS / 4 && counts;
    };
    const counts = await eventually('calls come often enough', askMeanwhile, 60_000);
    // The one that was under way when this began.
    expect(counts.probes).toBeLessThanOrEqual(1);
    expect(counts.calls).toBeGreaterThan(counts.asked / 2);
    // Nobody has asked Photon: that goes on.
    const others = (await probes('photon')).length;
    await eventually('Photon is probed', async () => (await probes('photon')).length > others);
  });

  const faults: [Slug, string, Knobs][] = [
    ['nominatim', 'cuts every connection', { mode: 'reset' }],
    ['photon', 'fails', { status: 500, body: '{"message":"http://10.1.2.3/ secret"}' }],
    ['libretranslate', 'has lost its languages', { status: 200, body: '[]' }],
    ['wikipedia', 'sends a page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Hello</p>' }],
  ];

  test.concurrent.each(faults)(
    'show that %s is down when it %s, with a reason, and up when it is well again',
    async (slug, _, knobs) => {
      const { upstream } = PROBED[slug];
      const [healthy] = await untilUp(slug);
      await app.knobs(upstream, knobs);
      for (const found of await untilDown(slug)) {
        expect(found.last_error).toMatch(/^[\x20-\x7e]{5,300}$/);
        expect(found.last_error).not.toMatch(/:\/\/|10\.1\.2\.3|127\.0\.0\.1|secret/);
        expect(Date.parse(found.last_ok_at)).toBeGreaterThanOrEqual(Date.parse(healthy?.last_ok_at ?? ''));
        expect(Date.parse(found.checked_at)).toBeGreaterThan(Date.parse(found.last_ok_at));
      }
      await app.knobs(upstream, {});
      for (const found of await untilUp(slug)) expect(found.last_error).toBe('');
    },
  );

  test('close the breaker that real calls have opened, long before its time', async () => {
    await app.knobs('libretranslate', { status: 500 });
    await untilDown('libretranslate');
    await app.refreshHealth();
    const translate = (web: number) => app.get('/api/v1/translate/?q=Thank+you.&target=de&source=en', { web });
    for (const web of [0, 1]) {
      const reply = await translate(web);
      expect(reply.status).toBe(503);
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(1);
    }
    await app.knobs('libretranslate', {});
    await untilUp('libretranslate');
    await app.refreshHealth();
    for (const web of [0, 1]) expect((await translate(web)).status).toBe(200);
  });
});

describe('without probes', () => {
  const operator = () => new Operator(app.env, [app.key]);
  const WEBS = [2, 3];

  beforeAll(async () => {
    await Promise.all([...app.webs, ...app.workers].map((part) => part.stop()));
    Object.assign(app.env, { PROBE_INTERVAL_S: '0', PHOTON_URL: '' });
    for (let i = 0; i < 2; i++) app.addWorker();
    for (let i = 0; i < 2; i++) await app.addWeb();
  });

  const outcome = async (web: number) =>
    TestApp.outcomes(await app.get(`/api/v1/maps/?q=place+${Math.random()}`, { web })).nominatim;

  test('every provider is watched by real calls alone, and the schedules are gone', async () => {
    for (const web of WEBS)
      expect(new Set((await rows(web)).map(({ monitor }) => monitor))).toEqual(new Set(['query']));
    await eventually('there is no schedule', async () => (await app.client.zcard(queueKey('repeat'))) === 0);
    await eventually('there is no probe to come', async () => (await app.client.zcard(queueKey('delayed'))) === 0);
    // What was due before is through; from here on nobody asks.
    await eventually('nothing is under way', async () => (await app.jobs('wait', 'active')) === 0);
    await app.forgetCalls();
  });

  test('three failures suspend a provider in every process, and one trial notices that it is back', async () => {
    await app.knobs('nominatim', { status: 500 });
    expect([await outcome(2), await outcome(3), await outcome(2)]).toEqual(['error', 'error', 'error']);
    await app.refreshHealth();
    await app.forgetCalls();
    await app.knobs('nominatim', {});
    for (const web of WEBS) expect(await outcome(web)).toBe('suspended');
    expect(await app.calls('nominatim')).toEqual([]);
    for (const web of WEBS) expect(await row('nominatim', web)).toMatchObject({ state: 'down', group: 'maps' });

    // Its time is over, as if it had passed.
    await changeHealth(app.client, PROBED.nominatim.id, { openUntil: Date.now() - 1 });
    await app.refreshHealth();
    await app.knobs('nominatim', { delayMs: 300 });
    const seen = await Promise.all([2, 3, 2, 3, 2, 3].map(outcome));
    expect(seen.filter((one) => one === 'ok')).toHaveLength(1);
    expect(seen.filter((one) => one === 'suspended')).toHaveLength(5);
    expect(await app.calls('nominatim')).toHaveLength(1);
    await app.knobs('nominatim', {});
    await app.refreshHealth();
    for (const web of WEBS) expect(await outcome(web)).toBe('ok');
    for (const web of WEBS) expect(await row('nominatim', web)).toMatchObject({ state: 'up', last_error: '' });
  });

  test('the command line shows the same, with open breakers and when they let a trial through', async () => {
    expect((await app.search('linux', { web: 2 })).status).toBe(200);
    await app.knobs('nominatim', { status: 401 });
    expect(await outcome(2)).toBe('error');
    // The times of successes are written once a second.
    const providers = await eventually('every web process shows what the command line does', async () => {
      const shown: (Row & Record<'breaker' | 'open_until', string>)[] = (await operator().json('status')).providers;
      const plain = shown.map(({ breaker: _, ...row }) => row);
      for (const web of WEBS) expect(await rows(web, '?detail=full')).toEqual(plain);
      return shown;
    });
    expect(providers.find(({ slug }) => slug === 'nominatim')).toMatchObject({
      state: 'down',
      monitor: 'query',
      breaker: 'open',
      open_until: expect.stringMatching(/^\d{4}-/),
    });
    expect(providers[0]).toMatchObject({ slug: 'engine_a', breaker: 'closed', open_until: '' });

    const openUntil = new Date((await healthOf(app.client, PROBED.nominatim.id)).openUntil).toISOString();
    const lines = (await operator().works('status')).split('\n');
    const lineOf = (name: string) => lines.find((line) => line.includes(name)) ?? '';
    expect(lineOf('Nominatim')).toMatch(/^nominatim\s+Nominatim\s+maps\s+down\s/);
    expect(lineOf('Nominatim')).toContain(`open until ${openUntil}`);
    expect(lineOf('Nominatim')).toContain('refused our credentials');
    expect(lineOf('Brave ')).toMatch(/^engine_a\s+Brave\s+web\s+up\s+closed\s/);
    expect(lineOf('LibreTranslate')).toMatch(/closed/);
    await app.knobs('nominatim', {});
  });

  test('nobody has been probed all the while', async () => {
    for (const slug of ['libretranslate', 'wikipedia', 'photon'] as const) expect(await probes(slug)).toEqual([]);
    expect(await probes('nominatim')).toEqual([]);
  });
});
