import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { ensureRedis } from '../../bin/redis.js';
import { checkRedis } from '../../lib/redis/redis-check.ts';
import { testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';

/**
 * Starts a Redis with the arguments of a deployment, only at a port and in a folder of its own, and returns what Tributary
 * warns of, and whether it lets anybody in without a password.
 */
export async function tryRedis(args: readonly string[], password: string) {
  const dir = mkdtempSync(path.join(tmpdir(), 'tributary-redis-'));
  const port = await testPort();
  const { path: file, env } = ensureRedis();
  const here = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--logfile', path.join(dir, 'log')];
  const child = spawn(file, [...args, ...here], { env: { ...process.env, ...env }, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const retryStrategy = () => 50;
  const owner = new Redis(port, '127.0.0.1', { password, retryStrategy });
  const stranger = new Redis(port, '127.0.0.1', { retryStrategy, enableReadyCheck: false });
  for (const client of [owner, stranger]) client.on('error', () => {});
  try {
    await eventually('Redis answers', () => child.exitCode !== null || owner.status === 'ready');
    const { warnings } = await checkRedis(owner, 'main');
    const refused = await stranger.ping().then(
      () => null,
      (error: Error) => error.message,
    );
    return { warnings, refused };
  } finally {
    for (const client of [owner, stranger]) client.disconnect();
    child.kill('SIGKILL');
    await ended;
    rmSync(dir, { recursive: true, force: true });
  }
}
