import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { FAN_OUT_QUEUE, fanOutOptions, REMOVED_EVERY } from '../../jobs/job.ts';
import { type MonthUsage, readUsage, usagePeriod } from '../../lib/limits/usage.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import type { Knobs } from '../../sandbox/knobs.ts';
import { createKey } from './as-tester.ts';
import { LeavingClient } from './leaving-client.ts';
import { eventually, TestProcess } from './processes.ts';
import type { TestRedis } from './redis.ts';
import type { LogReader, Reply, TestSystem } from './test-system.ts';

const ENGINES = ['engine_a', 'engine_b', 'engine_c'] as const;

/** The web reply as the specification draws it; written down once more here, so that the product cannot redefine it. */
const webReplySchema = z.strictObject({
  query: z.string().min(1),
  tab: z.literal('web'),
  page: z.int().min(1),
  engine: z.array(z.enum(ENGINES)).min(1),
  correction: z.string(),
  results: z.array(
    z.strictObject({
      title: z.string(),
      url: z.url({ protocol: /^https?$/ }),
      description: z.string(),
      display_url: z.string().min(1),
      favicon_url: z.url({ protocol: /^https?$/ }),
      age: z.string(),
      source: z.enum([...ENGINES, 'both', 'all']),
      source_label: z.string().min(1),
      sitelinks: z.array(z.strictObject({ title: z.string(), url: z.string() })),
    }),
  ),
});
const refusalSchema = z.strictObject({ detail: z.string().min(1) });

/** What no process of ours may ever write: the traces of an error that nobody handled. */
const CRASH =
  /unhandledRejection|UnhandledPromiseRejection|uncaughtException|unexpected error|Warning:|(^|\\n)\s+at .+:\d+:\d+/m;

const UPSTREAMS = ['brave', 'mojeek', 'marginalia'];
/** Everything that does not grow with searches: account, key, usage, health, the bookkeeping of a dozen queues. */
const FIXED_KEYS = 120;

/** A system whose Redis server is its own: a witness reads what that has written. */
export type WitnessedSystem = TestSystem & { readonly redis: TestRedis };

let witnesses = 0;

/**
 * Searches with a key of its own while parts of the system go away, checks every reply's shape, and tells at the end
 * whether what must hold in every fault has held: no process exited or wrote of an unhandled error, nothing piled up in
 * Redis, usage is the number of 200s and of clients that left while engines were asked for them, and the words that were
 * searched are nowhere to be read.
 */
export class Witness {
  readonly system: WitnessedSystem;
  readonly key: string;
  /** In every query, and nowhere else. */
  readonly secretWord = `sphinx${Math.random().toString(36).slice(2, 10)}`;
  readonly #prefix: string;
  readonly #parts = new Set<LogReader>();
  readonly #gone = new Set<LogReader>();
  #queries = 0;
  /** Searches that count: the 200s of this witness's key, and those whose clients left once they were queued. */
  counted = 0;

  private constructor(system: WitnessedSystem, key: string, prefix: string) {
    this.system = system;
    this.key = key;
    this.#prefix = prefix;
    this.watchProcesses();
  }

  static async of(system: WitnessedSystem, username = 'tester'): Promise<Witness> {
    witnesses += 1;
    const { key, prefix } = await createKey(system.client, username, { name: `witness ${witnesses}` });
    return new Witness(system, key, prefix);
  }

  /** Takes the processes that are there now into its care; called again after one was added. */
  watchProcesses(): void {
    for (const part of [...this.system.webs, ...this.system.workers]) {
      if (!(part instanceof TestProcess) || part.running) this.#parts.add(part);
    }
  }

  /** This process is meant to end. */
  excuse(process: LogReader): void {
    this.#gone.add(process);
  }

  /** A query that nobody has asked yet. */
  query(): string {
    this.#queries += 1;
    return `${this.secretWord} ${this.#queries}`;
  }

  /** The whole system serves again: no engine is missing from the answers of any web application. */
  async untilEveryEngineAnswers(): Promise<void> {
    for (const [web, part] of this.system.webs.entries()) {
      if (!(part instanceof TestProcess) || part.running) await this.untilAllAnswerAt(web);
    }
  }

  async untilAllAnswerAt(web: number): Promise<void> {
    await eventually(`every engine answers at web ${web}`, async () => {
      const reply = await this.search({ web });
      return reply.status === 200 && reply.body.engine.length === ENGINES.length;
    });
  }

  /** Every upstream healthy and seen to answer, every breaker closed, no call remembered, nothing cached. */
  async startAfresh(): Promise<void> {
    await this.system.reset();
    await this.untilAllAnswerAt(0);
    await this.system.forgetCalls();
  }

