import { setTimeout as pause } from 'node:timers/promises';
import type { Deployment } from './deployment.ts';
import { HttpLanes, runCount } from './load.ts';
import type { Measured } from './report.ts';

/** A deployment without load: the normal life of most instances. */

const SILENCE_MS = 5_000;
const BURST = 500;
const BURST_CONNECTIONS = 50;
const IDLE_S = 10;
/** What a search or a collection of garbage leaves behind is over by then. */
const CALM_MS = 2_000;
const TRICKLE_SEARCHES = 30;
const TRICKLE_EVERY_MS = 333;

/** A burst of new searches after some seconds of silence. Errors are searches that were refused. */
export async function afterSilence(deployment: Deployment, query: (sequence: number) => string): Promise<Measured> {
  await pause(SILENCE_MS);
  const lanes = new HttpLanes(deployment.webUrl, BURST_CONNECTIONS);
  const before = deployment.cpuMs();
  const result = await runCount(BURST_CONNECTIONS, BURST, (sequence) =>
    lanes.get(deployment.path(query(sequence)), deployment.headers),
  );
  await lanes.close();
  return { ...result, cpuMsPerSearch: (deployment.cpuMs() - before) / BURST };
}

/** CPU milliseconds per second of all processes while nobody asks anything. */
export async function idleMsPerSecond(deployment: Deployment): Promise<number> {
  await pause(CALM_MS);
  const before = deployment.cpuMs();
  await pause(IDLE_S * 1_000);
  return (deployment.cpuMs() - before) / IDLE_S;
}

/** CPU milliseconds per search of one caller who searches three times a second. */
export async function trickleMs(deployment: Deployment, query: (sequence: number) => string): Promise<number> {
  const lanes = new HttpLanes(deployment.webUrl, 1);
  const before = deployment.cpuMs();
  for (let sequence = 0; sequence < TRICKLE_SEARCHES; sequence++) {
    const next = pause(TRICKLE_EVERY_MS);
    await lanes.get(deployment.path(query(sequence)), deployment.headers);
    await next;
  }
  await lanes.close();
  return (deployment.cpuMs() - before) / TRICKLE_SEARCHES;
}
