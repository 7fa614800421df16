import { beforeEach, describe, expect, it } from 'vitest';
import { JobClaims } from '../../jobs/job-claims.ts';
import { redisForSuite } from '../harness/redis.ts';

const redis = await redisForSuite();
const claims = new JobClaims(redis);
const claim = (job: string, channel: string) => claims.claim('q', 'request', job, channel, 10_000);

beforeEach(() => redis.flushdb());

describe('a request', () => {
  it('belongs to the first job that claims it; others wait for that one and are told when it ends', async () => {
    expect(await claim('job-1', 'web-1')).toBe('job-1');
    expect(await claim('job-2', 'web-2')).toBe('job-1');
    expect(await claim('job-3', 'web-3')).toBe('job-1');
    expect((await claims.end('q', 'request')).sort()).toEqual(['web-2', 'web-3']);
    expect(await claim('job-4', 'web-2')).toBe('job-4');
    expect(await claims.end('q', 'request')).toEqual([]);
  });

  it('is claimed by one of many that come at once, and nobody is forgotten', async () => {
    const holders = await Promise.all(Array.from({ length: 50 }, (_, i) => claim(`job-${i}`, `web-${i}`)));
    expect(new Set(holders).size).toBe(1);
    expect(await claims.end('q', 'request')).toHaveLength(49);
  });

  it('can be claimed again after its job was abandoned', async () => {
    await claim('job-1', 'web-1');
    expect(await claims.isAbandoned('q', 'job-1')).toBe(false);
    expect(await claims.abandon('q', 'request', 'job-1', 1_000)).toBe(true);
    expect(await claims.isAbandoned('q', 'job-1')).toBe(true);
    expect(await claim('job-2', 'web-2')).toBe('job-2');
  });

  it('is not abandoned while another process waits for it', async () => {
    await claim('job-1', 'web-1');
    await claim('job-2', 'web-2');
    expect(await claims.abandon('q', 'request', 'job-1', 1_000)).toBe(false);
    await claims.leave('q', 'request', 'web-2');
    expect(await claims.abandon('q', 'request', 'job-1', 1_000)).toBe(true);
  });

  it('leaves nothing behind that lasts', async () => {
    await claim('job-1', 'web-1');
    await claim('job-2', 'web-2');
    for (const key of await redis.keys('*')) expect(await redis.pttl(key)).toBeGreaterThan(0);
  });
});
