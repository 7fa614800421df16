import { describe, expect, it } from 'vitest';
import { jobSchema } from '../../jobs/job.ts';
import { decodeReplies, encodeReplies } from '../../jobs/reply.ts';
import { readWeb, readWorker } from '../../lib/presence/process-record.ts';
import { readStamped, stamp } from '../../lib/stamped.ts';
import { WIRE_VERSION } from '../../lib/wire-version.ts';

describe('what a process of 0.1.0 wrote', () => {
  const job = {
    kind: 'fan-out',
    requestId: 'request',
    account: 'ann',
    replyTo: 'trib:replies:web',
    request: 'fingerprint',
    addedAt: 1,
    deadlineAt: 2,
    operation: 'web',
    input: 'sealed',
    calls: [{ provider: 'brave', key: 'key', cache: true }],
  };

  it('is read as a job that no process of this version shares', () => {
    expect(jobSchema.parse(job)).toEqual({ ...job, shared: false });
  });

  it('is answered as it has answered itself', () => {
    const head = { key: 'key', waitedMs: 1, tookMs: 2 };
    const [ok, failed] = [Buffer.from('sealed'), { code: 'timeout', reason: 'late' }] as const;
    const part = (...bytes: Buffer[]) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(Buffer.concat(bytes).length);
      return Buffer.concat([length, ...bytes]);
    };
    const message = Buffer.concat([
      part(part(Buffer.from(JSON.stringify(head))), ok),
      part(part(Buffer.from(JSON.stringify({ ...head, failure: failed })))),
    ]);
    const replies = decodeReplies(message);
    expect(replies).toEqual([
      { ok: true, v: 0, ...head, output: ok },
      { ok: false, v: 0, ...head, failure: failed },
    ]);
    expect(encodeReplies(replies)).toEqual(message);
  });

  it('is read as the entry of a process', () => {
    const ofAll = { host: '', version: '', startedAt: null, wire: 0, skewMs: 0 };
    const said = { ...ofAll, secrets: [], queues: 1, takers: [], stages: false };
    expect(readWorker('7f0c')).toEqual({ ...said, process: '7f0c' });
    expect(readWorker('7f0c one two')).toEqual({ ...said, process: '7f0c', secrets: ['one', 'two'] });
    expect(readWeb('something else')).toMatchObject({ process: 'something else', version: '' });
  });
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
