import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longer than any other, in order. Of the tests in a browser, which need the most CPU, one comes first. */
const LONG = [
  '/e2e/site.',
  '/crawl/crawl-gap-',
  '/bin/adding-',
  '/bin/bare-',
  '/faults/failover-',
  '/crawl/',
  '/e2e/',
  '/bin/',
];
/** Files that wait more than they work: for a timeout, a probe, a lock, or a connection to come back. */
const WAITING = ['/test/faults/', '/test/redis/'];

/**
 * Starts long files first: one that started last would run alone at the end, and Vitest knows only those that it ran
 * before. Files that wait are spread over the others, which keep the cores busy meanwhile.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isWaiting = (file: TestSpecification) =>
      rank(file) === LONG.length && WAITING.some((part) => file.moduleId.includes(part));
    const waiting = sorted.filter(isWaiting);
    const working = sorted.filter((file) => !isWaiting(file)).sort((a, b) => rank(a) - rank(b));
    const upTo = (at: number) => Math.floor((at * waiting.length) / working.length);
    const spread = working.flatMap((file, at) => [file, ...waiting.slice(upTo(at), upTo(at + 1))]);
    return working.length === 0 ? waiting : spread;
  }
}

function rank({ moduleId }: TestSpecification): number {
  const found = LONG.findIndex((part) => moduleId.includes(part));
  return found < 0 ? LONG.length : found;
}
