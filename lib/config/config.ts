import { z } from 'zod';
import type { SessionLife } from '../accounts/session-store.ts';
import { type AddressDetail, addressDetails } from '../net/logged-address.ts';
import { isLoopback } from '../net/loopback.ts';
import type { RequestLogSize } from '../requests/request-log.ts';
import { type CrawlConfig, readCrawl } from './config-crawl.ts';
import { type DerivedConfig, readDerived } from './config-derived.ts';
import { type EngineConfig, readEngines } from './config-engines.ts';
import { type ExtractConfig, readExtract } from './config-extract.ts';
import { type KeyRules, readKeyRules } from './config-keys.ts';
import { type MailConfig, readMail } from './config-mail.ts';
import { readSignIn, type SignInConfig } from './config-oidc.ts';
import { type RedisConfig, readRedis } from './config-redis.ts';
import { readRequestLog } from './config-requests.ts';
import {
  addressList,
  httpUrl,
  integer,
  namesFrom,
  onOff,
  originList,
  publicAddress,
  ruleLines,
  secret,
  tileTemplate,
} from './config-values.ts';
import {
  type Environment,
  type GivenSetting,
  isSet,
  type ReadOptions,
  type SettingRead,
  settingsReader,
} from './settings-reader.ts';
import { shownValue } from './shown-value.ts';

/**
 * The settings of a process. This file and the `config-*.ts` beside it check every setting at start, wherever
 * `setting-sources.ts` has it from. `.env.example` documents each one but those of `config-derived.ts`.
 */
export interface Config extends DerivedConfig, EngineConfig, KeyRules, RedisConfig, SignInConfig {
  /** What is set, for what tells how it differs from the last start. */
  given: readonly GivenSetting[];
  port: number;
  host: string;
  /** Public address of this instance. If empty, the host of each request is used. */
  publicUrl: string;
  /** Path of `publicUrl`, under which a proxy serves this instance, such as `/search`; empty at the root. */
  basePath: string;
  /** Proxies to trust: their `X-Forwarded-*` headers are used. */
  trustProxy: string[];
  /** Origins whose scripts may call the API from a browser, or `*` for all; none if empty. */
  corsOrigins: string[];
  sessionLife: SessionLife;
  /** Maximum number of open connections of a web process; further ones are closed at once. */
  maxConnections: number;
  /** How long a web process that is told to stop goes on serving while `/readyz` says that it is not ready. */
  shutdownDrainMs: number;
  requestDeadlineMs: number;
  translateDeadlineMs: number;
  translateMaxChars: number;
  /** The formats of other services that this instance answers in. */
  compat: readonly string[];
  /** Seconds between two probes of a provider; 0 disables probes. */
  probeIntervalS: number;
  /** Token for reading `/metrics`; empty allows only this machine, and only an instance that others cannot reach. */
  metricsToken: string;
  /** Where a worker process serves its health and metrics; null if it does not. */
  workerPort: number | null;
  /** Who needs a second factor to use the pages. */
  requireSecondFactor: 'admins' | 'all' | 'off';
  /** Whether administrators can change queues on the dashboard or only view them. */
  dashboardWrite: boolean;
  cacheTtlS: number;
  staleTtlS: number;
  /** Who shares cached answers: all accounts, or the requests of one account. */
  cacheScope: 'instance' | 'account';
  /** How many queues the fan-out jobs are spread over. */
  fanOutQueues: number;
  instanceSecret: string | undefined;
  /** The secret before it, which processes that were not restarted yet still use. */
  previousInstanceSecret: string | undefined;
  /** Whether people depend on this process: `NODE_ENV` says production, or other machines can reach it. */
  inProduction: boolean;
  logLevel: string;
  /** How much of a client's address is in the lines of events and refused requests. */
  logAddresses: AddressDetail;
  /** How long and how many entries of the audit log are kept. */
  audit: { days: number; entries: number };
  mail: MailConfig;
  /** How long requests are in the log that pages show, and what it may take in Redis; null without one. */
  requestLog: RequestLogSize | null;
  /** Whether to log queries. They are sealed in Redis either way. */
  logQueries: boolean;
  /** Whether addresses of results lose their tracking parameters. */
  stripTracking: boolean;
  contact: string;
  extract: ExtractConfig;
  crawl: CrawlConfig;
  /** Whether pages show pictures of other sites through this instance, so that those sites see no visitor. */
  imageProxy: boolean;
  /** The server of map tiles. Its address is empty if none is chosen: maps are sketches then. */
  mapTiles: { url: string; attribution: string };
  /** Rules for sites that all results of this instance are under; empty if there are none. */
  rules: string;
  /** Address of the collector that traces are sent to; empty if there are none. */
  otlpEndpoint: string;
}

/** Lists every invalid setting with its name and the reason, but never the value of a secret. */
export class ConfigError extends Error {
  /** What a process says that cannot start for it. */
  get refusal(): string {
    return `Tributary cannot start with these settings:\n${this.message.replace(/^/gm, '  ')}`;
  }
}

const DAY_MS = 86_400_000;

/** The formats of other services that an instance can answer in. */
export const DIALECTS = [
  'searxng',
  'tavily',
  'openwebui',
  'firecrawl',
  'jina',
  'brave',
  'exa',
  'perplexity',
  'serper',
  'rerank',
  'mcp',
] as const;

