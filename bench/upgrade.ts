import path from 'node:path';
import { Deployment } from './deployment.ts';
import { buildOf, HERE } from './other-build.ts';
import { startProcess, stopProcess } from './processes.ts';
import { ENGINES } from './sandbox-delay.ts';

/**
 * `npm run upgrade -- <commit>`: shows that processes of this build and of another commit work together, as they do
 * during a rolling upgrade: each as the web process with the other as the worker. Fails if a search does.
 */
const [commit = 'HEAD~1'] = process.argv.slice(2);
const SEARCHES = 50;

interface Told {
  /** The engines that answered, and whether from the cache, by the header of the reply. */
  answers: number;
  cached: number;
}

async function search({ webUrl, headers, path: pathOf }: Deployment, query: string): Promise<Told> {
  const reply = await fetch(webUrl + pathOf(query), { headers });
  const body = (await reply.json()) as { engine?: string[] };
  if (reply.status !== 200) throw new Error(`${reply.status} ${JSON.stringify(body)}`);
  const timing = reply.headers.get('server-timing') ?? '';
  return { answers: body.engine?.length ?? 0, cached: timing.split('cached').length - 1 };
}

/** Searches, each twice. Returns how many searches the cache answered the second time. */
async function check(deployment: Deployment): Promise<number> {
  let shared = 0;
  for (let at = 0; at < SEARCHES; at++) {
    const first = await search(deployment, `upgrade ${at}`);
    const second = await search(deployment, `upgrade ${at}`);
    for (const { answers } of [first, second]) {
      if (answers !== ENGINES.length) throw new Error(`${answers} of ${ENGINES.length} engines answered`);
    }
    if (second.cached > 0) shared += 1;
  }
  return shared;
}

const other = buildOf(commit);
const sandbox = startProcess([path.join(HERE, 'dist/sandbox/main.js')]);
try {
  const sandboxUrl = `http://127.0.0.1:${(await sandbox.message()).port}`;
  const pairs = { 'web new, worker old': [HERE, other.dir], 'web old, worker new': [other.dir, HERE] } as const;
  for (const [name, [web, worker]] of Object.entries(pairs)) {
    const deployment = await Deployment.start({ web, worker }, sandboxUrl);
    try {
      const shared = await check(deployment);
      console.log(`${name}: ${SEARCHES} of ${SEARCHES} searches answered, ${shared} again from the cache`);
      const ready = await fetch(`${deployment.webUrl}/readyz`);
      if (!ready.ok) throw new Error(`not ready: ${await ready.text()}`);
    } finally {
      await deployment.stop();
    }
  }
} finally {
  await stopProcess(sandbox.child);
  other.remove();
}
