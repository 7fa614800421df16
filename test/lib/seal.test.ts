import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeSeal } from '../../lib/seal.ts';
import { runs } from '../harness/fuzz.ts';

const seal = makeSeal('a secret of this instance');

describe('a seal', () => {
  it('opens any text that it has sealed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(seal.open(seal.seal(text, 'here'), 'here')).toBe(text);
        expect(seal.open(seal.seal(text, 'here', 'compressed'), 'here')).toBe(text);
      }),
      { numRuns: runs() },
    );
    const long = '😀 query '.repeat(20_000);
    expect(seal.open(seal.seal(long, 'here'), 'here')).toBe(long);
    expect(seal.open(seal.seal(long, 'here', 'compressed'), 'here')).toBe(long);
    expect(seal.seal(long, 'here', 'compressed').length).toBeLessThan(seal.seal(long, 'here').length / 2);
  });

  it('reveals nothing of the text, and never seals it the same way twice', () => {
    const sealed = Array.from({ length: 50 }, () => seal.seal('my secret question', 'here'));
    expect(new Set(sealed.map((one) => one.toString('hex'))).size).toBe(50);
    for (const one of sealed) expect(one.toString('latin1')).not.toContain('secret');
  });

  it('opens a text that another process sealed with the same secret', () => {
    expect(makeSeal('a secret of this instance').open(seal.seal('text', 'here'), 'here')).toBe('text');
  });

  it('does not open a text that was sealed with another secret', () => {
    expect(() => makeSeal('another secret here').open(seal.seal('text', 'here'), 'here')).toThrow();
  });

  it('does not open a text with any single bit changed', () => {
    const bytes = seal.seal('text', 'here');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => seal.open(changed, 'here')).toThrow();
    }
  });

  it.each(['', 'x', 'a longer text'])('does not open a text that was truncated anywhere ("%s")', (text) => {
    const bytes = seal.seal(text, 'here');
    const opened: number[] = [];
    for (let length = 0; length < bytes.length; length++) {
      try {
        seal.open(bytes.subarray(0, length), 'here');
        opened.push(length);
      } catch {
        // The truncated text is refused, as it must be.
      }
    }
    expect(opened).toEqual([]);
  });

  it('does not open a text that was extended or never sealed', () => {
    const bytes = seal.seal('text', 'here');
    expect(() => seal.open(Buffer.concat([bytes, Buffer.from([0])]), 'here')).toThrow();
    for (const text of ['', 'text', '{"q":"text"}', 'A'.repeat(100)]) {
      expect(() => seal.open(Buffer.from(text), 'here')).toThrow();
    }
  });
});

describe('what was sealed', () => {
  it('opens only in the place that it was sealed for, so that two cached answers cannot be swapped', () => {
    for (const how of [undefined, 'compressed'] as const) {
      const sealed = seal.seal('text', '{trib:cache:one}:brave', how);
      expect(seal.open(sealed, '{trib:cache:one}:brave')).toBe('text');
      expect(() => seal.open(sealed, '{trib:cache:two}:brave')).toThrow();
      expect(() => seal.open(sealed, '')).toThrow();
    }
  });

  const at = (time: string) => makeSeal('a secret of this instance', () => Date.parse(time));

  it('opens over midnight and with a clock that is off, but not two days later', () => {
    const sealed = at('2026-03-10T23:59:59Z').seal('text', 'here');
    for (const time of ['2026-03-09T00:00:00Z', '2026-03-10T00:00:00Z', '2026-03-11T23:59:59Z']) {
      expect(at(time).open(sealed, 'here')).toBe('text');
    }
    for (const time of ['2026-03-08T23:59:59Z', '2026-03-12T00:00:00Z', '2027-03-10T12:00:00Z']) {
      expect(() => at(time).open(sealed, 'here')).toThrow();
    }
  });

  it('is opened by the key of its day only: naming another day does not help', () => {
    const sealed = at('2026-03-10T12:00:00Z').seal('text', 'here');
    const day = sealed.readUInt16BE();
    expect(day).toBe(Date.parse('2026-03-10') / 86_400_000);
    sealed.writeUInt16BE(day + 2);
    expect(() => at('2026-03-12T12:00:00Z').open(sealed, 'here')).toThrow();
  });

  it('stays readable in a process that runs over midnight', () => {
    let now = Date.parse('2026-03-10T12:00:00Z');
    const running = makeSeal('a secret of this instance', () => now);
    const sealed = Array.from({ length: 4 }, () => {
      const one = running.seal('text', 'here');
      now += 86_400_000;
      return one;
    });
    now -= 86_400_000;
    const opens = sealed.map((one) => {
      try {
        return running.open(one, 'here');
      } catch {
        return null;
      }
    });
    expect(opens).toEqual([null, null, 'text', 'text']);
  });
});

describe('a fingerprint', () => {
  it('does not depend on the day, so that a cached answer is found after midnight', () => {
    const [one, two] = ['2026-03-10', '2026-06-10'].map((day) => makeSeal('a secret', () => Date.parse(day)));
    expect(one?.fingerprint('text')).toBe(two?.fingerprint('text'));
  });

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
