import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../bin/redis.js';
import { Deployment } from './deployment.ts';
import { Heap } from './heap.ts';
import { startProcess, stopProcess } from './processes.ts';
import { distinctQuery, repeatedQuery } from './queries.ts';
import { ENGINES } from './sandbox-delay.ts';

/**
 * `npm run bench:soak -- 4`: sends requests of all kinds for some minutes, with bad input, clients that leave and
 * engines that fail, and measures what web and worker still keep in memory after each. Exits with 1 on a reply that is
 * an error of ours, or if the memory in use goes on growing.
 */
const MINUTES = Number(process.argv[2] ?? 4);
const LANES = 20;
const PARTS_PER_MINUTE = 2;
/** After the first minute, caches and compiled code are complete. From then on, more than this is a leak. */
const GROWTH = 1.15;
const FAULTS = [{}, {}, {}, { status: 500 }, { mode: 'garbage' }, { mode: 'hang' }, { status: 429 }, { delayMs: 300 }];

const PATHS: ((sequence: number) => string)[] = [
  (i) => `/api/v1/web/?q=${encodeURIComponent(distinctQuery(i))}`,
  (i) => `/api/v1/web/?q=${encodeURIComponent(repeatedQuery(i))}`,
  (i) => `/api/v1/images/?q=paris+${i}`,
  (i) => `/api/v1/news/?q=climate+${i}`,
  (i) => `/api/v1/videos/?q=linux+${i}`,
  (i) => `/api/v1/maps/?q=berlin+${i}`,
  (i) => `/api/v1/suggest/?q=node+${i}`,
  (i) => `/api/v1/cards/?q=paris+${i}`,
  (i) => `/api/v1/translate/?q=hello+${i}&target=de`,
  (i) => `/api/v1/instant/?q=${i}*7`,
  () => '/api/v1/instant/?q=10+km+in+miles',
  () => '/api/v1/status/',
  () => '/api/v1/web/',
  (i) => `/api/v1/web/?q=x&page=${-i}`,
  (i) => `/nowhere/${i}`,
];

const sandbox = startProcess(['dist/sandbox/main.js']);
let failures = 0;
try {
  const sandboxUrl = `http://127.0.0.1:${(await sandbox.message()).port}`;
  const [webInspector, workerInspector] = [await freePort(), await freePort()];
  const deployment = await Deployment.start(fileURLToPath(new URL('../..', import.meta.url)), sandboxUrl, {}, [
    [`--inspect=127.0.0.1:${webInspector}`],
    [`--inspect=127.0.0.1:${workerInspector}`],
  ]);
  const heaps = [await Heap.at(webInspector), await Heap.at(workerInspector)];
  const statuses = new Map<number, number>();
  let sequence = 0;
  const ask = async () => {
    sequence += 1;
    const path = (PATHS[sequence % PATHS.length] as (typeof PATHS)[number])(sequence);
    const leaves = sequence % 17 === 0;
    const signal = leaves ? AbortSignal.timeout(Math.floor(Math.random() * 50)) : null;
    const reply = await fetch(deployment.webUrl + path, { headers: deployment.headers, signal }).catch(() => null);
    await reply?.arrayBuffer().catch(() => {});
    if (reply) statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
    else if (!leaves) failures += 1;
  };
  const used: number[][] = [];
  console.log('      minutes    web MB in use  worker MB in use      resident MB');
  for (let part = 1; part <= MINUTES * PARTS_PER_MINUTE; part++) {
    const until = performance.now() + 60_000 / PARTS_PER_MINUTE;
    const lane = async () => {
      while (performance.now() < until) await ask();
    };
    const faults = (async () => {
      while (performance.now() < until) {
        const engine = ENGINES[Math.floor(Math.random() * ENGINES.length)];
        const knobs = FAULTS[Math.floor(Math.random() * FAULTS.length)];
        await fetch(`${sandboxUrl}/_sandbox/knobs/${engine}`, { method: 'PUT', body: JSON.stringify(knobs) });
        await pause(500);
      }
      await fetch(`${sandboxUrl}/_sandbox/knobs`, { method: 'DELETE' });
      await fetch(`${sandboxUrl}/_sandbox/calls`, { method: 'DELETE' });
    })();
    await Promise.all([...Array.from({ length: LANES }, lane), faults]);
    // Calls in progress end within the timeout of an engine.
    await pause(4_000);
    const inUse = await Promise.all(heaps.map((heap) => heap.usedMb()));
    used.push(inUse);
    const { web, worker } = deployment.memory();
    console.log(
      [part / PARTS_PER_MINUTE, ...inUse.map((mb) => mb.toFixed(1)), `${web.toFixed(0)} ${worker.toFixed(0)}`]
        .map((cell) => String(cell).padStart(16))
        .join(''),
    );
  }
  console.log(
    `replies: ${[...statuses]
      .sort()
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ')}`,
  );
  if ((statuses.get(500) ?? 0) > 0) failures += 1;
  const first = used[PARTS_PER_MINUTE - 1] ?? [];
  const last = used.at(-1) ?? [];
  const grown = last.flatMap((mb, at) => (mb > (first[at] ?? mb) * GROWTH ? [['web', 'worker'][at]] : []));
  if (grown.length > 0) console.log(`still growing: ${grown.join(', ')}`);
  failures += grown.length;
  for (const heap of heaps) heap.close();
  await deployment.stop();
} finally {
  await stopProcess(sandbox.child);
}
process.exit(failures > 0 ? 1 : 0);
