import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Deployment } from './deployment.ts';
import { LeanClient } from './lean-client.ts';
import { startProcess, stopProcess } from './processes.ts';
import { distinctQuery } from './queries.ts';

/**
 * `npm run bench:quota`: the CPU time of the web and the worker process falls to a fifth and comes back, right after a
 * start, while clients search one thing after the other. Nothing is refused that could be answered in time.
 */
const [clients = '50', seconds = '10', share = '0.2'] = process.argv.slice(2);
const DEADLINE_S = 6;
const AFTER_REFUSAL_MS = 100;
/** The processes are stopped and continued in turns of this length. */
const TURN_MS = 100;

/** What ended in one second. */
interface Second {
  answered: number;
  /** Refused within half of the deadline, and after it. */
  early: number;
  late: number;
}

/** Lets processes run for a share of each turn, until the function that it returns is called. */
function starve(pids: readonly number[], shareOfTurn: number): () => void {
  const send = (signal: NodeJS.Signals) => {
    for (const pid of pids) process.kill(pid, signal);
  };
  let isStarved = true;
  const timer = setInterval(() => {
    send('SIGCONT');
    setTimeout(() => isStarved && send('SIGSTOP'), TURN_MS * shareOfTurn);
  }, TURN_MS);
  return () => {
    isStarved = false;
    clearInterval(timer);
    send('SIGCONT');
  };
}

const sandbox = startProcess(['dist/sandbox/main.js']);
try {
  const sandboxUrl = `http://127.0.0.1:${(await sandbox.message()).port}`;
  const deployment = await Deployment.start(fileURLToPath(new URL('../..', import.meta.url)), sandboxUrl);
  const client = new LeanClient(deployment.webUrl, deployment.headers);
  const rows: Second[] = [];
  const startedAt = performance.now();
  let [searches, stopped] = [0, false];
  const lane = async () => {
    while (!stopped) {
      const askedAt = performance.now();
      const { status } = await client.get(deployment.path(distinctQuery(searches++)));
      const now = performance.now();
      const second = Math.floor((now - startedAt) / 1_000);
      while (rows.length <= second) rows.push({ answered: 0, early: 0, late: 0 });
      const isEarly = now - askedAt <= (DEADLINE_S * 1_000) / 2;
      (rows[second] as Second)[status === 200 ? 'answered' : isEarly ? 'early' : 'late'] += 1;
      if (status !== 200) await pause(AFTER_REFUSAL_MS);
    }
  };
  const lanes = Array.from({ length: Number(clients) }, lane);
  await pause(Number(seconds) * 1_000);
  const feed = starve([...deployment.pids.web, ...deployment.pids.worker], Number(share));
  await pause(Number(seconds) * 1_000);
  feed();
  await pause(Number(seconds) * 1_000);
  stopped = true;
  await Promise.all(lanes);
  const phases = ['after the start', `with ${share} of the CPU`, 'with all of it again'];
  for (const [second, row] of rows.entries()) {
    const phase = second % Number(seconds) === 0 ? phases[second / Number(seconds)] : undefined;
    if (phase) console.log(phase);
    const { answered, early, late } = row;
    console.log(`${String(second).padStart(4)} s: ${answered} answered, ${early} refused, ${late} refused late`);
  }
  client.close();
  await deployment.stop();
} finally {
  await stopProcess(sandbox.child);
}
