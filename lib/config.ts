import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import {
  addressList,
  apiKey,
  cap,
  flag,
  httpUrl,
  instantFor,
  integer,
  namesFrom,
  oneOf,
  rate,
  redisUrl,
  secret,
  serviceUrl,
} from './config-values.ts';
import type { Limits } from './limits/admission.ts';
import { parseRate, type Rate } from './limits/rate.ts';
import { type EngineSlug, engineSlugs } from './providers/engine-slugs.ts';
import type { OperationName, ProviderGroup } from './providers/provider.ts';
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
  translateDeadlineMs: number;
  translateMaxChars: number;
  /** How often providers that can be probed are; 0 = never. */
  probeIntervalS: number;
  /** Threads of a web process that work out instant answers. */
  instantThreads: number;
  /** The instant at which the clock of instant answers stands, for tests; null: it runs. */
  testNow: number | null;
  /** Lets a scraper in from elsewhere than this machine; empty: nobody. */
  metricsToken: string;
  /** Whether administrators may change queues on the dashboard, or only look. */
  dashboardWrite: boolean;
  cacheTtlS: number;
  /** Provider calls that one web process keeps waiting at most; beyond that it refuses early. */
  maxPendingCalls: number;
  instanceSecret: string | undefined;
  logLevel: string;
  /** Off: queries are sealed in Redis and never logged. */
  logQueries: boolean;
  contact: string;
  slots: SlotConfig[];
  /** Adapters that complete queries, in the order in which they are tried. */
  suggest: string[];
  /** The adapter that translates, or null. */
  translate: string | null;
  /** By adapter slug; what its own settings say. */
  adapters: Record<string, AdapterConfig>;
}

/** One of the three places an engine can sit in. */
export interface SlotConfig {
  slug: EngineSlug;
  /** Null where its default engine was put into another slot. */
  adapter: string | null;
  /** The operator wrote `ENGINE_A=…` rather than leaving the default. */
  chosen: boolean;
  label: string;
  concurrency: number;
}

export interface AdapterConfig {
  /** Empty when unset. */
  apiKey: string;
  /** Empty when there is none, or when it is turned off. */
  url: string;
  /** Where a group of its operations has a key of its own. */
  groupApiKeys: Partial<Record<ProviderGroup, string>>;
  /** By the name of the setting. */
  otherUrls: Record<string, string>;
  /** Calls that all processes together may make; null = as many as they like. */
  rate: Rate | null;
}

/** Lists every bad setting at once, each with its name and the reason; never with a secret's value. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_SUGGEST = ['brave', 'duckduckgo', 'wikipedia', 'searxng'];
const DEFAULT_ENGINES: Readonly<Record<EngineSlug, string>> = {
  engine_a: 'brave',
  engine_b: 'mojeek',
  engine_c: 'marginalia',
};

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
    translateDeadlineMs: read('TRANSLATE_DEADLINE_MS', integer(300, 60_000), 15_000),
    translateMaxChars: read('TRANSLATE_MAX_CHARS', integer(1, 100_000), 10_000),
    probeIntervalS: read('PROBE_INTERVAL_S', integer(0, 86_400), 300),
    // One more than there is work for: a thread that is ended takes a second to come back.
    instantThreads: read('INSTANT_THREADS', integer(1, 64), Math.max(2, availableParallelism()) + 1),
    testNow: read('TEST_NOW', instantFor(env.NODE_ENV), null),
    metricsToken: read('METRICS_TOKEN', secret, ''),
    dashboardWrite: read('DASHBOARD_WRITE', flag, false),
    cacheTtlS: read('CACHE_TTL_S', integer(0, 86_400), 300),
    maxPendingCalls: read('MAX_PENDING_CALLS', integer(1, 1_000_000), 1_000),
    instanceSecret: read('INSTANCE_SECRET', secret, '') || undefined,
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
    suggest: [],
    translate: null,
    adapters: {},
  };

  const engineName = oneOf(slugsOf('web'));
  for (const slug of engineSlugs) {
    const name = slug.toUpperCase();
    const standard = DEFAULT_ENGINES[slug];
    const chosen = Boolean(env[name]?.trim());
    const before = problems.length;
    const adapter = read(name, engineName, standard) ?? standard;
    const bad = problems.length > before;
    config.slots.push({
      slug,
      adapter: bad ? null : adapter,
      chosen,
      label: read(`${name}_NAME`, z.string().max(60), adapters.get(adapter)?.name ?? adapter),
      concurrency: read(`${name}_CONCURRENCY`, integer(1, 1_000), 20),
    });
  }
  problems.push(...settleDoubles(config.slots));

  config.suggest = read('SUGGEST', namesFrom(slugsOf('suggest')), DEFAULT_SUGGEST);
  config.translate = read('TRANSLATE', oneOf(slugsOf('translate')), null);
  const readKey = (name: string) => read(name, apiKey, '');
  for (const adapter of adapters.values()) {
    const upper = adapter.slug.toUpperCase();
    const set: AdapterConfig = {
      apiKey: adapter.apiKey === 'none' ? '' : readKey(`${upper}_API_KEY`),
      url: read(`${upper}_URL`, serviceUrl, adapter.defaultUrl ?? ''),
      groupApiKeys: mapped(adapter.groupApiKeys ?? {}, (_group, setting) => readKey(setting)),
      rate: adapter.publicRate ? read(`${upper}_RATE`, rate, null) : null,
      otherUrls: mapped(adapter.otherUrls ?? {}, (setting, standard) => read(setting, httpUrl, standard)),
    };
    // A public service's own limit is not ours to lift.
    if (adapter.publicRate && isSameHost(set.url, adapter.defaultUrl)) set.rate = adapter.publicRate;
    config.adapters[adapter.slug] = set;
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

/** The adapters that can do something, by slug. */
function slugsOf(operation: OperationName): string[] {
  return [...adapters.values()].filter(({ operations }) => operations[operation]).map(({ slug }) => slug);
}

/** However it is written: in capitals, with a port, without TLS, as an absolute name. */
function isSameHost(url: string, other: string | null): boolean {
  if (url === '' || other === null) return false;
  const host = (address: string) => new URL(address).hostname.replace(/\.$/, '');
  return host(url) === host(other);
}

function mapped(record: Readonly<Record<string, string>>, to: (name: string, value: string) => string) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(name, value)]));
}
