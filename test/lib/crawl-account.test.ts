import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { CrawlSeal } from '../../lib/crawl/crawl-request.ts';
import {
  createCrawl,
  type FoundPage,
  finishPage,
  lookAt,
  type PageEnd,
  stopCrawl,
  type TakenPage,
  takePage,
} from '../../lib/crawl/crawl-steps.ts';
import { type Crawl, crawlIn } from '../../lib/crawl/read-crawl.ts';
import { storeResult } from '../../lib/crawl/store-result.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { makeSeal } from '../../lib/seal.ts';
import { runs } from '../harness/fuzz.ts';
import { redisForSuite } from '../harness/redis.ts';

const redis = await redisForSuite();
const others = [redis.duplicate(), redis.duplicate()];
const workers = [redis, ...others];
beforeEach(() => redis.flushdb());
afterAll(() => {
  for (const other of others) other.disconnect();
});

const seals = [makeSeal('secret')];
const request = {
  ...{ urls: ['https://example.org/'], follows: true, depth: 9, subdomains: false, include: [], exclude: [] },
  ...{ sitemap: 'skip' as const, salt: 'salt' },
  options: { format: 'text' as const, maxChars: 1, links: false, images: false, query: '', chunks: 1, isFull: false },
};
const found = (page: number, skip: FoundPage['skip'] = null): FoundPage => ({
  ...{ key: `key-${page}`, host: `host-${page % 3}`, shape: '', entry: `entry-${page}`, distance: page % 4, skip },
  isSitemap: false,
});

/** One crawl, and what became of its pages as a plain account. */
class Model {
  readonly id = randomUUID();
  readonly known = new Set<number>([0]);
  readonly held: { page: TakenPage; worker: number; isLost: boolean }[] = [];
  fetched = 0;
  failed = 0;
  skipped = 0;
  readonly texts = new Set<string>();
  readonly fetchedMembers: string[] = [];
  isOver = false;

  async begin(limit: number): Promise<void> {
    const seal = new CrawlSeal(seals, this.id, request);
    const record = {
      account: 'ann',
      key: 'key',
      limit,
      keepMs: 60_000,
      about: seal.sealedAbout(),
      request: seal.sealedRequest(),
    };
    await createCrawl(redis, this.id, record, 60_000, [found(0)]);
  }

  async crawl(): Promise<Crawl> {
    const crawl = crawlIn(await redis.hgetall(redisKeys.crawl(this.id)), this.id, 'ann', seals);
    return crawl ?? expect.unreachable();
  }

  /** Makes all leases that were lost end now. */
  async endLostLeases(): Promise<void> {
    for (const { page, isLost } of this.held) {
      if (isLost) await redis.zadd(redisKeys.crawlLeases(this.id), 'XX', 1, page.member);
    }
    for (const one of [...this.held]) if (one.isLost) this.held.splice(this.held.indexOf(one), 1);
  }
}

type Step =
  | { do: 'take'; worker: number; host: number }
  | { do: 'finish'; worker: number; outcome: 'fetched' | 'failed' | 'skipped' | 'again'; text: number; links: number[] }
  | { do: 'kill' }
  | { do: 'look'; worker: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('take' as const), worker: fc.nat(2), host: fc.nat(2) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('finish' as const),
      worker: fc.nat(2),
      outcome: fc.constantFrom(
        'fetched' as const,
        'fetched' as const,
        'failed' as const,
        'skipped' as const,
        'again' as const,
      ),
      text: fc.nat(12),
      links: fc.array(fc.nat(30), { maxLength: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('look' as const), worker: fc.nat(2) }) },
);

async function run(model: Model, one: Step, limit: number): Promise<void> {
  const before = await model.crawl();
  if (one.do === 'take') {
    const taken = await takePage(workers[one.worker] ?? redis, model.id, {
      ...{ at: String(one.host), token: randomUUID(), paid: 1_000, gapMs: 0 },
    });
    if (typeof taken === 'string' || 'pay' in taken) return;
    // Nobody else has it, and there was room for it.
    expect(model.held.map(({ page }) => page.member)).not.toContain(taken.member);
    expect(before.fetched + before.failed.total + model.held.length).toBeLessThan(limit);
    model.held.push({ page: taken, worker: one.worker, isLost: false });
  } else if (one.do === 'finish') {
    const at = model.held.findIndex(({ worker }) => worker === one.worker);
    const [held] = at < 0 ? [] : model.held.splice(at, 1);
    if (!held) return;
    const end: PageEnd = {
      ...{ outcome: one.outcome, reason: 'scope', word: 'word', entry: 'entry', text: `text-${one.text}` },
      ...{ field: `${held.page.member}:${held.page.token}`, asked: 1, moved: 'entry', distance: 1, plans: true },
      found: one.links.map((page) => found(page, page % 7 === 6 ? 'trap' : null)),
    };
    const { state } = await finishPage(workers[one.worker] ?? redis, model.id, held.page, end);
    if (state === 'stale') return expect(held.isLost || before.state !== 'running').toBe(true);
    const isTwin = one.outcome === 'fetched' && model.texts.has(`text-${one.text}`);
    if (one.outcome === 'fetched' && !isTwin) {
      model.fetched += 1;
      model.texts.add(`text-${one.text}`);
      model.fetchedMembers.push(held.page.member);
    } else if (one.outcome === 'failed') model.failed += 1;
    else if (one.outcome !== 'again') model.skipped += 1;
    for (const page of one.links) {
      if (!model.known.has(page) && page % 7 === 6) model.skipped += 1;
      model.known.add(page);
    }
  } else if (one.do === 'kill') {
    for (const held of model.held) held.isLost = true;
    await model.endLostLeases();
  } else {
    await lookAt(workers[one.worker] ?? redis, model.id, '0', 4);
  }
}

