// What crawls take: `npm run bench:crawl [pages]`. Pages a second from a fast site on loopback, CPU and bytes of Redis per
// page, the memory of the worker and of Redis as the crawl goes on, and how long a search takes beside it.
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Deployment } from './deployment.ts';
import { listen, urlOf } from './page-sites.ts';
import { residentMb, startProcess, stopProcess } from './processes.ts';
import { distinctQuery } from './queries.ts';

const PAGES = Number(process.argv[2] ?? 1_000);
const LINKS = 20;
const HEAT_SEARCHES = 200;
const SEARCHES = 200;
const BETWEEN_SEARCHES_MS = 20;
const MB = 1024 * 1024;

interface State {
  state: string;
  fetched: number;
}

/** A site of so many pages, each with a text of its own and links to the next ones. */
async function site(pages: number): Promise<Server> {
  const words = 'river delta basin spring valley canal harbour bridge current meadow island channel'.split(' ');
  const textOf = (page: number) =>
    Array.from({ length: 300 }, (_, at) => words[(page * 7 + at * at + (page >> (at % 12))) % words.length]).join(' ');
  return listen((request, reply) => {
    const page = Number(request.url?.slice(1));
    if (!Number.isInteger(page) || page >= pages) return reply.writeHead(404).end();
    const next = Array.from({ length: LINKS }, (_, at) => page * LINKS + at + 1).filter((to) => to < pages);
    const links = next.map((to) => `<li><a href="/${to}">Page ${to}</a>`).join('');
    const html = `<html lang="en"><title>Page ${page}</title><main><h1>Page ${page}</h1><p>${textOf(page)}.</p><ul>${links}</ul></main>`;
    return reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
}

async function call(deployment: Deployment, path: string, body?: object): Promise<State & { id: string }> {
  const reply = await fetch(deployment.webUrl + path, {
    headers: { ...deployment.headers, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as State & { id: string };
}

let sequence = 0;
/** The median time of searches one after the other, in milliseconds, while a condition holds. */
async function searchP50(deployment: Deployment, count: number, goesOn = async () => true): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < count && (at % 20 !== 0 || (await goesOn())); at += 1) {
    const startedAt = performance.now();
    await call(deployment, deployment.path(distinctQuery(sequence++)));
    times.push(performance.now() - startedAt);
    await pause(BETWEEN_SEARCHES_MS);
  }
  times.sort((one, other) => one - other);
  return times[Math.floor(times.length / 2)] ?? Number.NaN;
}

const redisBytes = async ({ redis }: Deployment) =>
  Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1] ?? Number.NaN);

async function measure(deployment: Deployment, url: string): Promise<void> {
  const path = (id: string) => `/api/v1/crawl/${id}/`;
  const isRunning = async (id: string) => (await call(deployment, path(id))).state === 'running';
  await searchP50(deployment, HEAT_SEARCHES);
  const alone = await searchP50(deployment, SEARCHES);

  const request = { url, limit: PAGES, depth: 100, sitemap: 'skip', max_s: 86_400 };
  const [bytesBefore, cpuBefore, startedAt] = [await redisBytes(deployment), deployment.cpuMs(), performance.now()];
  const { id } = await call(deployment, '/api/v1/crawl/', request);
  let crawl = await call(deployment, path(id));
  console.log('pages   worker MB   web MB   Redis MB   pages/s');
  for (let told = 0; crawl.state === 'running'; crawl = await call(deployment, path(id))) {
    await pause(500);
    if (crawl.fetched < told + PAGES / 10) continue;
    told = crawl.fetched;
    const [[worker = 0], [web = 0]] = [deployment.pids.worker, deployment.pids.web];
    const seconds = (performance.now() - startedAt) / 1_000;
    const columns = [told, residentMb(worker), residentMb(web), (await redisBytes(deployment)) / MB, told / seconds];
    console.log(columns.map((value) => value.toFixed(value < 1_000 ? 1 : 0).padStart(8)).join('  '));
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpu = (deployment.cpuMs() - cpuBefore) / crawl.fetched;
  const bytes = ((await redisBytes(deployment)) - bytesBefore) / crawl.fetched;
  console.log(
    `${crawl.fetched} pages (${crawl.state}): ${(crawl.fetched / seconds).toFixed(1)} a second, ${cpu.toFixed(1)} ms of ` +
      `CPU and ${(bytes / 1_024).toFixed(1)} KB of Redis each`,
  );

  const beside = await call(deployment, '/api/v1/crawl/', request);
  const besideMs = await searchP50(deployment, SEARCHES, () => isRunning(beside.id));
  const again = await searchP50(deployment, SEARCHES, async () => !(await isRunning(beside.id)));
  console.log(
    `search p50: ${alone.toFixed(1)} ms alone, ${besideMs.toFixed(1)} ms beside a crawl without a gap ` +
      `(${(besideMs / alone).toFixed(2)})${Number.isNaN(again) ? '' : `, ${again.toFixed(1)} ms after it`}`,
  );
}

const sandbox = startProcess(['dist/sandbox/main.js']);
const pages = await site(PAGES);
try {
  const sandboxUrl = `http://127.0.0.1:${(await sandbox.message()).port}`;
  const code = fileURLToPath(new URL('../..', import.meta.url));
  const settings = {
    ...{ EXTRACT_ALLOW: '127.0.0.1', CRAWL_MAX_PAGES: String(Math.max(PAGES, 10_000)) },
    ...{ CRAWL_ACCOUNT_MB: '4000', CRAWL_MAX_MB: '4000' },
  };
  // As fast as it can, and once more at the pace that sites are usually asked at.
  const deployment = await Deployment.start(code, sandboxUrl, { ...settings, CRAWL_GAP_MS: '0' });
  try {
    await measure(deployment, `${urlOf(pages)}/0`);
  } finally {
    await deployment.stop();
  }
  const paced = await Deployment.start(code, sandboxUrl, settings);
  try {
    await searchP50(paced, HEAT_SEARCHES);
    const alone = await searchP50(paced, SEARCHES);
    await call(paced, '/api/v1/crawl/', { url: `${urlOf(pages)}/0`, limit: PAGES, sitemap: 'skip' });
    const beside = await searchP50(paced, SEARCHES);
    console.log(
      `search p50: ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside a crawl with its usual gap ` +
        `(${(beside / alone).toFixed(2)})`,
    );
  } finally {
    await paced.stop();
  }
} finally {
  pages.close();
  await stopProcess(sandbox.child);
}
