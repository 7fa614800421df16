import { describe, expect, it } from 'vitest';
import { decodeReplies, encodeReplies } from '../../jobs/reply.ts';
import { readWeb, readWorker } from '../../lib/presence/process-record.ts';
import { readStamped, stamp } from '../../lib/stamped.ts';
import { reads, WIRE_VERSION } from '../../lib/wire-version.ts';

it('an entry in the list of processes that is in no known format is that of a process whose jobs nobody reads', () => {
  const unknown = { host: '', version: '', startedAt: null, wire: 0, skewMs: 0 };
  const said = { ...unknown, secrets: [], queues: 1, takers: [] };
  expect(readWorker('7f0c one two')).toEqual({ ...said, process: '7f0c one two' });
  expect(readWeb('something else')).toMatchObject({ ...unknown, process: 'something else' });
  for (const wire of [0, WIRE_VERSION]) expect(reads(wire, 0)).toBe(false);
  expect(reads(0, WIRE_VERSION)).toBe(false);
});

describe('what a process of a later version wrote', () => {
  const later = WIRE_VERSION + 1;

  it('fails the calls of replies that are not read, and tells both versions', () => {
    const known = { ok: false, v: WIRE_VERSION, key: 'known', waitedMs: 0, tookMs: null } as const;
    const failure = { code: 'timeout', reason: 'late' } as const;
    const odd = { v: later, key: 'odd', says: 'something new' };
    const unread: string[] = [];
    const message = encodeReplies([odd as never, { ...known, failure }]);
    const [first, second] = decodeReplies(message, (reason) => unread.push(reason));
    expect(first).toMatchObject({ ok: false, key: 'odd', failure: { code: 'internal' } });
    expect(unread).toEqual([expect.stringMatching(new RegExp(`version ${later}.* ${WIRE_VERSION}$`))]);
    expect(second).toEqual({ ...known, failure });
  });

  it('is not read as a cached slice', () => {
    const slice = { at: Date.now(), bytes: Buffer.from('sealed') };
    expect(readStamped(stamp({ ...slice, v: WIRE_VERSION }))).toEqual({ ...slice, v: WIRE_VERSION });
    expect(readStamped(stamp({ ...slice, v: later }))).toBeNull();
    expect(readStamped(Buffer.alloc(0))).toBeNull();
  });
});
