// How soon a visitor sees something: `npm run bench:page`. The search page against the API's reply to the same kind of
// search, from the request to the first byte of the body and to the last; for slow engines also to the first list of
// results, and to the list of all engines.
import { fileURLToPath } from 'node:url';
import { Client } from 'undici';
import { Deployment } from './deployment.ts';
import { startProcess, stopProcess } from './processes.ts';
import { distinctQuery, repeatedQueries, repeatedQuery } from './queries.ts';
import { ENGINES, setDelay, setDelays } from './sandbox-delay.ts';

const ENGINES_MS = 50;
/** Requests before it is measured. Those to the cache take little, so they can be many. */
const HEAT = { cached: 2_000, fresh: 100 };
const MEASURED = 200;
/** Engines that take long, in the order of `ENGINES`, and how often each page is opened with them. */
const SLOW_MS = [
  [100, 100, 100],
  [400, 400, 400],
  [1_500, 1_500, 1_500],
  [100, 400, 1_500],
];
const SLOW_PAGES = 10;
const RESULT = 'data-result=';

/** Somebody who searches. Browsers accept compressed pages; so does this client of the API, to be compared with them. */
interface Way {
  what: string;
  path: string;
  headers: Record<string, string>;
}

interface Times {
  first: number[];
  whole: number[];
  cpuMs: number;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function ask(client: Client, { path, headers }: Way, query: string): Promise<{ first: number; whole: number }> {
  const startedAt = performance.now();
  const reply = await client.request({ method: 'GET', path: path + encodeURIComponent(query), headers });
  let first = 0;
  for await (const _part of reply.body) first ||= performance.now() - startedAt;
  if (reply.statusCode !== 200) throw new Error(`${path} answered ${reply.statusCode}.`);
  return { first, whole: performance.now() - startedAt };
}

/** Asks in every way by turns, one request at a time, so that each has the machine as it is at that moment. */
async function measure(
  deployment: Deployment,
  ways: readonly Way[],
  heat: number,
  queryOf: (at: number) => string,
): Promise<Times[]> {
  const client = new Client(deployment.webUrl);
  const all = ways.map((): Times => ({ first: [], whole: [], cpuMs: 0 }));
  let sequence = 0;
  for (let turn = 0; turn < heat + MEASURED; turn++) {
    for (const [at, way] of ways.entries()) {
      const cpuBefore = deployment.webCpuMs();
      const { first, whole } = await ask(client, way, queryOf(sequence++));
      const times = all[at];
      if (turn < heat || !times) continue;
      times.first.push(first);
      times.whole.push(whole);
      times.cpuMs += deployment.webCpuMs() - cpuBefore;
    }
  }
  await client.close();
  return all;
}

const HEAD = ['', 'first p50', 'first p95', 'whole p50', 'whole p95', 'CPU ms', 'first p50 to API', 'whole p50 to API'];
const line = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`);

function report(title: string, ways: readonly Way[], all: readonly Times[]): void {
  const p50 = (values: readonly number[] = []) => percentile(values, 0.5);
  for (const [at, { first, whole, cpuMs }] of all.entries()) {
    line([
      `${title}: ${ways[at]?.what}`,
      ...[p50(first), percentile(first, 0.95), p50(whole), percentile(whole, 0.95), cpuMs / MEASURED].map((value) =>
        value.toFixed(1),
      ),
      ...[p50(first) / p50(all[0]?.first), p50(whole) / p50(all[0]?.whole)].map((value) => value.toFixed(2)),
    ]);
  }
}

/** When a page has its first byte, its first list and its last. The last one comes with the end of the page. */
async function watch(client: Client, { path, headers }: Way, query: string) {
  const startedAt = performance.now();
  // As it is: a compressed page would have to be unpacked part by part.
  const plain = { ...headers, 'accept-encoding': 'identity' };
  const reply = await client.request({ method: 'GET', path: path + encodeURIComponent(query), headers: plain });
  let [firstByte, firstList, text] = [0, 0, ''];
  for await (const part of reply.body) {
    text += part;
    firstByte ||= performance.now() - startedAt;
    if (text.includes(RESULT)) firstList ||= performance.now() - startedAt;
  }
  return { firstByte, firstList, finalList: performance.now() - startedAt };
}

async function reportSlow(deployment: Deployment, sandboxUrl: string, ways: readonly Way[]): Promise<void> {
  const client = new Client(deployment.webUrl);
  const head = [`engines (${ENGINES.join(', ')})`, 'first byte p50', 'first list p50', 'final list p50'];
  console.log();
  line(head);
  line(head.map(() => '---'));
  let sequence = 0;
  for (const delays of SLOW_MS) {
    await setDelays(sandboxUrl, delays);
    const all = ways.map((): Awaited<ReturnType<typeof watch>>[] => []);
    for (let turn = 0; turn < SLOW_PAGES; turn++) {
      // The queries of the benchmark are about nothing. This one is found by all engines.
      for (const [at, way] of ways.entries()) all[at]?.push(await watch(client, way, `linux kernel ${sequence++}`));
    }
    for (const [at, { what }] of ways.entries()) {
      const p50 = (of: 'firstByte' | 'firstList' | 'finalList') =>
        percentile(all[at]?.map((times) => times[of]) ?? [], 0.5).toFixed(0);
      line([`${delays.join(', ')} ms: ${what}`, p50('firstByte'), p50('firstList'), p50('finalList')]);
    }
  }
  await client.close();
}

const sandbox = startProcess(['dist/sandbox/main.js']);
try {
  const sandboxUrl = `http://127.0.0.1:${(await sandbox.message()).port}`;
  const deployment = await Deployment.start(fileURLToPath(new URL('../..', import.meta.url)), sandboxUrl);
  try {
    const { cookie = '', ...accepts } = await deployment.pageHeaders();
    const ways: readonly Way[] = [
      { what: 'API', path: '/api/v1/web/?q=', headers: { ...deployment.headers, ...accepts } },
      { what: 'page', path: '/?q=', headers: { cookie: cookie.split(';', 1)[0] ?? '', ...accepts } },
      { what: 'page with scripts', path: '/?q=', headers: { cookie, ...accepts } },
    ];
    line(HEAD);
    line(HEAD.map(() => '---'));
    for (const query of repeatedQueries)
      await fetch(`${deployment.webUrl}${deployment.path(query)}`, { headers: deployment.headers });
    report('cached', ways, await measure(deployment, ways, HEAT.cached, repeatedQuery));
    await setDelay(sandboxUrl, ENGINES_MS);
    report(`engines of ${ENGINES_MS} ms`, ways, await measure(deployment, ways, HEAT.fresh, distinctQuery));
    await reportSlow(deployment, sandboxUrl, ways.slice(1));
  } finally {
    await deployment.stop();
  }
} finally {
  await stopProcess(sandbox.child);
}
