import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longer than any other, in order. */
const LONG = ['/test/e2e/', '/test/bin/'];
/** Files that wait more than they work: for a timeout, a probe, a lock, or a connection to come back. */
const WAITING = ['/test/faults/', '/test/redis/'];

/**
 * Starts long files first: one that started last would run alone at the end, and Vitest knows only those that it ran
 * before. Each third file is one that waits, as long as there are any: the two beside it keep the cores busy meanwhile.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isWaiting = ({ moduleId }: TestSpecification) => WAITING.some((part) => moduleId.includes(part));
    const waiting = sorted.filter(isWaiting);
    const working = sorted.filter((file) => !isWaiting(file)).sort((a, b) => rank(a) - rank(b));
    return [...working.flatMap((file, at) => (at % 2 === 0 ? [file] : [file, ...waiting.splice(0, 1)])), ...waiting];
  }
}

function rank({ moduleId }: TestSpecification): number {
  const found = LONG.findIndex((part) => moduleId.includes(part));
  return found < 0 ? LONG.length : found;
}
