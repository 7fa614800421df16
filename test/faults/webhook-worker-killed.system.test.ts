import { afterAll, expect, test } from 'vitest';
import { pageWith } from '../harness/crawl-sites.ts';
import { startCrawl, untilEnded } from '../harness/crawling.ts';
import { PageServer } from '../harness/page-server.ts';
import { eventually } from '../harness/processes.ts';
import { Stack } from '../harness/stack.ts';
import { answerWith, letTimePass, startReceiver, verified } from '../harness/webhooks.ts';

const site = await PageServer.start();
const receiver = await startReceiver();
const env = { EXTRACT_ALLOW: '127.0.0.1', API_THROTTLE_SUSTAINED: 'off', CRAWL_GAP_MS: '0' };
const stack = await Stack.start({ env });
afterAll(async () => {
  await stack.stop();
  await site.close();
});

test('a delivery whose worker is killed while it is under way is sent again as it was, and those after it follow in order', async () => {
  const PAGES = 4;
  for (let at = 0; at < PAGES; at += 1)
    site.serve(`/${at}`, pageWith(`Page ${at}`, at + 1 < PAGES ? [`/${at + 1}`] : []));
  // The third has arrived, and nobody says so.
  receiver.answer = (_, reply) => void (receiver.got.length === 3 || reply.writeHead(204).end());
  const crawl = await startCrawl(stack, {
    url: `${site.url}/0`,
    sitemap: 'skip',
    webhook: { url: `${receiver.url}/hook` },
  });
  const secret = (crawl as unknown as { webhook_secret: string }).webhook_secret;
  await untilEnded(stack, crawl.id);
  await eventually('the third is under way', () => receiver.got.length === 3);
  expect(await stack.workers[0]?.stop('SIGKILL')).toBeNull();
  receiver.answer = answerWith(204);
  stack.addWorker();
  // As if its lease had ended, which takes half a minute.
  await letTimePass(stack.client, crawl.id);
  await eventually('all is delivered', () => receiver.got.length >= 1 + PAGES + 1 + 1);
  const ids = receiver.got.map(({ headers }) => headers['webhook-id']);
  expect(ids[3]).toBe(ids[2]);
  expect(new Set(ids).size).toBe(1 + PAGES + 1);
  const events = receiver.got.map(
    (one) => verified(one, secret) as unknown as { type: string; data: { sequence: number } },
  );
  expect(events.map(({ data }) => data.sequence)).toEqual([1, 2, 3, 3, 4, 5, 6]);
  expect(events.at(-1)?.type).toBe('crawl.completed');
  await eventually('all are noted', async () => {
    const { body } = await stack.get(`/api/v1/crawl/${crawl.id}/deliveries/?limit=100`);
    const states = body.items.map(({ state }: { state: string }) => state);
    return states.length === 1 + PAGES + 1 && states.every((state: string) => state === 'delivered');
  });
});
