import { describe, expect, it } from 'vitest';
import { rateHeaders } from '../../../lib/limits/rate-headers.ts';

const burst = { limit: 60, windowMs: 60_000, remaining: 41, resetS: 12 };
const sustained = { limit: 5_000, windowMs: 86_400_000, remaining: 4_711, resetS: 80_000 };

describe('the rate headers', () => {
  it('list both limits, their windows in seconds and their standings', () => {
    expect(rateHeaders({ burst, sustained })).toEqual({
      'ratelimit-policy': '"burst";q=60;w=60, "sustained";q=5000;w=86400',
      ratelimit: '"burst";r=41;t=12, "sustained";r=4711;t=80000',
    });
  });

  it('omit a limit that is off', () => {
    expect(rateHeaders({ burst: null, sustained })).toEqual({
      'ratelimit-policy': '"sustained";q=5000;w=86400',
      ratelimit: '"sustained";r=4711;t=80000',
    });
    expect(rateHeaders({ burst, sustained: null })).toEqual({
      'ratelimit-policy': '"burst";q=60;w=60',
      ratelimit: '"burst";r=41;t=12',
    });
  });

  it('are absent if both limits are off', () => {
    expect(rateHeaders({ burst: null, sustained: null })).toEqual({});
  });

  it('include values of zero', () => {
    const used = { limit: 1, windowMs: 1_000, remaining: 0, resetS: 0 };
    expect(rateHeaders({ burst: used, sustained: null }).ratelimit).toBe('"burst";r=0;t=0');
  });
});
