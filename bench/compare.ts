import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { storedKeyFields } from '../lib/keys/key-fields.ts';
import { createKey, createUser } from '../test/harness/as-tester.ts';
import { PASSWORD, Visitor } from '../test/harness/visitor.ts';
import { afterSilence, idleMsPerSecond, pacedMs } from './at-rest.ts';
import { Deployment } from './deployment.ts';
import { keptBytes } from './kept-bytes.ts';
import { HttpLanes, runCount, runLoad, type Seconds } from './load.ts';
import { buildOf, HERE } from './other-build.ts';
import { startProcess, stopProcess } from './processes.ts';
import { distinctQuery, repeatedQueries, repeatedQuery } from './queries.ts';
import { setDelay } from './sandbox-delay.ts';

/**
 * `npm run bench:compare -- <commit>`: measures this build and that of another commit side by side. Both run at the same
 * time on the same machine and are measured in turn, so that what disturbs one disturbs the other: trust the ratios.
 * A setting in place of the commit, such as `REQUEST_LOG=off`, compares this build with itself under that setting. A third
 * argument is a pattern of the rows to measure, which are printed and not kept: `npm run bench:compare -- <commit> 5 sign-in`.
 */
const [commit = 'HEAD~1', rounds = '3', only = ''] = process.argv.slice(2);
const wanted = new RegExp(only);
const SECONDS: Seconds = { warmUp: 1, measure: 4 };
const HEAT_SEARCHES = 6_000;
const COUNTED_SEARCHES = 200;
const [QUICK_ENGINE_MS, SLOW_ENGINE_MS] = [50, 300];
const TWO_PAIRS = { webs: 2, workers: 2, queueRedis: false };
const HEAT_PAGES = 100;
const SIGN_INS = 40;
/** Every limit that a key may have of its own, none of which refuses a request here. An older build ignores them. */
const ALL_OWN = storedKeyFields({
  labels: { program: 'bench' },
  scopes: ['search'],
  addresses: ['127.0.0.0/8', '::1/128'],
  engines: ['engine_a', 'engine_b', 'engine_c'],
  limits: {
    burst: { limit: 900_000, windowMs: 60_000 },
    sustained: { limit: 90_000_000, windowMs: 86_400_000 },
    monthly: 1_000_000_000,
    max_parallel: 10_000,
  },
});
const REST_MS = 60_000;
const RESULTS = 'bench/compare.json';

type Figures = Record<string, number>;

/** A load of searches, with its CPU time. */
async function load(
  deployment: Deployment,
  connections: number,
  query: (sequence: number) => string,
  headers = deployment.headers,
): Promise<{ cpuMs: number; p50Ms: number; perSecond: number }> {
  const lanes = deployment.webUrls.map((url) => new HttpLanes(url, connections / deployment.webUrls.length));
  const once = async (sequence: number) =>
    (await lanes[sequence % lanes.length]?.get(deployment.path(query(sequence)), headers)) ?? false;
  let before = 0;
  const result = await runLoad(connections, SECONDS, once, () => {
    before = deployment.cpuMs();
  });
  const cpuMs = (deployment.cpuMs() - before) / result.requests;
  await Promise.all(lanes.map((lane) => lane.close()));
  if (result.errors > 0) console.error(`${result.errors} errors`);
  return { cpuMs, p50Ms: result.p50Ms, perSecond: result.perSecond };
}

async function countCommands(deployment: Deployment, headers = deployment.headers): Promise<number> {
  const before = await deployment.commandCount();
  for (let i = 0; i < COUNTED_SEARCHES; i++) {
    await fetch(deployment.webUrl + deployment.path(distinctQuery(i)), { headers });
  }
  return ((await deployment.commandCount()) - before) / COUNTED_SEARCHES;
}

/** The headers of a key that has every limit of its own. */
async function ownLimits(deployment: Deployment): Promise<{ authorization: string }> {
  const { key } = await createKey(deployment.redis, 'bench', { fields: ALL_OWN });
  return { authorization: `Api-Key ${key}` };
}

