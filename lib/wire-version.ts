import { VERSION } from './version.ts';

/**
 * The version of what processes write to each other in Redis: jobs, replies and cached slices. Increase it when one of them
 * changes, so that processes of two versions work together or say why they cannot: a process reads its own version and the
 * one before, and a worker answers in the version of the job. Tributary 0.1.0 wrote none, which is 0 and not read any more.
 */
export const WIRE_VERSION = 1;

/** Whether a process reads what one of another version wrote. */
export function reads(reader: number, writer: number): boolean {
  return writer > 0 && (writer === reader || writer === reader - 1);
}

/** Whether this process reads what was written in a version. */
export function readsVersion(version = 0): boolean {
  return reads(WIRE_VERSION, version);
}

/** Why something in another version was not read: for the process at the other end, and for its log. */
export function versionRefusal(what: 'job' | 'reply', version = 0): string {
  const reader = what === 'job' ? 'a worker' : 'this web process';
  return `a ${what} in version ${version}: ${reader} of Tributary ${VERSION} reads versions up to ${WIRE_VERSION}`;
}
