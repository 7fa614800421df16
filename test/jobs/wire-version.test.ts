import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { jobSchema, openInput } from '../../jobs/job.ts';
import { decodeReplies, encodeReplies } from '../../jobs/reply.ts';
import { readWeb, readWorker } from '../../lib/presence/process-record.ts';
import { settingsSummarySchema } from '../../lib/providers/settings-summary.ts';
import { makeSeal } from '../../lib/seal.ts';
import { readStamped, stamp } from '../../lib/stamped.ts';
import { WIRE_VERSION } from '../../lib/wire-version.ts';

/** What the build of commit d73b525, which wrote no version, left in Redis for one search. */
const before = JSON.parse(readFileSync(new URL('../fixtures/wire/version-0.json', import.meta.url), 'utf8'));
const seal = makeSeal(before.secret, () => before.recordedAt);
const data = JSON.parse(before.job.data);
const { key } = data.calls[0];

describe('what a process of the version before wrote', () => {
  it('is read as a job', () => {
    const job = jobSchema.parse(data);
    expect(job).toEqual(data);
    expect(job.v).toBeUndefined();
    expect(openInput([seal], data.input, before.job.id).input).toMatchObject({ q: 'linux', page: 1 });
  });

  it('is read as a reply, and as the cached slice of the same call', () => {
    const [reply] = decodeReplies(Buffer.from(before.reply, 'base64'));
    if (!reply?.ok) throw new Error('The recorded reply is a success.');
    const slice = readStamped(Buffer.from(before.slice, 'base64'));
    expect(reply.key).toBe(key);
    expect(slice).toEqual({ at: expect.any(Number), bytes: reply.output, v: 0 });
    expect(Math.abs((slice?.at ?? 0) - before.recordedAt)).toBeLessThan(60_000);
    const { results } = JSON.parse(seal.open(reply.output, key));
    expect(results.length).toBeGreaterThan(0);
  });

  it('is read as the entry of a process', () => {
    const [process, ...secrets] = before.worker.split(' ');
    expect(readWorker(before.worker)).toEqual({
      process,
      secrets,
      queues: 1,
      takers: [],
      host: '',
      version: '',
      startedAt: null,
    });
    const web = readWeb(before.web);
    expect(web).toMatchObject({ process: JSON.parse(before.web).process, version: '' });
    expect(settingsSummarySchema.parse(web.settings).slots).toHaveLength(3);
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