  /** Searches, by default for something new, and checks that the reply is one that the contract knows. */
  async search(options: { q?: string; engine?: string; web?: number } = {}): Promise<Reply> {
    const { q = this.query(), engine, ...rest } = options;
    const suffix = engine === undefined ? '' : `&engine=${engine}`;
    const reply = await this.system.get(`/api/v1/web/?q=${encodeURIComponent(q)}${suffix}`, { key: this.key, ...rest });
    if (reply.status === 200) {
      this.counted += 1;
      expect(webReplySchema.safeParse(reply.body).error?.issues ?? []).toEqual([]);
      expect(reply.body.query).toBe(q);
    } else {
      expect(refusalSchema.safeParse(reply.body).error?.issues ?? [], reply.text).toEqual([]);
      if (reply.status === 503) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect(reply.headers.get('x-request-id')).toMatch(/\S/);
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    return reply;
  }

  /** Sends a search whose client may leave. */
  send(q: string, web = 0): Promise<LeavingClient> {
    return LeavingClient.send(`${this.system.urls[web]}/api/v1/web/?q=${encodeURIComponent(q)}`, this.key);
  }

  /** How the requests of these clients have ended, by their ids, as far as they have; 499 for one whose client left. */
  endings(clients: readonly LeavingClient[]): Map<unknown, unknown> {
    const ids = new Set<unknown>(clients.map(({ requestId }) => requestId));
    const lines = this.system.webs.flatMap((web) => web.lines);
    const ended = lines.filter(({ msg, reqId }) => msg === 'request' && ids.has(reqId));
    return new Map(ended.map(({ reqId, status }) => [reqId, status]));
  }

  /**
   * Lets these clients leave, and returns how many of them left without a reply. The test knows which of these were
   * queued, and adds them to `counted`.
   */
  async leave(...clients: readonly LeavingClient[]): Promise<number> {
    for (const client of clients) client.leave();
    await eventually('the web process knows that they left', () => this.endings(clients).size === clients.length);
    return [...this.endings(clients).values()].filter((status) => status === 499).length;
  }

  /** Turns the knobs of every upstream. */
  async everyUpstream(knobs: Knobs): Promise<void> {
    for (const upstream of UPSTREAMS) await this.system.knobs(upstream, knobs);
  }

  /** How often this upstream was asked these very questions. */
  async callsFor(upstream: string, ...queries: readonly string[]): Promise<number> {
    const calls = await this.system.calls(upstream);
    return calls.filter(({ query }) => queries.includes(query.q ?? query.query ?? '')).length;
  }

  /** The question has reached these upstreams, every one unless told otherwise. */
  async untilAsked(query: string, upstreams: readonly string[] = UPSTREAMS): Promise<void> {
    for (const upstream of upstreams) {
      await eventually(`${upstream} is asked`, async () => (await this.callsFor(upstream, query)) > 0);
    }
  }

  /** The row of one engine on the status page. */
  async status(slug: string): Promise<Record<string, string>> {
    const reply = await this.system.get('/api/v1/status/');
    expect(reply.status).toBe(200);
    return reply.body.providers.find((row: { slug: string }) => row.slug === slug);
  }

  /** What must hold whatever was done to the system. Redis must be there again. */
  async expectInvariants(): Promise<void> {
    for (const part of this.#parts) {
      const crash = CRASH.exec(part.output);
      expect(crash && part.output.slice(Math.max(0, crash.index - 1_000), crash.index + 1_000)).toBeNull();
      expect(part.output.includes(this.secretWord), 'what was searched is in a log').toBe(false);
      if (this.#gone.has(part) || !(part instanceof TestProcess)) continue;
      expect(part.running, `${part.name} ${part.pid} ended: ${part.output.slice(-2_000)}`).toBe(true);
    }
    await this.#expectRedisTidy();
    for (const file of filesBelow(this.system.redis.dir)) {
      expect(readFileSync(file).includes(this.secretWord), `${path.basename(file)} shows what was searched`).toBe(
        false,
      );
    }
    await this.#expectUsage();
  }

  /** Searches that Redis has on this witness's key in this month, right or wrong. */
  async usage(): Promise<MonthUsage> {
    return readUsage(this.system.client, { key: this.#prefix }, usagePeriod(new Date()).month);
  }

  async #expectUsage(): Promise<void> {
    // A failed search is taken back without anyone waiting for it.
    const exact = async () => (await this.usage()).searches === this.counted;
    await eventually('usage is exact', exact).catch(() => {});
    const { searches, days } = await this.usage();
    expect(searches, 'usage is the number of searches that count').toBe(this.counted);
    const byDay = Object.values(days).reduce((sum, day) => sum + (day.web ?? 0), 0);
    expect(byDay, 'the days add up to the month').toBe(this.counted);
  }

  /** No job is left behind, and there are no more keys than there is reason for. */
  async #expectRedisTidy(): Promise<void> {
    const { client } = this.system;
    await eventually('no job is left', async () => (await this.system.jobs('wait', 'active')) === 0);
    const ended = (state: string) => client.zcard(`${redisKeys.queuePrefix(FAN_OUT_QUEUE)}:${FAN_OUT_QUEUE}:${state}`);
    const [failed, completed] = [await ended('failed'), await ended('completed')];
    expect(failed).toBeLessThanOrEqual(fanOutOptions.removeOnFail.count);
    const workers = Math.max(1, this.system.workers.length);
    expect(completed).toBeLessThanOrEqual(fanOutOptions.removeOnComplete.count + REMOVED_EVERY * workers);
    // What has an expiry date leaves by itself; the rest must not grow with the number of searches.
    const keys = await client.keys('*');
    const ttls = await Promise.all(keys.map((key) => client.ttl(key)));
    const lasting = keys.filter((_, i) => ttls[i] === -1);
    expect(lasting.length, lasting.join('\n')).toBeLessThanOrEqual(FIXED_KEYS + failed + completed);
    for (const key of lasting) expect(key).not.toMatch(/^\{trib:cache:|^trib:reply:/);
  }
}

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
