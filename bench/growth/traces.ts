import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { distinctQuery, repeatedQueries } from '../queries.ts';
import type { Grown } from './grown.ts';

/** What searches leave behind: on the wire and in the file of Redis. */

const SEARCHES = 200;
const FSYNCS = 200;
const LINE = 'x'.repeat(4_096);

/** Bytes of a reply over HTTP, with its head: the mean of searches about known topics. */
export async function replyBytes({ deployment }: Grown): Promise<number> {
  const { webUrl, headers } = deployment;
  let bytes = 0;
  for (const query of repeatedQueries) {
    const reply = await fetch(webUrl + deployment.path(query), { headers });
    bytes += [...reply.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
    bytes += (await reply.arrayBuffer()).byteLength;
  }
  return bytes / repeatedQueries.length;
}

/** Bytes that one new search adds to the file of Redis. */
export async function fileBytes({ deployment }: Grown): Promise<number> {
  const { webUrl, headers, redis } = deployment;
  // Redis rewrites its file when it has doubled, which would make it smaller in between.
  await redis.config('SET', 'auto-aof-rewrite-percentage', '0');
  const size = async () => Number(/aof_current_size:(\d+)/.exec(await redis.info('persistence'))?.[1] ?? 0);
  const before = await size();
  for (let sequence = 0; sequence < SEARCHES; sequence++) {
    const reply = await fetch(webUrl + deployment.path(distinctQuery(sequence)), { headers });
    await reply.arrayBuffer();
  }
  const grown = (await size()) - before;
  await redis.config('SET', 'auto-aof-rewrite-percentage', '100');
  return grown / SEARCHES;
}

/** How long the disk under the files of Redis takes to keep a line: with `appendfsync always`, Redis waits for that. */
export function fsyncMs(): number {
  const dir = mkdtempSync(path.join(tmpdir(), 'tributary-fsync-'));
  const file = openSync(path.join(dir, 'file'), 'a');
  const startedAt = performance.now();
  for (let n = 0; n < FSYNCS; n++) {
    writeSync(file, LINE);
    fsyncSync(file);
  }
  const each = (performance.now() - startedAt) / FSYNCS;
  closeSync(file);
  rmSync(dir, { recursive: true });
  return each;
}
