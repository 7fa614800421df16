import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { startProcess, stopProcess } from '../bench/processes.ts';
import { ensureRedis, freePort, startRedis } from '../bin/redis.js';
import { sandboxSettings } from '../sandbox/settings.ts';

/** A complete deployment on free ports of this machine, with an empty Redis and the sandbox as its upstreams. */
export interface DemoDeployment {
  url: string;
  redis: Redis;
  sandboxUrl: string;
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 30_000;

/** Starts Redis, the sandbox, a worker and a web process, and waits until they are ready. */
export async function startDemoDeployment(settings: Record<string, string>): Promise<DemoDeployment> {
  const dir = mkdtempSync(path.join(tmpdir(), 'tributary-demo-'));
  const stops: (() => unknown)[] = [() => rmSync(dir, { recursive: true, force: true })];
  // Stop in the reverse order of the start.
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  const start = (args: string[], env: Record<string, string>) => {
    const started = startProcess(args, env);
    stops.push(() => stopProcess(started.child));
    return started;
  };
  try {
    const port = await freePort();
    const server = await startRedis({ ...ensureRedis(), dir, port, logFile: path.join(dir, 'redis.log') });
    stops.push(() => stopProcess(server));
    const redis = new Redis(port, '127.0.0.1');
    stops.push(() => redis.disconnect());
    const sandbox = start(['dist/sandbox/main.js', '--pictures'], {});
    const sandboxUrl = `http://127.0.0.1:${(await sandbox.message()).port}`;
    const webPort = await freePort();
    const env = {
      REDIS_URL: `redis://127.0.0.1:${port}`,
      HOST: '127.0.0.1',
      PORT: String(webPort),
      LOG_LEVEL: 'warn',
      ...sandboxSettings(sandboxUrl),
      // Without it, pages refuse the sandbox's pictures: its address is private.
      SANDBOX_URL: sandboxUrl,
      ...settings,
    };
    start(['dist/workers/main.js'], env);
    start(['dist/api/server.js'], env);
    const url = `http://127.0.0.1:${webPort}`;
    await untilReady(url);
    return { url, redis, sandboxUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await sleep(100);
  }
  throw new Error('The deployment did not become ready.');
}
