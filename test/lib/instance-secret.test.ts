import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { InstanceSecret, makeSeal } from '../../lib/instance-secret.ts';
import { connectForRequests } from '../../lib/redis.ts';
import { runs } from '../harness/fuzz.ts';
import { redisForSuite } from '../harness/redis.ts';

const seal = makeSeal('a secret of this instance');

const redis = await redisForSuite();

describe('a seal', () => {
  it('opens any text that it has sealed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(seal.open(seal.seal(text))).toBe(text);
        expect(seal.open(seal.seal(text, 'compressed'))).toBe(text);
      }),
      { numRuns: runs() },
    );
    const long = '😀 query '.repeat(20_000);
    expect(seal.open(seal.seal(long))).toBe(long);
    expect(seal.open(seal.seal(long, 'compressed'))).toBe(long);
    expect(seal.seal(long, 'compressed').length).toBeLessThan(seal.seal(long).length / 2);
  });

  it('reveals nothing of the text, and never seals it the same way twice', () => {
    const sealed = Array.from({ length: 50 }, () => seal.seal('my secret question'));
    expect(new Set(sealed.map((one) => one.toString('hex'))).size).toBe(50);
    for (const one of sealed) expect(one.toString('latin1')).not.toContain('secret');
  });

  it('opens a text that another process sealed with the same secret', () => {
    expect(makeSeal('a secret of this instance').open(seal.seal('text'))).toBe('text');
  });

  it('does not open a text that was sealed with another secret', () => {
    expect(() => makeSeal('another secret here').open(seal.seal('text'))).toThrow();
  });

  it('does not open a text with any single bit changed', () => {
    const bytes = seal.seal('text');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => seal.open(changed)).toThrow();
    }
  });

  it.each(['', 'x', 'a longer text'])('does not open a text that was truncated anywhere ("%s")', (text) => {
    const bytes = seal.seal(text);
    const opened: number[] = [];
    for (let length = 0; length < bytes.length; length++) {
      try {
        seal.open(bytes.subarray(0, length));
        opened.push(length);
      } catch {
        // The truncated text is refused, as it must be.
      }
    }
    expect(opened).toEqual([]);
  });

  it('does not open a text that was extended or never sealed', () => {
    const bytes = seal.seal('text');
    expect(() => seal.open(Buffer.concat([bytes, Buffer.from([0])]))).toThrow();
    for (const text of ['', 'text', '{"q":"text"}', 'A'.repeat(100)]) {
      expect(() => seal.open(Buffer.from(text))).toThrow();
    }
  });
});

describe('a fingerprint', () => {
  it('is equal for equal texts and different for different ones', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, two) => {
        expect(seal.fingerprint(one) === seal.fingerprint(two)).toBe(one === two);
      }),
      { numRuns: runs() },
    );
  });

  it('depends on the secret, so that a known text cannot be found without it', () => {
    expect(makeSeal('a secret of this instance').fingerprint('text')).toBe(seal.fingerprint('text'));
    expect(makeSeal('another secret here').fingerprint('text')).not.toBe(seal.fingerprint('text'));
  });

  it('is short, valid in a Redis key, and reveals nothing of the text', () => {
    expect(seal.fingerprint('my secret question '.repeat(1_000))).toMatch(/^[A-Za-z0-9_-]{32}$/);
  });
});

describe('the instance’s secret', () => {
  beforeEach(async () => {
    await redis.flushdb();
  });

  it('is shared by all processes on one Redis', async () => {
    const [one, two] = [new InstanceSecret(redis, undefined), new InstanceSecret(redis, undefined)];
    expect((await two.load()).open((await one.load()).seal('text'))).toBe('text');
  });

  it('is shared by all processes that start at the same moment', async () => {
    const seals = await Promise.all(
      Array.from({ length: 20 }, () => new InstanceSecret(redis, undefined)).map((secret) => secret.load()),
    );
    expect(new Set(seals.map((one) => one.fingerprint('text'))).size).toBe(1);
  });

  it('differs between Redis servers', async () => {
    const first = (await new InstanceSecret(redis, undefined).load()).fingerprint('text');
    await redis.flushdb();
    expect((await new InstanceSecret(redis, undefined).load()).fingerprint('text')).not.toBe(first);
  });

  it('is stored in Redis, so that it outlives every process', async () => {
    const sealed = (await new InstanceSecret(redis, undefined).load()).seal('text');
    for (const name of await redis.keys('*')) expect(await redis.pttl(name)).toBe(-1);
    expect((await new InstanceSecret(redis, undefined).load()).open(sealed)).toBe('text');
  });

  it('is used unchanged and stored nowhere if it is configured', async () => {
    const configured = await new InstanceSecret(redis, 'a configured secret').load();
    expect(configured.open(makeSeal('a configured secret').seal('text'))).toBe('text');
    expect(await redis.keys('*')).toEqual([]);
  });

  it('needs no Redis if it is configured', async () => {
    const nowhere = connectForRequests('redis://127.0.0.1:1', 'test');
    try {
      const configured = await new InstanceSecret(nowhere, 'a configured secret').load();
      expect(configured.open(configured.seal('text'))).toBe('text');
      await expect(new InstanceSecret(nowhere, undefined).load()).rejects.toThrow();
    } finally {
      nowhere.disconnect();
    }
  });

  it('is fetched once Redis is available again', async () => {
    const client = connectForRequests(`redis://127.0.0.1:${redis.options.port}/${redis.options.db}`, 'test');
    try {
      const secret = new InstanceSecret(client, undefined);
      await expect(secret.load()).rejects.toThrow();
      await new Promise<void>((resolve) => client.once('ready', () => resolve()));
      expect((await secret.load()).fingerprint('text')).toBe(
        (await new InstanceSecret(redis, undefined).load()).fingerprint('text'),
      );
    } finally {
      client.disconnect();
    }
  });
});
