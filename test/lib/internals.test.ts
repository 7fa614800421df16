import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Worker } from 'bullmq';
import * as undici from 'undici';
import { describe, expect, it } from 'vitest';
import { InstantThreads } from '../../api/instant/threads.ts';
import { connectForRequests, connectForWaiting, whenReady } from '../../lib/redis/redis.ts';
import { parseRedisServer } from '../../lib/redis/redis-server.ts';
import { eventually } from '../harness/processes.ts';
import { freshDatabase } from '../harness/redis.ts';
import { TcpProxy } from '../harness/tcp-proxy.ts';

/**
 * What Tributary uses of its packages although they do not promise it: each in one file, for this version. With another
 * version, read what it says to check, see that the tests below and those that it names pass, and change the version.
 */
const INTERNALS = [
  {
    name: 'bullmq',
    version: '6.7.0',
    file: 'jobs/manual-taking.ts',
    uses: /\.backend\b/,
    check: 'Does backend.disconnectBlocking() still end the wait for a job, and leave the other connection alone?',
  },
  {
    name: 'ioredis',
    version: '6.0.0',
    file: 'lib/redis/redis-sending.ts',
    uses: /\bsendCommand\b/,
    check: 'Do sendCommand, and resolve and reject of a command, still settle each command? test/redis/held-up.test.ts',
  },
  {
    name: 'piscina',
    version: '5.3.2',
    file: 'api/instant/threads.ts',
    uses: /taskQueue: \{ size: 0/,
    check:
      'Does a task without a thread still start one? Are the two faults that threads.ts names mended? test/api/instant/pool.test.ts',
  },
  {
    name: 'undici',
    version: '7.30.2',
    file: 'workers/upstream-http.ts',
    uses: /from 'undici\/lib\/(?!dispatcher\/client\.js)/,
    check:
      'Is undici/lib/dispatcher/agent.js still the Agent, without the rest? Do its handlers have the same methods?',
  },
  {
    name: 'undici',
    version: '7.30.2',
    file: 'lib/net/exchange.ts',
    uses: /from 'undici\/lib\/dispatcher\/client\.js'/,
    check:
      'Is undici/lib/dispatcher/client.js still the Client, without the rest? test/workers/pages/hostile-sites.test.ts',
  },
  {
    name: '@mozilla/readability',
    version: '0.6.0',
    file: 'lib/pages/article.ts',
    uses: /from '@mozilla\/readability\/Readability\.js'/,
    check:
      'Does it ask a document for no more than lib/pages/dom.ts has, and use innerHTML only to begin again? test/lib/pages/quality.test.ts',
  },
] as const;

const require = createRequire(import.meta.url);
const sources = ['api', 'bin', 'jobs', 'lib', 'workers'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => path.join(folder, name)),
);

describe.each(INTERNALS)('$name', ({ name, version, file, uses, check }) => {
  it('is the version whose internals are known', () => {
    const installed = JSON.parse(readFileSync(path.join('node_modules', name, 'package.json'), 'utf8')).version;
    expect(installed, `${name} has another version. ${check}`).toBe(version);
  });

  it(`is used so in ${file} alone`, () => {
    expect(sources.filter((source) => uses.test(readFileSync(source, 'utf8')))).toEqual([file]);
  });
});

describe('what is used of', () => {
  it('BullMQ ends a wait for a job that would last for longer than this test, and leaves the other connection', async () => {
    const server = parseRedisServer(await freshDatabase());
    const connection = connectForWaiting(server, 'test');
    const worker = new Worker('waits', null, { connection, prefix: '{waits}', autorun: false, drainDelay: 10 });
    // It waits only if the last look found nothing.
    expect(await worker.getNextJob('token', { block: false })).toBeUndefined();
    let waiting = true;
    const waited = worker
      .getNextJob('token', { block: true })
      .catch(() => undefined)
      .finally(() => {
        waiting = false;
      });
    const blocked = new RegExp(` flags=\\w*b.* db=${server.database} `);
    await eventually('it waits', async () => blocked.test(String(await connection.client('LIST'))));
    expect(waiting).toBe(true);
    await worker.backend.disconnectBlocking();
    // BullMQ lets Redis wait for at most ten seconds, so this fails if nothing was interrupted.
    await Promise.race([waited, eventually('the wait is over', () => !waiting, 5_000)]);
    expect(await worker.getNextJob('token', { block: false })).toBeUndefined();
    await worker.close(true);
    connection.disconnect();
  });

  it('ioredis fails a command without a reply, and leaves no timer behind one with a reply', async () => {
    const address = new URL(await freshDatabase());
    const proxy = await TcpProxy.to(Number(address.port));
    address.port = String(proxy.port);
    const redis = connectForRequests(parseRedisServer(address.href), 'test');
    await whenReady(redis);
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    await Promise.all(Array.from({ length: 1_000 }, () => redis.ping()));
    await expect(redis.call('NO-SUCH-COMMAND')).rejects.toThrow(/unknown command/);
    expect(timers()).toBeLessThan(before + 100);
    proxy.swallowReplies();
    await expect(redis.ping()).rejects.toThrow('Command timed out');
    redis.disconnect();
    await proxy.close();
  });

  it('Piscina starts a thread for a task that no thread takes, and forgets the task', async () => {
    const threads = new InstantThreads(2, path.resolve('test/api/instant/unruly-thread.mjs'));
    for (const count of [1, 2]) {
      threads.grow();
      await eventually('a thread has loaded', () => threads.idleThreads === count);
    }
    threads.grow();
    expect([threads.threads.length, threads.queueSize, threads.completed]).toEqual([2, 0, 0]);
    const { signal } = new AbortController();
    expect(await threads.run({ types: [], query: { q: 'heard' } } as never, { signal })).toBe('heard');
    await threads.destroy();
  });

  it('undici is its Agent', () => {
    expect(require('undici/lib/dispatcher/agent.js')).toBe(undici.Agent);
  });
});
