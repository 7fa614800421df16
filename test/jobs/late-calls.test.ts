import { expect, it } from 'vitest';
import { type CallRequest, InFlightCall } from '../../jobs/in-flight-call.ts';
import { lateCalls } from '../../jobs/late-calls.ts';
import { readConfig } from '../../lib/config/config.ts';
import { Deadline } from '../../lib/deadline.ts';
import { Capacity } from '../../lib/limits/capacity.ts';
import type { Provider } from '../../lib/providers/provider.ts';
import { buildRoster } from '../../lib/providers/roster.ts';

const config = readConfig({ BRAVE_API_KEY: 'key', ENGINE_A_CONCURRENCY: '1' });
const brave = buildRoster(config).callable.get('brave') as Provider;

function callOf(account: string): InFlightCall {
  const { signal } = new AbortController();
  const asked = { calls: [], requestId: '', account, signal, onQueued: () => {} };
  const request: CallRequest = { ...asked, operation: 'web', input: {} as never, deadline: Deadline.in(6_000) };
  const call = new InFlightCall({ provider: brave, key: account, cache: false }, request, () => {});
  void call.join(request);
  return call;
}

it('gives up the last calls of an account that sent many, not the first of another that came after them', () => {
  let now = 0;
  const capacity = new Capacity({ count: 1 }, 1_000, () => now);
  const calls = [...Array.from({ length: 9 }, () => callOf('greedy')), callOf('neighbour')];
  for (const { request } of calls) capacity.begin(brave, request.account);
  expect(lateCalls(calls, capacity)).toEqual([]);
  // Nobody has answered for so long that only one more of each can be served.
  now += 1_400;
  expect(lateCalls(calls, capacity).map(({ call }) => call)).toEqual(calls.slice(2, 9));
  // The first is in progress: it is not given up, however long it takes.
  now += 4_000;
  expect(lateCalls(calls, capacity).map(({ call }) => call)).not.toContain(calls[0]);
});
