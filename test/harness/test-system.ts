import type { Redis as SingleRedis } from 'ioredis';
import { unpack } from 'msgpackr';
import { Agent, fetch as fetchWith, type RequestInit as RequestInitWith } from 'undici';
import { FAN_OUT_QUEUE } from '../../jobs/job.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import type { Knobs } from '../../sandbox/knobs.ts';
import type { RecordedCall } from '../../sandbox/server.ts';
import { sandboxSettings } from '../../sandbox/settings.ts';
import { keysOf } from './redis-nodes.ts';

/** A reply of the API, with its body as text and, if it is JSON, as a value. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect bodies of every shape.
  body: any;
}

export interface GetOptions extends RequestInit {
  headers?: Record<string, string>;
  /** Defaults to the system's own key; empty to send no key. */
  key?: string;
  /** Index of the web application to call. */
  web?: number;
}

/** The log of a web application or a worker. */
export interface LogReader {
  readonly output: string;
  /** The log lines that are JSON. */
  readonly lines: Record<string, unknown>[];
}

/** What a part writes. Its lines are read once, however often they are asked for. */
export class Output implements LogReader {
  output = '';
  readonly #lines: Record<string, unknown>[] = [];
  #readTo = 0;

  get lines(): Record<string, unknown>[] {
    const end = this.output.lastIndexOf('\n') + 1;
    for (const line of parseLines(this.output.slice(this.#readTo, end))) this.#lines.push(line);
    this.#readTo = end;
    return [...this.#lines];
  }
}

function parseLines(output: string): Record<string, unknown>[] {
  return output.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Record<string, unknown>];
    } catch {
      return [];
    }
  });
}

/** Settings of a system under test that uses this Redis and this sandbox. */
export function testSettings(redisUrl: string, sandboxUrl: string): Record<string, string> {
  return {
    REDIS_URL: redisUrl,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'debug',
    API_THROTTLE_BURST: 'off',
    // A provider without a configured URL would be probed at its public address.
    PROBE_INTERVAL_S: '0',
    ...sandboxSettings(sandboxUrl),
    BRAVE_API_KEY: 'test-brave-key',
    MOJEEK_API_KEY: 'test-mojeek-key',
    MARGINALIA_API_KEY: 'public',
  };
}

/**
 * A running Tributary with an account and a key. `TestApp` runs it in this process, `Stack` in separate processes.
 */
export abstract class TestSystem {
  abstract readonly client: Redis;
  abstract readonly sandboxUrl: string;
  /** Settings of both web and worker. */
  abstract readonly env: Record<string, string>;
  abstract readonly webs: readonly LogReader[];
  abstract readonly workers: readonly LogReader[];
  readonly urls: string[] = [];
  key = '';
  /** The client's connections, closed after the test: an open unused one keeps a server from closing. */
  protected readonly agent = new Agent();

  /** Starts another web application with additional settings and returns its URL. */
  abstract addWeb(env?: Record<string, string>): Promise<string>;
  abstract addWorker(env?: Record<string, string>): unknown;
  /** Waits until every web application and worker has reread the providers' health. */
  abstract refreshHealth(): Promise<void>;
  /** Waits until this web application has detected a worker. */
  abstract untilSearching(web: number): Promise<void>;
  abstract stop(): Promise<void>;

  /** The names in Redis that match a pattern. */
  keys(pattern: string): Promise<string[]> {
    return keysOf(this.client, pattern);
  }

  /** The number of jobs of the queue that wait or are in progress. */
  async jobs(...states: ('wait' | 'active')[]): Promise<number> {
    const at = (list: string) => `${redisKeys.queuePrefix(FAN_OUT_QUEUE)}:${FAN_OUT_QUEUE}:${list}`;
    const lengths = states.map((state) => this.client.llen(at(state)));
    // Further searches of an account wait in the order of their turns.
    if (states.includes('wait')) lengths.push(this.client.zcard(at('prioritized')));
    return (await Promise.all(lengths)).reduce((sum, length) => sum + length, 0);
  }

  /** Returns a function that counts the jobs that were left from now on. No worker makes a further call for them. */
  async countLeftJobs(): Promise<() => number> {
    let count = 0;
    const subscriber = (this.client as SingleRedis).duplicate();
    this.client.once('end', () => subscriber.disconnect());
    subscriber.on('messageBuffer', (_, message: Buffer) => {
      count += (unpack(message) as string[]).length;
    });
    await subscriber.subscribe(redisKeys.leftJobsChannel);
    return () => count;
  }

  /** Calls the API with the system's key; `path` is relative to the web application's URL. */
  async get(path: string, { headers = {}, key = this.key, web = 0, ...init }: GetOptions = {}): Promise<Reply> {
    const response = await fetchWith(`${this.urls[web]}${path}`, {
      ...(init as RequestInitWith),
      headers: key === '' ? headers : { authorization: `Api-Key ${key}`, ...headers },
      dispatcher: this.agent,
    });
    const text = await response.text();
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      body = undefined;
    }
    return { status: response.status, headers: response.headers as unknown as Headers, text, body };
  }

  search(query: string, options: GetOptions = {}): Promise<Reply> {
    return this.get(`/api/v1/web/?q=${encodeURIComponent(query)}`, options);
  }

  /** Makes an upstream of the sandbox misbehave. */
  async knobs(upstream: string, knobs: Knobs): Promise<void> {
    await fetch(`${this.sandboxUrl}/_sandbox/knobs/${upstream}`, { method: 'PUT', body: JSON.stringify(knobs) });
  }

  /** Holds back the replies of upstreams until `healUpstreams`, `reset` or other knobs release them. */
  async hold(...upstreams: readonly string[]): Promise<void> {
    await Promise.all(upstreams.map((upstream) => this.knobs(upstream, { mode: 'hold' })));
  }

  /** The calls that an upstream of the sandbox received. */
  async calls(upstream: string): Promise<RecordedCall[]> {
    return (await fetch(`${this.sandboxUrl}/_sandbox/calls/${upstream}`)).json() as Promise<RecordedCall[]>;
  }

  async forgetCalls(): Promise<void> {
    await fetch(`${this.sandboxUrl}/_sandbox/calls`, { method: 'DELETE' });
  }

  /** Makes every upstream healthy and clears the recorded calls. */
  async healUpstreams(): Promise<void> {
    await Promise.all([fetch(`${this.sandboxUrl}/_sandbox/knobs`, { method: 'DELETE' }), this.forgetCalls()]);
  }

  /** Makes every upstream healthy, closes every breaker, and clears the recorded calls and the cache in Redis. */
  async reset(): Promise<void> {
    await this.healUpstreams();
    const kept = await Promise.all([this.keys('{trib:health*'), this.keys('{trib:cache*')]);
    await Promise.all(kept.flat().map((key) => this.client.del(key)));
    await this.refreshHealth();
  }

  /** Asks for something and forgets the answer: for a minute, several web processes share the calls for it. */
  async askBefore(path: string): Promise<void> {
    await this.get(path);
    await this.reset();
  }

  /** Engine slug → outcome, from the `Server-Timing` header. */
  static outcomes(reply: { headers: Pick<Headers, 'get'>; body?: unknown }): Record<string, string> {
    const entries = [...(reply.headers.get('server-timing') ?? '').matchAll(/([\w.-]+);dur=\d+;desc="(\w+)"/g)];
    return Object.fromEntries(entries.map(([, engine, outcome]) => [engine, outcome]));
  }
}
