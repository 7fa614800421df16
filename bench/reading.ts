// How fast agents are served: `npm run bench:reading`. Pages read a second, from a request to the text, and how long after
// the first engine's reply a stream sends its first event.
import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Deployment } from './deployment.ts';
import { grown } from './grown-page.ts';
import { densePages } from './page-quality.ts';
import { listen, pageSites, urlOf } from './page-sites.ts';
import { startProcess, stopProcess } from './processes.ts';

const HOSTS = 20;
const URLS_PER_REQUEST = 5;
const REQUESTS_AT_ONCE = 8;
const HEAT_PAGES = 200;
const MEASURED_PAGES = 400;
const STREAMS = 100;
const FIRST_MS = 30;
const SECOND_MS = 200;

/** Sites with pages of 100 KB, each at as many addresses as are asked for. */
function sitesOfLongPages(): Promise<Server[]> {
  const pages = densePages().map(grown);
  return pageSites(HOSTS, (number) => pages[number % pages.length]);
}

/** Reads so many pages that were not read before. Returns how many could be read. */
async function readPages(deployment: Deployment, sites: readonly Server[], from: number, count: number) {
  let next = from;
  let read = 0;
  const lane = async () => {
    while (next < from + count) {
      const urls = Array.from({ length: URLS_PER_REQUEST }, () => `${urlOf(sites[next % HOSTS] as Server)}/${next++}`);
      const reply = await fetch(`${deployment.webUrl}/api/v1/extract/`, {
        method: 'POST',
        headers: { ...deployment.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ urls }),
      });
      const { results = [] } = (await reply.json()) as { results?: unknown[] };
      read += results.length;
    }
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, lane));
  return read;
}

async function measurePages(code: string, sandboxUrl: string): Promise<void> {
  const sites = await sitesOfLongPages();
  const deployment = await Deployment.start(code, sandboxUrl, { EXTRACT_ALLOW: '127.0.0.0/8' });
  try {
    await readPages(deployment, sites, 0, HEAT_PAGES);
    const [startedAt, cpuBefore] = [performance.now(), deployment.cpuMs()];
    const read = await readPages(deployment, sites, HEAT_PAGES, MEASURED_PAGES);
    const seconds = (performance.now() - startedAt) / 1_000;
    const cpuMs = (deployment.cpuMs() - cpuBefore) / read;
    console.log(
      `pages of 100 KB: ${(read / seconds).toFixed(1)} a second, ${cpuMs.toFixed(0)} ms of CPU each, ` +
        `${read} of ${MEASURED_PAGES} read`,
    );
  } finally {
    await deployment.stop();
    for (const site of sites) site.close();
  }
}

/** An engine that replies after some time, and remembers when. */
async function timedEngine(delayMs: number, body: object): Promise<{ server: Server; repliedAt(): number }> {
  let at = 0;
  const text = JSON.stringify(body);
  const server = await listen((_request, reply) => {
    setTimeout(() => {
      reply.writeHead(200, { 'content-type': 'application/json' }).end(text);
      at = performance.now();
    }, delayMs);
  });
  return { server, repliedAt: () => at };
}

async function measureStream(code: string, sandboxUrl: string): Promise<void> {
  const row = (at: number) => ({ url: `https://site${at}.example/a`, title: `Title ${at}`, description: 'A text.' });
  const results = Array.from({ length: 10 }, (_, at) => row(at));
  const first = await timedEngine(FIRST_MS, { type: 'search', query: {}, web: { results } });
  const second = await timedEngine(SECOND_MS, { response: { status: 'OK', results: [] } });
  const streaming = await Deployment.start(code, sandboxUrl, {
    BRAVE_URL: urlOf(first.server),
    MOJEEK_URL: urlOf(second.server),
  });
  try {
    const waits: number[] = [];
    for (let at = 0; at < STREAMS * 2; at++) {
      const query = `engine=engine_a,engine_b&q=stream${at}`;
      const reply = await fetch(`${streaming.webUrl}/api/v1/web/stream/?${query}`, { headers: streaming.headers });
      const reader = reply.body?.getReader();
      await reader?.read();
      // The first half heats the processes.
      if (at >= STREAMS) waits.push(performance.now() - first.repliedAt());
      await reader?.cancel();
    }
    waits.sort((a, b) => a - b);
    const median = waits[Math.floor(waits.length / 2)] ?? 0;
    const p95 = waits[Math.floor(waits.length * 0.95)] ?? 0;
    console.log(`stream: first event ${median.toFixed(1)} ms after the first engine's reply, p95 ${p95.toFixed(1)} ms`);
  } finally {
    await streaming.stop();
    first.server.close();
    second.server.close();
  }
}

const sandbox = startProcess(['dist/sandbox/main.js']);
try {
  const sandboxUrl = `http://127.0.0.1:${(await sandbox.message()).port}`;
  const code = fileURLToPath(new URL('../..', import.meta.url));
  await measureStream(code, sandboxUrl);
  await measurePages(code, sandboxUrl);
} finally {
  await stopProcess(sandbox.child);
}
