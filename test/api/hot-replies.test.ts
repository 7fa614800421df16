import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { RenderedReply } from '../../api/endpoint.ts';
import { HotReplies } from '../../api/hot-replies.ts';
import type { EngineAnswer } from '../../api/search.ts';

const slot = { slug: 'engine_a', label: 'A' } as EngineAnswer<string>['slot'];
const cached: EngineAnswer<string> = { slot, name: 'engine_a', answer: { ok: true, value: 'x', ms: 0, cached: true } };
const fetched: EngineAnswer<string> = {
  slot,
  name: 'engine_a',
  answer: { ok: true, value: 'x', ms: 9, cached: false },
};
const failed: EngineAnswer<string> = {
  slot,
  name: 'engine_a',
  answer: { ok: false, failure: { code: 'timeout', reason: 'no answer in time' }, ms: 9 },
};
const skipped: EngineAnswer<string> = { slot, name: 'engine_a', answer: { ok: false, skipped: 'no such page', ms: 0 } };

/** Asks twice for the same search; tells how often the engines were asked, and what came the second time. */
async function askTwice(hot: HotReplies, answers: EngineAnswer<string>[]) {
  const headers: Record<string, string> = {};
  const reply = { header: (name: string, value: string) => Object.assign(headers, { [name]: value }) };
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return answers;
  };
  let body: unknown;
  for (let i = 0; i < 2; i++)
    body = await hot.reply(['q'], reply as unknown as FastifyReply, ask, () => ({ made: asked }));
  return { asked, body, timing: headers['server-timing'] };
}

test('a reply made of cached answers alone is sent again as it was, with its Server-Timing', async () => {
  const { asked, body, timing } = await askTwice(new HotReplies(300), [cached, skipped]);
  expect(asked).toBe(1);
  expect(body).toEqual(new RenderedReply(Buffer.from('{"made":1}')));
  expect(timing).toBe('engine_a;dur=0;desc="cached", engine_a;dur=0;desc="skipped"');
});

test.each([
  ['was just fetched', [cached, fetched]],
  ['failed', [cached, failed]],
  ['is all skipped', [skipped]],
])('a reply of which a part %s is made anew', async (_, answers) => {
  expect((await askTwice(new HotReplies(300), answers)).asked).toBe(2);
});

test('other searches are other replies', async () => {
  const hot = new HotReplies(300);
  const reply = { header: () => {} } as unknown as FastifyReply;
  for (const q of ['a', 'b']) {
    const body = await hot.reply(
      [q],
      reply,
      async () => [cached],
      () => q,
    );
    expect(body).toEqual(new RenderedReply(Buffer.from(JSON.stringify(q))));
  }
});
