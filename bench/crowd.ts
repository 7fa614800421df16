import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readHealth } from '../lib/providers/health.ts';
import { Deployment } from './deployment.ts';
import { LeanClient } from './lean-client.ts';
import { startProcess, stopProcess } from './processes.ts';
import { distinctQuery } from './queries.ts';
import { ENGINES, setDelay } from './sandbox-delay.ts';

/**
 * `npm run bench:crowd`: sends five times as many searches as one web and one worker process can answer, with engines of
 * several speeds, and looks at what is served meanwhile and how soon everything is normal afterwards.
 */
const [seconds = '20', ...delays] = process.argv.slice(2);
const DELAYS = delays.length > 0 ? delays.map(Number) : [50, 300, 1_000, 2_900];
/** The peak is measured for some seconds and several turns of the engines, after as many to get there. */
const PEAK_S = 4;
const PEAK_TURNS = 3;
const PEAK_CONNECTIONS = 200;
const AFTER_REFUSAL_MS = 100;
const OVERLOAD = 5;
/** Searches that all come at the same moment. */
const BURST = 500;
/** Clients that leave do so after this time, and the engines are watched for a second one. */
const STAY_MS = 800;
const WATCHED_MS = 4_000;

interface Reply {
  status: number;
  ms: number;
  /** When it was sent, in seconds since the start of the run. */
  at: number;
  engines: number;
}

class Crowd {
  readonly #deployment: Deployment;
  readonly #client: LeanClient;
  #sequence = 0;

  constructor(deployment: Deployment) {
    this.#deployment = deployment;
    this.#client = new LeanClient(deployment.webUrl, deployment.headers);
  }

  async search(at = 0): Promise<Reply> {
    const startedAt = performance.now();
    const path = this.#deployment.path(distinctQuery(this.#sequence++));
    // A connection that the server refused counts as another reply.
    const { status, head } = await this.#client.get(path).catch(() => ({ status: 0, head: '' }));
    return { status, ms: performance.now() - startedAt, at, engines: head.split('desc="ok"').length - 1 };
  }

  /** The rate of searches that are answered while a fixed number of clients search one after the other. */
  async peak(connections: number, forS: number): Promise<number> {
    const from = performance.now() + forS * 1_000;
    const until = from + forS * 1_000;
    let served = 0;
    const lane = async () => {
      while (performance.now() < until) {
        const { status } = await this.search();
        const now = performance.now();
        if (status !== 200) await pause(AFTER_REFUSAL_MS);
        else if (now > from && now < until) served += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, lane));
    return served / forS;
  }

