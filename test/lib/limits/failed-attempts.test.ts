import { afterEach, describe, expect, it, vi } from 'vitest';
import { FailedAttempts } from '../../../lib/limits/failed-attempts.ts';

const START = Date.UTC(2026, 10, 15);

function failing(attempts: FailedAttempts, address: string, times: number, now = START): void {
  for (let i = 0; i < times; i++) attempts.record(address, now);
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('failed attempts from an address', () => {
  it('do not hold up a look-up that comes in the moment when their minute ends', async () => {
    const attempts = new FailedAttempts(1);
    const ends = performance.now() + 60_000;
    attempts.record('192.0.2.1', ends - 60_000);
    const now = vi.spyOn(performance, 'now').mockReturnValue(ends);
    now.mockReturnValueOnce(ends - 0.001);
    expect(await attempts.lookUp('192.0.2.1', async () => 'looked up')).toBe('looked up');
  });

  it('are not forgotten when the clock of the machine is set', () => {
    const attempts = new FailedAttempts(1);
    attempts.record('192.0.2.1');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    expect(attempts.blockedForS('192.0.2.1')).toBeGreaterThan(0);
    vi.setSystemTime(0);
    expect(attempts.blockedForS('192.0.2.1')).toBeLessThanOrEqual(60);
  });

  it('do not block it below the limit', () => {
    const attempts = new FailedAttempts(30);
    expect(attempts.blockedForS('192.0.2.1', START)).toBe(0);
    failing(attempts, '192.0.2.1', 29);
    expect(attempts.blockedForS('192.0.2.1', START)).toBe(0);
  });

  it('block it at the limit, for the rest of the minute', () => {
    const attempts = new FailedAttempts(30);
    failing(attempts, '192.0.2.1', 30);
    expect(attempts.blockedForS('192.0.2.1', START)).toBe(60);
    expect(attempts.blockedForS('192.0.2.1', START + 500)).toBe(60);
    expect(attempts.blockedForS('192.0.2.1', START + 30_000)).toBe(30);
    expect(attempts.blockedForS('192.0.2.1', START + 59_999)).toBe(1);
  });

  it('expire after a minute, and the count restarts', () => {
    const attempts = new FailedAttempts(2);
    failing(attempts, '192.0.2.1', 2);
    expect(attempts.blockedForS('192.0.2.1', START + 60_000)).toBe(0);
    attempts.record('192.0.2.1', START + 60_000);
    expect(attempts.blockedForS('192.0.2.1', START + 60_000)).toBe(0);
    attempts.record('192.0.2.1', START + 60_001);
    expect(attempts.blockedForS('192.0.2.1', START + 60_001)).toBe(60);
  });

  it('block no other address', () => {
    const attempts = new FailedAttempts(1);
    failing(attempts, '192.0.2.1', 100);
    expect(attempts.blockedForS('192.0.2.1', START)).toBeGreaterThan(0);
    expect(attempts.blockedForS('192.0.2.2', START)).toBe(0);
    expect(attempts.blockedForS('2001:db8::1', START)).toBe(0);
  });

  it('count the addresses of one IPv6 network together', () => {
    const attempts = new FailedAttempts(3);
    for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:ffff::7', '2001:DB8:1:2::9']) {
      attempts.record(address, START);
    }
    expect(attempts.blockedForS('2001:db8:1:2:a:b:c:d', START)).toBe(60);
    expect(attempts.blockedForS('2001:db8:1:3::1', START)).toBe(0);
  });

  it('keep an address blocked that continues to fail', () => {
    const attempts = new FailedAttempts(3);
    failing(attempts, '192.0.2.1', 3);
    failing(attempts, '192.0.2.1', 1_000, START + 1_000);
    expect(attempts.blockedForS('192.0.2.1', START + 1_000)).toBe(59);
  });

  it('use limited memory for many addresses, and keep the newest', () => {
    const attempts = new FailedAttempts(1);
    for (let i = 0; i < 30_000; i++) attempts.record(`address ${i}`, START);
    const known = Array.from({ length: 30_000 }, (_, i) => attempts.blockedForS(`address ${i}`, START) > 0);
    expect(known[29_999]).toBe(true);
    expect(known[0]).toBe(false);
    expect(known.filter(Boolean).length).toBeLessThanOrEqual(10_000);
  });
});

describe('a key that may be a guess', () => {
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('is looked up only while failures are left, however many come at once', async () => {
    const attempts = new FailedAttempts(30);
    let looked = 0;
    const results = await Promise.all(
      Array.from({ length: 300 }, () =>
        attempts.lookUp('192.0.2.1', async () => {
          looked += 1;
          await turn();
          attempts.record('192.0.2.1');
          return 'unknown';
        }),
      ),
    );
    expect(looked).toBe(30);
    expect(results.filter((result) => result === null)).toHaveLength(270);
    expect(attempts.blockedForS('192.0.2.1')).toBeGreaterThan(0);
  });

  it('waits for its turn and is not refused if the others are good', async () => {
    const attempts = new FailedAttempts(3);
    let [running, most] = [0, 0];
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        attempts.lookUp('192.0.2.1', async () => {
          running += 1;
          most = Math.max(most, running);
          await turn();
          running -= 1;
          return at;
        }),
      ),
    );
    expect(results).toEqual(Array.from({ length: 50 }, (_, at) => at));
    expect(most).toBe(3);
  });

  it('fails at once with the look-up that it waited for: Redis is away', async () => {
    const attempts = new FailedAttempts(1);
    const lost = async () => {
      await turn();
      throw new Error('away');
    };
    let looked = 0;
    const look = async () => {
      looked += 1;
    };
    const first = attempts.lookUp('192.0.2.1', lost);
    const waiting = Array.from({ length: 5 }, () => attempts.lookUp('192.0.2.1', look));
    const outcomes = await Promise.allSettled([first, ...waiting]);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(6).fill('rejected'));
    expect(looked).toBe(0);
    expect(await attempts.lookUp('192.0.2.1', async () => 'back')).toBe('back');
  });
});