/** Sign-ins with a password, one after the other. */
async function signIns(deployment: Deployment): Promise<Figures> {
  const before = deployment.cpuMs();
  const tookMs: number[] = [];
  for (let i = 0; i < SIGN_INS; i++) {
    const startedAt = performance.now();
    const { status } = await new Visitor(deployment.webUrl).signIn('person', PASSWORD);
    if (status !== 303) throw new Error(`Signing in answered ${status}.`);
    tookMs.push(performance.now() - startedAt);
  }
  return { 'p50 ms': median(tookMs), 'CPU ms': (deployment.cpuMs() - before) / SIGN_INS };
}

/** CPU time and commands of Redis per page, one at a time. */
async function pages(deployment: Deployment, query: (sequence: number) => string): Promise<Figures> {
  const headers = await deployment.pageHeaders();
  const get = async (sequence: number) =>
    (await fetch(`${deployment.webUrl}/?q=${encodeURIComponent(query(sequence))}`, { headers })).text();
  for (let i = 0; i < HEAT_PAGES; i++) await get(i);
  const before = { cpuMs: deployment.cpuMs(), commands: await deployment.commandCount() };
  for (let i = 0; i < COUNTED_SEARCHES; i++) await get(HEAT_PAGES + i);
  const per = (after: number, then: number) => (after - then) / COUNTED_SEARCHES;
  return {
    'CPU ms': per(deployment.cpuMs(), before.cpuMs),
    'Redis commands': per(await deployment.commandCount(), before.commands),
  };
}

