import { existsSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import type { Limits } from './limits/admission.ts';
import { parseRate } from './limits/rate.ts';
import { adapters } from './providers/registry.ts';

/** The only reader of the environment. Every setting is checked here, at start; `.env.example` lists them all. */
export interface Config {
  port: number;
  host: string;
  /** Address under which callers reach this instance, or empty: then each request's own host is used. */
  publicUrl: string;
  /** Proxies whose `X-Forwarded-*` headers are believed. */
  trustProxy: string[];
  redisUrl: string;
  /** Where the queues and replies live. */
  queueRedisUrl: string;
  limits: Limits;
  authFailuresPerMin: number;
  requestDeadlineMs: number;
  cacheTtlS: number;
  /** Provider calls that one web process keeps waiting at most; beyond that it refuses early. */
  maxPendingCalls: number;
  instanceSecret: string | undefined;
  logLevel: string;
  /** Off: queries are sealed in Redis and never logged. */
  logQueries: boolean;
  contact: string;
  slots: SlotConfig[];
  /** By adapter slug; what its own settings say. */
  adapters: Record<string, AdapterConfig>;
}

/** One of the three places an engine can sit in. */
export interface SlotConfig {
  slug: string;
  /** Null where its default engine was put into another slot. */
  adapter: string | null;
  /** The operator wrote `ENGINE_A=…` rather than leaving the default. */
  chosen: boolean;
  label: string;
  concurrency: number;
}

export interface AdapterConfig {
  apiKey: string;
  url: string;
}

/** Lists every bad setting at once, each with its name and the reason; never with a secret's value. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_ENGINES = { A: 'brave', B: 'mojeek', C: 'marginalia' } as const;

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`);
const flag = z
  .string()
  .transform((value) => value.toLowerCase())
  .pipe(z.enum(['true', 'false', '1', '0'], 'must be true or false'))
  .transform((value) => value === 'true' || value === '1');
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
  .transform((url) => url.replace(/\/+$/, ''));
const redisUrl = z.url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// address' }).refine((url) => {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}, 'has a % that is not part of an encoded character: write it as %25');
const rate = z.string().transform((text, context) => {
  try {
    return parseRate(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});
const cap = z.union([z.literal('off').transform(() => null), integer(1, 1_000_000_000)], 'must be a number or off');
const addressList = z.string().transform((text, context) => {
  const list = text.split(/[\s,]+/).filter(Boolean);
  for (const entry of list) {
    if (!isAddressOrRange(entry)) {
      context.addIssue({ code: 'custom', message: `"${entry}" is not an IP address or range (10.0.0.0/8)` });
    }
  }
  return list;
});

/** Reads and checks the settings; throws a ConfigError that names each bad one. */
export function readConfig(env: Environment): Config {
  const problems: string[] = [];
  // An empty value is an unset one: `.env` files are full of `NAME=`.
  const read = <T>(name: string, schema: z.ZodType<T, string>, fallback: T): T => {
    const text = env[name]?.trim();
    if (!text) return fallback;
    const result = schema.safeParse(text);
    if (result.success) return result.data;
    problems.push(`${name}: ${[...new Set(result.error.issues.map((issue) => issue.message))].join('; ')}`);
    return fallback;
  };

  const redis = read('REDIS_URL', redisUrl, 'redis://127.0.0.1:6379');
  const config: Config = {
    port: read('PORT', integer(0, 65_535), 3_000),
    host: read('HOST', z.string(), env.PORT?.trim() ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: read('PUBLIC_URL', httpUrl, ''),
    trustProxy: read('TRUST_PROXY', addressList, []),
    redisUrl: redis,
    queueRedisUrl: read('QUEUE_REDIS_URL', redisUrl, redis),
    limits: {
      burst: read('API_THROTTLE_BURST', rate, parseRate('60/min')),
      sustained: read('API_THROTTLE_SUSTAINED', rate, parseRate('5000/day')),
      monthly: read('API_MONTHLY_LIMIT', cap, null),
    },
    authFailuresPerMin: read('AUTH_FAILURES_PER_MIN', integer(1, 100_000), 30),
    requestDeadlineMs: read('REQUEST_DEADLINE_MS', integer(300, 60_000), 6_000),
    cacheTtlS: read('CACHE_TTL_S', integer(0, 86_400), 300),
    maxPendingCalls: read('MAX_PENDING_CALLS', integer(1, 1_000_000), 1_000),
    instanceSecret: read('INSTANCE_SECRET', z.string().min(16, 'must have at least 16 characters'), '') || undefined,
    logLevel: read('LOG_LEVEL', z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
    logQueries: read('LOG_QUERIES', flag, false),
    contact: read(
      'CONTACT',
      z
        .string()
        .max(200)
        .regex(/^[\x20-\x7e]+$/, 'must be plain ASCII'),
      '',
    ),
    slots: [],
    adapters: {},
  };

  const engines = [...adapters.values()].filter(({ operations }) => operations.web).map(({ slug }) => slug);
  const engineName = z.enum(engines as [string, ...string[]], `must be one of ${engines.join(', ')}`);
  for (const [letter, standard] of Object.entries(DEFAULT_ENGINES)) {
    const name = `ENGINE_${letter}`;
    const chosen = Boolean(env[name]?.trim());
    const before = problems.length;
    const adapter: string | null = read(name, engineName, standard);
    const bad = problems.length > before;
    config.slots.push({
      slug: name.toLowerCase(),
      adapter: bad ? null : adapter,
      chosen,
      label: read(`${name}_NAME`, z.string().max(60), adapters.get(adapter)?.name ?? adapter),
      concurrency: read(`${name}_CONCURRENCY`, integer(1, 1_000), 20),
    });
  }
  problems.push(...settleDoubles(config.slots));

  for (const adapter of adapters.values()) {
    const upper = adapter.slug.toUpperCase();
    config.adapters[adapter.slug] = {
      apiKey: read(
        `${upper}_API_KEY`,
        z.string().regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces'),
        '',
      ),
      url: read(`${upper}_URL`, httpUrl, adapter.defaultUrl ?? ''),
    };
  }

  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

/** The settings of this process: the real environment first, then a `.env` file in the working directory, then `fallback`. */
export function loadConfig(fallback: Environment = {}): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readConfig({ ...fallback, ...process.env });
}

/** An engine named twice would only agree with itself; a default that the operator put elsewhere leaves its own slot. */
function settleDoubles(slots: SlotConfig[]): string[] {
  const problems: string[] = [];
  for (const slot of slots) {
    const other = slots.find(
      (earlier) => earlier !== slot && earlier.chosen && earlier.adapter !== null && earlier.adapter === slot.adapter,
    );
    if (!other) continue;
    if (!slot.chosen) slot.adapter = null;
    else if (slots.indexOf(other) < slots.indexOf(slot)) {
      problems.push(`${slot.slug.toUpperCase()}: ${slot.adapter} sits in ${other.slug.toUpperCase()} already`);
    }
  }
  return problems;
}

function isAddressOrRange(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  try {
    new BlockList().addSubnet(address, Number(bits), family === 6 ? 'ipv6' : 'ipv4');
    return /^\d+$/.test(bits);
  } catch {
    return false;
  }
}