  /** Sends searches at a fixed rate, whatever becomes of them. */
  async flood(perSecond: number, forS: number): Promise<Reply[]> {
    const replies: Promise<Reply>[] = [];
    const startedAt = performance.now();
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        const elapsedS = (performance.now() - startedAt) / 1_000;
        if (elapsedS >= forS) {
          clearInterval(timer);
          resolve();
          return;
        }
        while (replies.length < elapsedS * perSecond) replies.push(this.search(elapsedS));
      }, 10);
    });
    return Promise.all(replies);
  }

  /** Sends a burst whose clients leave before they have replies. Returns how many calls the engines get afterwards. */
  async leave(sandboxUrl: string): Promise<number> {
    const { webUrl, headers } = this.#deployment;
    const { hostname, port } = new URL(webUrl);
    const sockets = Array.from({ length: BURST }, () => {
      const socket = net.connect(Number(port), hostname);
      socket.on('error', () => {});
      const path = this.#deployment.path(distinctQuery(this.#sequence++));
      socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${headers.authorization}\r\n\r\n`);
      return socket;
    });
    await pause(STAY_MS);
    for (const socket of sockets) socket.destroy();
    const leftAt = Date.now();
    await pause(WATCHED_MS);
    return (await callTimes(sandboxUrl)).filter((at) => at > leftAt).length;
  }

  close(): void {
    this.#client.close();
  }
}

/**
 * Searches that took longer than the deadline, by the web process's own clock. On a machine where clients and service
 * share two cores, the clients' clocks measure mostly how late the clients run.
 */
async function late({ webUrl }: Deployment): Promise<number> {
  const text = await (await fetch(`${webUrl}/metrics`)).text();
  const count = (le: string) =>
    Number(new RegExp(`request_seconds_bucket{le="${le}",route="/api/v1/web/"} (\\d+)`).exec(text)?.[1] ?? 0);
  return count('\\+Inf') - count('6');
}

/** When each call came that the sandbox remembers. */
async function callTimes(sandboxUrl: string): Promise<number[]> {
  const calls = ENGINES.map(async (engine) => {
    const reply = await fetch(`${sandboxUrl}/_sandbox/calls/${engine}`);
    return (await reply.json()) as { at: number }[];
  });
  return (await Promise.all(calls)).flat().map(({ at }) => at);
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function openBreakers({ redis }: Deployment): Promise<number> {
  const health = await readHealth(redis, ENGINES);
  return [...health.values()].filter(({ openUntil }) => openUntil > 0).length;
}

async function jobsLeft({ redis }: Deployment): Promise<number> {
  const lists = await redis.keys('{trib:queue:*}:*');
  const lengths = lists.filter((key) => /:(wait|active)$/.test(key)).map((key) => redis.llen(key));
  return (await Promise.all(lengths)).reduce((sum, length) => sum + length, 0);
}

const HEAD = [
  'engines, ms',
  'peak /s',
  `of ${BURST} at once`,
  'calls for left',
  'sent /s',
  'served /s',
  'of peak',
  'p50 ms',
  'over 6 s',
  'refused',
  'other',
  'complete',
  'breakers',
  'jobs left',
  'normal',
  'web MB',
  'worker MB',
];
const line = (cells: readonly (string | number)[]) =>
  console.log(cells.map((cell) => String(cell).padStart(16)).join(''));

const sandbox = startProcess(['dist/sandbox/main.js']);
try {
  const sandboxUrl = `http://127.0.0.1:${(await sandbox.message()).port}`;
  const code = fileURLToPath(new URL('../..', import.meta.url));
  line(HEAD);
  for (const delayMs of DELAYS) {
    // All of the crowd comes from one address, as it would through a proxy.
    const deployment = await Deployment.start(code, sandboxUrl, { TRUST_PROXY: '127.0.0.1' });
    const crowd = new Crowd(deployment);
    await crowd.peak(50, 3);
    await setDelay(sandboxUrl, delayMs);
    const peak = await crowd.peak(PEAK_CONNECTIONS, PEAK_S + (PEAK_TURNS * delayMs) / 1_000);
    const burst = await Promise.all(Array.from({ length: BURST }, () => crowd.search()));
    const wholeBurst = burst.filter(({ status, engines }) => status === 200 && engines === ENGINES.length).length;
    const callsForLeft = await crowd.leave(sandboxUrl);
    const lateBefore = await late(deployment);
    const calm = deployment.memory();
    const replies = await crowd.flood(peak * OVERLOAD, Number(seconds));
    const crowded = deployment.memory();
    const breakers = await openBreakers(deployment);
    const overDeadline = (await late(deployment)) - lateBefore;
    await pause(2_000);
    const after = deployment.memory();
    const left = await jobsLeft(deployment);
    const searches = await Promise.all(Array.from({ length: 20 }, () => crowd.search()));
    const normal = searches.filter(({ status, engines }) => status === 200 && engines === ENGINES.length).length;
    const served = replies.filter(({ status }) => status === 200);
    const refused = replies.filter(({ status }) => status === 503);
    const rate = served.length / Number(seconds);
    const times = served.map(({ ms }) => ms);
    line([
      delayMs,
      peak.toFixed(0),
      wholeBurst,
      callsForLeft,
      (replies.length / Number(seconds)).toFixed(0),
      rate.toFixed(0),
      (rate / peak).toFixed(2),
      percentile(times, 0.5).toFixed(0),
      overDeadline,
      refused.length,
      replies.length - served.length - refused.length,
      served.filter(({ engines }) => engines === ENGINES.length).length,
      breakers,
      left,
      `${normal}/20`,
      [calm, crowded, after].map(({ web }) => web.toFixed(0)).join(' '),
      [calm, crowded, after].map(({ worker }) => worker.toFixed(0)).join(' '),
    ]);
    await setDelay(sandboxUrl, 0);
    crowd.close();
    await deployment.stop();
  }
} finally {
  await stopProcess(sandbox.child);
}