describe('the account of a crawl', () => {
  it('is whole at every moment, whatever several workers do and whichever of them die', async () => {
    const manySteps = fc.array(step, { minLength: 5, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), manySteps, async (limit, steps) => {
        const model = new Model();
        await model.begin(limit);
        for (const one of steps) {
          await run(model, one, limit);
          const crawl = await model.crawl();
          const { fetched, failed, skipped, queued } = crawl;
          expect(fetched + failed.total + skipped.total + queued).toBe(crawl.found);
          expect(crawl.found).toBe(model.known.size);
          expect(fetched + failed.total).toBeLessThanOrEqual(limit);
          expect({ fetched, failed: failed.total }).toEqual({ fetched: model.fetched, failed: model.failed });
          const isStopped = crawl.state !== 'running';
          expect(skipped.total - (isStopped ? (skipped.reasons.limit ?? 0) : 0)).toBe(model.skipped);
          if (crawl.state === 'completed') expect([fetched > 0, queued]).toEqual([true, 0]);
        }
        const members = (await redis.lrange(redisKeys.crawlFetched(model.id), 0, -1)).map((text) => text.split(':')[0]);
        expect(members).toEqual(model.fetchedMembers);
        expect(new Set(members).size).toBe(members.length);
      }),
      { numRuns: runs(1.2) },
    );
  });

  it('counts what comes of a page only once, if its lease has ended meanwhile', async () => {
    const model = new Model();
    await model.begin(5);
    const take = () => takePage(redis, model.id, { at: '0', token: randomUUID(), paid: 9, gapMs: 0 });
    const first = (await take()) as TakenPage;
    await redis.zadd(redisKeys.crawlLeases(model.id), 1, first.member);
    await lookAt(redis, model.id, '0', 1);
    const second = (await take()) as TakenPage;
    expect(second.member).toBe(first.member);
    const end = { outcome: 'fetched' as const, entry: '', text: 't', asked: 1, plans: true, found: [] };
    expect((await finishPage(redis, model.id, first, { ...end, field: '1:a' })).state).toBe('stale');
    expect((await finishPage(redis, model.id, second, { ...end, field: '1:b' })).state).toBe('completed');
    expect(await model.crawl()).toMatchObject({ found: 1, fetched: 1, queued: 0 });
  });

  it('is partial if a limit kept pages from being read, although nothing waits', async () => {
    const model = new Model();
    await model.begin(5);
    const taken = (await takePage(redis, model.id, { at: '0', token: 't', paid: 9, gapMs: 0 })) as TakenPage;
    const end = { outcome: 'fetched' as const, entry: '', text: 't', field: '1:t', asked: 1, plans: true };
    await finishPage(redis, model.id, taken, { ...end, found: [found(1, 'limit')] });
    expect(await model.crawl()).toMatchObject({ state: 'partial', reason: 'limit', found: 2, fetched: 1, queued: 0 });
  });

  it('lists what a limit left, which are pages and no sitemaps', async () => {
    const model = new Model();
    await model.begin(1);
    const taken = (await takePage(redis, model.id, { at: '0', token: 't', paid: 9, gapMs: 0 })) as TakenPage;
    const sitemaps = [30, 31, 32].map((page) => ({ ...found(page), isSitemap: true }));
    const end = { outcome: 'fetched' as const, entry: '', text: 't', field: '1:t', asked: 1, plans: true };
    await finishPage(redis, model.id, taken, { ...end, found: [...sitemaps, found(1), found(2), found(3)] });
    expect(await model.crawl()).toMatchObject({ state: 'partial', reason: 'limit', skipped: { total: 3 } });
    const left = await redis.zrange(redisKeys.crawlLeft(model.id), '0', '-1');
    expect(left.map((member) => member.startsWith('s'))).toEqual([false, false, false]);
    expect(await redis.exists(redisKeys.crawlSitemaps(model.id))).toBe(0);
  });

  it('leaves nothing for ever of a page that was read after its crawl had been deleted', async () => {
    const keepMs = 60_000;
    await storeResult(redis, 'gone', { field: '1:t', packed: Buffer.from('text'), keepMs });
    expect(await redis.pttl(redisKeys.crawlResults('gone'))).toBeGreaterThan(0);
    await redis.pexpire(redisKeys.crawlResults('gone'), 10 * keepMs);
    await storeResult(redis, 'gone', { field: '2:t', packed: Buffer.from('text'), keepMs });
    // One that has a life already keeps it.
    expect(await redis.pttl(redisKeys.crawlResults('gone'))).toBeGreaterThan(keepMs);
  });

  it('leaves what waits when a crawl is cancelled, and ends what is under way', async () => {
    const model = new Model();
    await model.begin(5);
    const taken = (await takePage(redis, model.id, { at: '0', token: 't', paid: 9, gapMs: 0 })) as TakenPage;
    expect(await stopCrawl(redis, model.id, 'cancelled', '')).toBe(true);
    expect(await stopCrawl(redis, model.id, 'cancelled', '')).toBe(false);
    expect(await model.crawl()).toMatchObject({ state: 'cancelled', found: 1, queued: 1 });
    const end = {
      outcome: 'fetched' as const,
      entry: '',
      text: 't',
      field: '',
      asked: 1,
      plans: true,
      found: [found(7)],
    };
    expect((await finishPage(redis, model.id, taken, end)).state).toBe('stale');
    expect(await model.crawl()).toMatchObject({ found: 1, fetched: 0, queued: 1 });
  });
});
