import { VERSION } from './version.ts';

/**
 * The version of what processes write to each other in Redis: jobs, replies and cached slices. Where none is written, it
 * is 0: Tributary 0.1.0. Increase it when one of them changes, so that processes of two versions work together or say why they cannot: a
 * process reads its own version and the one before, and a worker answers in the version of the job.
 */
export const WIRE_VERSION = 1;

/** Whether this process reads what was written in a version. */
export function readsVersion(version = 0): boolean {
  return version === WIRE_VERSION || version === WIRE_VERSION - 1;
}

/**
 * Whether a worker of one version reads the jobs of a web process of another: its own, and the one before. Jobs of version 1
 * are such that 0.1.0 reads them as well.
 */
export function readsJobs(worker: number, web: number): boolean {
  return web === worker || web === worker - 1 || (web === 1 && worker === 0);
}

/** Why something in another version was not read: for the process at the other end, and for its log. */
export function versionRefusal(what: 'job' | 'reply', version = 0): string {
  const reader = what === 'job' ? 'a worker' : 'this web process';
  return `a ${what} in version ${version}: ${reader} of Tributary ${VERSION} reads versions ${WIRE_VERSION - 1} and ${WIRE_VERSION}`;
}
