import { randomUUID } from 'node:crypto';
import type { RequestRecord } from '../../../lib/requests/request-record.ts';

/** A request as a search leaves it. */
export function sampleRequest(given: Partial<RequestRecord> = {}): RequestRecord {
  return {
    id: randomUUID(),
    at: Date.now(),
    ms: 312,
    account: 'ada',
    key: '1a2B3c4D',
    labels: {},
    endpoint: 'web',
    status: 200,
    reason: null,
    cost: 1,
    cached: false,
    engines: [
      { engine: 'engine_a', outcome: 'ok', ms: 214 },
      { engine: 'engine_b', outcome: 'cached', ms: null },
      { engine: 'engine_c', outcome: 'timeout', ms: 301 },
    ],
    trace: null,
    program: 'curl/8.5.0',
    ...given,
  };
}

/** So many requests in a row, one each second, the last one now. */
export function sampleRequests(count: number, given: Partial<RequestRecord> = {}, now = Date.now()): RequestRecord[] {
  return Array.from({ length: count }, (_, at) => sampleRequest({ at: now - (count - 1 - at) * 1_000, ...given }));
}
