import type { OperationName } from '../providers/adapter.ts';
import { reads, WIRE_VERSION } from '../wire-version.ts';
import type { ProcessRecord, WebRecord, WorkerRecord } from './process-record.ts';

/** What decides who can read the jobs of a web process. */
export type JobWriter = Pick<WebRecord, 'wire' | 'secret'>;

/** What decides whose jobs a worker process can read. */
export type JobReader = Pick<WorkerRecord, 'wire' | 'secrets'>;

/** More than clocks that are synchronised over a network differ by. */
export const MAX_CLOCK_SKEW_MS = 1_000;

/** Why a worker cannot read the jobs of a web process; null if it can. What a process does not say is no reason. */
export function whyUnreadable(worker: JobReader, web: JobWriter): string | null {
  if (!reads(worker.wire, web.wire)) return `it reads jobs up to version ${worker.wire}, not version ${web.wire}`;
  const { secrets } = worker;
  return web.secret === '' || secrets.length === 0 || secrets.includes(web.secret)
    ? null
    : 'it has a different INSTANCE_SECRET';
}

/** Why a worker can read the jobs of none of these web processes; null if it can read some, or if there is none. */
export function whyAllUnreadable(worker: JobReader, webs: readonly JobWriter[]): string | null {
  const reasons = webs.map((web) => whyUnreadable(worker, web));
  return reasons.includes(null) ? null : (reasons[0] ?? null);
}

/** What workers before 0.7 do not know. They can read no job that asks for it. */
const AFTER_LAST_RELEASE: readonly OperationName[] = ['airQuality', 'map', 'client'];

const isOfLastRelease = ({ version }: Pick<WorkerRecord, 'version'>) => /^(0\.[0-6]\.|$)/.test(version);

/** Whether a worker knows an operation. */
export function knowsOperation(worker: Pick<WorkerRecord, 'version'>, operation: OperationName): boolean {
  return !isOfLastRelease(worker) || !AFTER_LAST_RELEASE.includes(operation);
}

/** How the clock of a machine differs from that of Redis; null if it hardly does. */
export function clockProblem(skewMs: number): string | null {
  if (Math.abs(skewMs) <= MAX_CLOCK_SKEW_MS) return null;
  const seconds = Math.abs(skewMs / 1_000).toFixed(0);
  return `its clock is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the clock of Redis`;
}

/** The name of a process for everyone: a part of its id, and its version. */
export function processName(kind: string, { process, version }: Pick<ProcessRecord, 'process' | 'version'>): string {
  return `${kind} ${process.slice(0, 8)} (${version || 'an earlier version'})`;
}

/** What is wrong with each worker, seen from a web process that writes such jobs; nothing if all is well. */
export function workerProblems(workers: readonly WorkerRecord[], web: JobWriter): string[] {
  return workers.flatMap((worker) => {
    const reason = whyUnreadable(worker, web);
    const clock = clockProblem(worker.skewMs);
    const name = processName('worker', worker);
    return [
      ...(isOfLastRelease(worker) ? [`The ${name} is of the last release: no sites are mapped until it stops.`] : []),
      ...(reason === null ? [] : [`The ${name} cannot read the jobs of this process: ${reason}.`]),
      ...(clock === null ? [] : [`The ${name}: ${clock}.`]),
    ];
  });
}

/** A web process of this build, with the fingerprint of the secret that it seals jobs with. */
export function jobWriter(secret: string): JobWriter {
  return { wire: WIRE_VERSION, secret };
}
