import { beforeEach, describe, expect, test } from 'vitest';
import { timingOf } from '../../../api/ask/timing.ts';
import { RenderedReply, ReplyCache } from '../../../api/cache/reply-cache.ts';
import type { RequestContext } from '../../../api/contract/endpoint.ts';
import { answerWith, type Found } from '../../../api/search/search-reply.ts';
import { ApiError } from '../../../lib/errors.ts';
import type { Outcome } from '../../../lib/outcome.ts';

const CACHED: Outcome<unknown> = { ok: true, value: [], ms: 0, cached: true };
const FRESH: Outcome<unknown> = { ok: true, value: [], ms: 9, cached: false };

let replyCache: ReplyCache;
let searches: number;
beforeEach(() => {
  replyCache = new ReplyCache({ maxBytes: 100_000, ttlMs: 60_000 });
  searches = 0;
});

/** Asks for a reply with these parameters. Each account shares cached answers with nobody. */
function ask(
  params: object,
  { account = 'ada', format = 'web', besides = [] as unknown[], found = {} as Partial<Found<unknown>> } = {},
): Promise<unknown> {
  const services = { cacheScope: (name: string) => name, replyCache };
  const context = {
    params,
    account,
    services,
    request: {},
    reply: { header: () => {}, request: { notes: null } },
  } as unknown as RequestContext<object>;
  const search = async () => {
    searches += 1;
    const answers = [{ provider: 'engine_a', outcome: CACHED }];
    return { answers, timing: timingOf(answers), failure: null, body: { searches }, ...found };
  };
  return answerWith(context, format, search, ...besides);
}

describe('a reply of cached answers', () => {
  test('is sent again to the same question, in whatever order its parameters are', async () => {
    const first = await ask({ q: 'redis', page: 2 });
    expect(first).toBeInstanceOf(RenderedReply);
    expect(await ask({ page: 2, q: 'redis' })).toBe(first);
    expect(searches).toBe(1);
  });

  test.each([
    ['a parameter', { q: 'redis', page: 3 }, {}],
    ['a parameter that nobody listed', { q: 'redis', page: 2, newer: 'yes' }, {}],
    ['the format', { q: 'redis', page: 2 }, { format: 'news' }],
    ['the account', { q: 'redis', page: 2 }, { account: 'grace' }],
    ['what it depends on besides', { q: 'redis', page: 2 }, { besides: ['today'] }],
  ])('is not sent if %s differs', async (_what, params, options) => {
    await ask({ q: 'redis', page: 2 });
    await ask(params, options);
    expect(searches).toBe(2);
  });
});

test('a reply with a new answer, a failure, or of the moment is not kept', async () => {
  await ask({ q: 'a' }, { found: { answers: [{ provider: 'engine_a', outcome: FRESH }] } });
  await ask({ q: 'a' }, { found: { isLasting: false } });
  await expect(ask({ q: 'a' }, { found: { failure: new ApiError(503, 'No.') } })).rejects.toThrow('No.');
  await ask({ q: 'a' });
  expect(searches).toBe(4);
});
