import { setTimeout as pause } from 'node:timers/promises';
import type { Deployment } from './deployment.ts';
import { HttpLanes, runCount, runPaced } from './load.ts';
import type { Measured } from './report.ts';

/** A deployment without load: the normal life of most instances. */

const SILENCE_MS = 5_000;
const BURST = 500;
const BURST_CONNECTIONS = 50;
const IDLE_S = 10;
/** What a search or a collection of garbage leaves behind is over by then. */
const CALM_MS = 2_000;
const PACED_S = 6;
const LEAST_PACED_SEARCHES = 30;

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
  const before = deployment.runningMs();
  await pause(IDLE_S * 1_000);
  return (deployment.runningMs() - before) / IDLE_S;
}

/** CPU milliseconds per search at a few searches a second. */
export async function pacedMs(
  deployment: Deployment,
  perSecond: number,
  query: (sequence: number) => string,
): Promise<number> {
  const lanes = new HttpLanes(deployment.webUrl, perSecond);
  const seconds = { warmUp: 0, measure: Math.max(PACED_S, Math.ceil(LEAST_PACED_SEARCHES / perSecond)) };
  const before = deployment.runningMs();
  const { requests } = await runPaced(perSecond, seconds, (sequence) =>
    lanes.get(deployment.path(query(sequence)), deployment.headers),
  );
  await lanes.close();
  return (deployment.runningMs() - before) / requests;
}
