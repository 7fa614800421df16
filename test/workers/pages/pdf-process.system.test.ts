import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { Deadline } from '../../../lib/deadline.ts';
import { PageThreads } from '../../../workers/pages/page-threads.ts';
import type { PageTask } from '../../../workers/pages/page-work.ts';
import { testErrors } from '../../harness/health.ts';
import { eventually } from '../../harness/processes.ts';
import { redisForSuite } from '../../harness/redis.ts';

/** Each PDF is read by a process of its own. */
const threads = new PageThreads({ redis: await redisForSuite(), errors: testErrors().errors, taskMs: 60_000 });
afterAll(() => threads.close());

/** A PDF of less than 3 KB whose content takes 1.5 GB: spaces, compressed three times. */
function bomb(): Buffer {
  const part = deflateRawSync(Buffer.alloc(32 * 1024 * 1024, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const once = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array(48).fill(part), Buffer.from([0x03, 0x00])]);
  const content = deflateSync(deflateSync(once, { level: 9 }), { level: 9 });
  const filters = '/Filter [/FlateDecode /FlateDecode /FlateDecode]';
  return Buffer.concat([
    Buffer.from(`%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R >> endobj
4 0 obj << ${filters} /Length ${content.length} >> stream\n`),
    content,
    Buffer.from('\nendstream endobj\ntrailer << /Root 1 0 R >>\n%%EOF'),
  ]);
}

/** The memory of this process and of those that its threads have started, in megabytes. */
function memory(): number {
  const pids = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  const pages = ['self', ...pids].map((pid) => {
    try {
      return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    } catch {
      // It has just ended.
      return 0;
    }
  });
  return (pages.reduce((sum, count) => sum + count, 0) * 4_096) / 1_000_000;
}

test.runIf(process.platform === 'linux')(
  'a PDF that would take gigabytes takes a bounded memory, and gives it back',
  async () => {
    const body = bomb();
    expect(body.length).toBeLessThan(3_000);
    const fetched = { url: 'https://example.org/', contentType: 'application/pdf', body };
    const input = { format: 'text', whole: false, also: [], maxChars: 1_000, links: false, images: false, query: '' };
    const turn = { account: 'ann', deadline: Deadline.in(60_000) };
    const before = memory();
    let most = 0;
    const looks = setInterval(() => {
      most = Math.max(most, memory());
    }, 5);
    const task = {
      fetched,
      pages: {},
      forms: ['main' as const],
      isKept: false,
      input: input as unknown as PageTask['input'],
    };
    expect(await threads.run('pdf', [task], turn)).toEqual({ unreadable: 'too large' });
    clearInterval(looks);
    expect(most - before).toBeLessThan(500);
    expect(memory() - before).toBeLessThan(200);
  },
);

/** Starts a process that reads a PDF, as a thread does. */
const pdfProcess = () =>
  spawn(process.execPath, ['dist/workers/pages/pdf-process.js', 'http://a.example/'], {
    stdio: ['pipe', 'pipe', 'inherit', 'pipe'],
    env: {},
  }) as ChildProcessByStdio<Writable, Readable, null>;

test('the process that reads a PDF says so if that takes too much memory', async () => {
  const body = Buffer.alloc(100_000_000, ' ');
  const said = await eventually('it says what became of the PDF', () => {
    const child = pdfProcess();
    // It ends before it has read all.
    child.stdin.on('error', () => {}).end(body);
    // On a busy machine its time may be over first. Then it says nothing, and another is asked.
    return text(child.stdout);
  });
  expect(said).toBe('{"unreadable":"too large"}');
});

test('the process that reads a PDF ends with the thread that waits for it', async () => {
  const child = pdfProcess();
  const ended = once(child, 'exit');
  // It waits for the PDF. Its own time would be over after six seconds.
  await eventually('it runs', () => readdirSync('/proc').includes(String(child.pid)));
  child.stdio[3]?.destroy();
  await eventually('it has ended', () => child.signalCode !== null, 5_000);
  expect(await ended).toEqual([null, 'SIGKILL']);
});
