import { randomUUID } from 'node:crypto';
import { type GateAnswer, HostGate } from '../../lib/crawl/host-gate.ts';
import type { CrawlInWork, CrawlServices } from './crawl-services.ts';
import { GatedRequest } from './gated-request.ts';

/**
 * Asks for one request of a crawl to a host. A crawl that wants a pace of its own has a gate of its own, of all of its
 * requests, and passes that first: it waits longer, and no other crawl of the host does.
 */
export async function askGate(
  { redis, config }: Pick<CrawlServices, 'redis' | 'config'>,
  host: string,
  { id, seal }: Pick<CrawlInWork, 'id' | 'seal'>,
): Promise<{ passed: GateAnswer; request: GatedRequest }> {
  const { delayMs = 0 } = seal.request;
  const token = randomUUID();
  const gate = new HostGate(redis, host, config.crawl.gapMs);
  if (delayMs === 0) {
    const passed = await gate.pass(token);
    return { passed, request: new GatedRequest(gate, token, passed) };
  }
  const own = new HostGate(redis, id, delayMs);
  const first = await own.pass(token);
  const passed = first.answer === 'pass' ? await gate.pass(token) : first;
  const request = new GatedRequest(gate, token, { sendBy: Math.min(first.sendBy, passed.sendBy) }, own);
  if (passed.answer !== 'pass') await request.end('unused');
  return { passed, request };
}