/** Reads and checks the settings; throws a ConfigError that lists each invalid one. */
export function readConfig(env: Environment, options?: ReadOptions): Config {
  const problems: string[] = [];
  const given: GivenSetting[] = [];
  const onRead = (setting: SettingRead) => {
    const { name, variable, value } = setting;
    if (variable !== null) given.push({ name, text: String(value), shown: shownValue(setting) });
    options?.onRead?.(setting);
  };
  const read = settingsReader(env, problems, { ...options, onRead });
  const redis = readRedis(read);
  const keyRules = readKeyRules(read);
  const host = read('HOST', z.string(), isSet(env, 'PORT') ? '0.0.0.0' : '127.0.0.1');
  const publicUrl = read('PUBLIC_URL', publicAddress, '');
  const contact = read(
    'CONTACT',
    z
      .string()
      .max(200)
      .regex(/^[\x20-\x7e]+$/, 'must be plain ASCII'),
    '',
  );
  const config: Config = {
    given,
    port: read('PORT', integer(0, 65_535), 3_000),
    host,
    publicUrl,
    basePath: publicUrl === '' ? '' : new URL(publicUrl).pathname.replace(/\/$/, ''),
    trustProxy: read('TRUST_PROXY', addressList, []),
    corsOrigins: read('CORS_ORIGINS', originList, []),
    ...redis,
    ...readSignIn(read, publicUrl, problems),
    ...keyRules,
    sessionLife: {
      idleMs: read('SESSION_IDLE_DAYS', integer(1, 3_650), 14) * DAY_MS,
      maxMs: read('SESSION_MAX_DAYS', integer(1, 3_650), 90) * DAY_MS,
    },
    maxConnections: read('MAX_CONNECTIONS', integer(1, 1_000_000), 10_000),
    shutdownDrainMs: read('SHUTDOWN_DRAIN_MS', integer(0, 300_000), 0),
    requestDeadlineMs: read('REQUEST_DEADLINE_MS', integer(300, 60_000), 6_000),
    translateDeadlineMs: read('TRANSLATE_DEADLINE_MS', integer(300, 60_000), 15_000),
    translateMaxChars: read('TRANSLATE_MAX_CHARS', integer(1, 100_000), 10_000),
    compat: read<readonly string[]>('COMPAT', namesFrom(DIALECTS), DIALECTS),
    probeIntervalS: read('PROBE_INTERVAL_S', integer(0, 86_400), 300),
    metricsToken: read('METRICS_TOKEN', secret, ''),
    workerPort: read<number | null>('WORKER_PORT', integer(1, 65_535), null),
    requireSecondFactor: read('REQUIRE_SECOND_FACTOR', z.enum(['admins', 'all', 'off']), 'off'),
    dashboardWrite: read('DASHBOARD_WRITE', onOff, false),
    cacheTtlS: read('CACHE_TTL_S', integer(0, 86_400), 300),
    staleTtlS: read('STALE_TTL_S', integer(0, 86_400), 3_600),
    cacheScope: read('CACHE_SCOPE', z.enum(['instance', 'account']), 'instance'),
    fanOutQueues: read('FAN_OUT_QUEUES', integer(1, 32), 1),
    instanceSecret: read('INSTANCE_SECRET', secret, '') || undefined,
    previousInstanceSecret: read('INSTANCE_SECRET_PREVIOUS', secret, '') || undefined,
    inProduction: env.NODE_ENV === 'production' || !isLoopback(host),
    logLevel: read('LOG_LEVEL', z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
    logAddresses: read('LOG_ADDRESSES', z.enum(addressDetails), 'full'),
    audit: {
      days: read('AUDIT_DAYS', integer(1, 36_500), 365),
      entries: read('AUDIT_ENTRIES', integer(100, 10_000_000), 100_000),
    },
    mail: readMail(read, problems),
    requestLog: readRequestLog(read),
    logQueries: read('LOG_QUERIES', onOff, false),
    stripTracking: read('STRIP_TRACKING', onOff, false),
    contact,
    extract: readExtract(read),
    crawl: readCrawl(read),
    imageProxy: read('IMAGE_PROXY', onOff, true),
    mapTiles: {
      url: read('MAP_TILES_URL', tileTemplate, ''),
      attribution: read('MAP_TILES_ATTRIBUTION', z.string().max(200), '© OpenStreetMap contributors'),
    },
    rules: read('RULES', ruleLines, ''),
    otlpEndpoint: read('OTEL_EXPORTER_OTLP_ENDPOINT', httpUrl, ''),
    ...readDerived(read, env),
    ...readEngines(read, env, contact, problems),
  };
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

/** Says which settings of an environment are invalid; null if none is. */
export function settingsRefusal(env: Environment, options?: ReadOptions): string | null {
  try {
    readConfig(env, options);
    return null;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.refusal;
  }
}

/** The settings among the variables of an environment: those that `readConfig` looks at. */
export function settingsIn(env: Environment): Record<string, string> {
  const settings: Record<string, string> = {};
  const observed = new Proxy(env, {
    get(target, name) {
      const value = target[String(name)];
      if (value) settings[String(name)] = value;
      return value;
    },
  });
  readConfig(observed);
  return settings;
}
