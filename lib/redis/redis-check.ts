import { Cluster, type Redis as SingleRedis } from 'ioredis';
import type { Redis } from './redis.ts';

const MIN_VERSION = [6, 2] as const;

/** The result of a Redis check: what an operator should know before storing accounts and queues in it. */
export interface RedisReport {
  version: string;
  /** One sentence each; empty if there are none. */
  warnings: string[];
}

/** The main Redis holds accounts and keys. The queue Redis holds nothing that must survive a restart. */
export type RedisRole = 'main' | 'queue';

/**
 * Checks version, eviction policy and persistence, of each node of a cluster that takes writes. If a managed Redis hides
 * its configuration, a warning says so.
 */
export async function checkRedis(redis: Redis, role: RedisRole = 'main'): Promise<RedisReport> {
  const nodes = redis instanceof Cluster ? redis.nodes('master') : [redis];
  const reports = await Promise.all(nodes.map((node) => checkServer(node, role)));
  return {
    version: [...new Set(reports.map(({ version }) => version))].join(', '),
    warnings: [...new Set(reports.flatMap(({ warnings }) => warnings))],
  };
}

async function checkServer(redis: SingleRedis, role: RedisRole): Promise<RedisReport> {
  const info = parseInfo(await redis.info());
  const version = info.valkey_version ?? info.redis_version ?? 'unknown';
  const warnings: string[] = [];
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < MIN_VERSION[0] || (major === MIN_VERSION[0] && minor < MIN_VERSION[1])) {
    warnings.push(`Redis ${version} is too old: ${MIN_VERSION.join('.')} or newer is needed.`);
  }
  const policy = info.maxmemory_policy ?? 'unknown';
  if (policy !== 'noeviction') {
    warnings.push(`maxmemory-policy is ${policy}: Redis may evict keys, accounts and jobs. Set it to noeviction.`);
  }
  if (role === 'queue') return { version, warnings };
  if (info.aof_enabled !== '1') warnings.push(...(await describeSnapshots(redis)));
  else {
    const fsync = await setting(redis, 'appendfsync');
    if (fsync !== null && fsync !== 'always') {
      warnings.push(`appendfsync is ${fsync}: a machine crash may lose the last second of writes. Set it to always.`);
    }
  }
  return { version, warnings };
}

async function describeSnapshots(redis: SingleRedis): Promise<string[]> {
  const save = await setting(redis, 'save');
  if (save === null) return ['The append-only file is off, and whether Redis takes snapshots is unknown.'];
  if (save === '') return ['Persistence is off: accounts and keys are lost when Redis stops. Set appendonly to yes.'];
  return ['Redis only takes snapshots: a crash loses everything since the last one. Set appendonly to yes.'];
}

async function setting(redis: SingleRedis, name: string): Promise<string | null> {
  try {
    const reply = (await redis.config('GET', name)) as string[];
    return reply[1] ?? null;
  } catch {
    // Many providers of Redis do not let clients read its settings.
    return null;
  }
}

/** What `INFO` says, by name. */
export function parseInfo(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split('\r\n')
      .map((line) => line.split(':', 2))
      .filter((pair): pair is [string, string] => pair.length === 2),
  );
}