/** Measures several deployments row by row, each row in turn for all of them, and keeps the median of the rounds. */
async function measure(
  deployments: readonly Deployment[],
  pairs: readonly Deployment[],
  sandboxUrl: string,
): Promise<Figures[]> {
  const figures = deployments.map((): Record<string, number[]> => ({}));
  /** Several figures of one measurement, by what they are. */
  const rows = async (name: string, of: readonly Deployment[], read: (deployment: Deployment) => Promise<Figures>) => {
    if (!wanted.test(name)) return;
    for (const [at, deployment] of of.entries()) {
      const measured = figures[at] as Record<string, number[]>;
      for (const [what, value] of Object.entries(await read(deployment))) {
        const key = `${name}${what}`;
        measured[key] = [...(measured[key] ?? []), value];
      }
    }
  };
  const row = (name: string, read: (deployment: Deployment) => Promise<number> | number) =>
    rows(name, deployments, async (deployment) => ({ '': await read(deployment) }));
  const loads = (name: string, connections: number, query: (sequence: number) => string, of = deployments) =>
    rows(`${name}, ${connections} conn., `, of, async (deployment) => {
      const { cpuMs, p50Ms, perSecond } = await load(deployment, connections, query);
      return { 'CPU ms': cpuMs, 'p50 ms': p50Ms, 'per second': perSecond };
    });

  await row('start to first full answer, ms', (deployment) => deployment.firstAnswerMs);
  await row('web MB at start', (deployment) => deployment.memory().web);
  await row('worker MB at start', (deployment) => deployment.memory().worker);
  for (const deployment of [...deployments, ...pairs]) {
    for (const url of deployment.webUrls) {
      for (const query of [distinctQuery, repeatedQuery]) {
        const lanes = new HttpLanes(url, 50);
        const once = (sequence: number) => lanes.get(deployment.path(query(sequence)), deployment.headers);
        await runCount(50, HEAT_SEARCHES, once);
        await lanes.close();
      }
    }
  }
  for (const { redis } of deployments) await createUser(redis, 'person', { password: PASSWORD });
  for (let round = 1; round <= Number(rounds); round++) {
    console.error(`round ${round} of ${rounds} …`);
    await loads('uncached', 50, distinctQuery);
    await loads('uncached', 1, distinctQuery);
    await loads('cached', 50, repeatedQuery);
    await row('cached, a key with all limits, 50 conn., CPU ms', async (deployment) => {
      return (await load(deployment, 50, repeatedQuery, await ownLimits(deployment))).cpuMs;
    });
    await rows('sign-in, ', deployments, signIns);
    await row('Redis commands per uncached search', countCommands);
    await row('Redis commands per uncached search, a key with all limits', async (deployment) => {
      return countCommands(deployment, await ownLimits(deployment));
    });
    await loads('two pairs', 50, distinctQuery, pairs);
    await rows('page new, ', deployments, (deployment) => pages(deployment, distinctQuery));
    await rows('page cached, ', deployments, (deployment) => pages(deployment, repeatedQuery));
    await row('idle, CPU ms a second', idleMsPerSecond);
    await rows('500 after silence, ', deployments, async (deployment) => {
      const { errors, cpuMsPerSearch = 0 } = await afterSilence(deployment, distinctQuery);
      return { refused: errors, 'CPU ms': cpuMsPerSearch };
    });
    await setDelay(sandboxUrl, QUICK_ENGINE_MS);
    await row('15 a second, engines of 50 ms, CPU ms', (deployment) => pacedMs(deployment, 15, distinctQuery));
    await setDelay(sandboxUrl, SLOW_ENGINE_MS);
    await row('3 a second, engines of 300 ms, CPU ms', (deployment) => pacedMs(deployment, 3, distinctQuery));
    await loads('engines of 300 ms', 200, distinctQuery);
    await setDelay(sandboxUrl, 0);
  }
  // Processes free memory at rest, in their own time.
  if (only === '') await pause(REST_MS);
  await row('web MB a minute after all loads', (deployment) => deployment.memory().web);
  await row('worker MB a minute after all loads', (deployment) => deployment.memory().worker);
  for (const { redis } of deployments)
    await redis.eval("for _, k in ipairs(redis.call('KEYS', '{trib:cache:*')) do redis.call('DEL', k) end", 0);
  for (const deployment of deployments) {
    for (const query of repeatedQueries) {
      await fetch(deployment.webUrl + deployment.path(`${query} bytes`), { headers: deployment.headers });
    }
  }
  await row('Redis bytes per cached search', keptBytes);
  return figures.map((of) => Object.fromEntries(Object.entries(of).map(([name, values]) => [name, median(values)])));
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** What the other build is started with, if it is this one under another setting. */
const settings = Object.fromEntries(commit.includes('=') ? [commit.split('=', 2)] : []) as Record<string, string>;
const other = commit.includes('=') ? { dir: HERE, remove: () => {} } : buildOf(commit);
const started: Deployment[] = [];
const sandbox = startProcess([path.join(HERE, 'dist/sandbox/main.js')]);
try {
  const sandboxUrl = `http://127.0.0.1:${(await sandbox.message()).port}`;
  const shapes = wanted.test('two pairs') ? [undefined, TWO_PAIRS] : [undefined];
  for (const shape of shapes) {
    started.push(await Deployment.start(other.dir, sandboxUrl, settings, [], shape));
    started.push(await Deployment.start(HERE, sandboxUrl, {}, [], shape));
  }
  const [then = {}, now = {}] = await measure(started.slice(0, 2), started.slice(2), sandboxUrl);
  const line = (cells: readonly string[]) =>
    console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(44) : cell.padStart(12))).join(''));
  line(['', commit.slice(0, 16), 'this build', 'ratio']);
  const figures = Object.fromEntries(Object.keys(then).map((name) => [name, { before: then[name], after: now[name] }]));
  if (only === '') writeFileSync(RESULTS, `${JSON.stringify({ commit, rounds: Number(rounds), figures }, null, 2)}\n`);
  for (const [name, before] of Object.entries(then)) {
    const after = now[name] ?? 0;
    line([name, before.toFixed(2), after.toFixed(2), (after / before).toFixed(2)]);
  }
} finally {
  for (const deployment of started) await deployment.stop();
  await stopProcess(sandbox.child);
  other.remove();
}
