import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longer than any other, in order. */
const LONG = ['/test/e2e/pages-', '/test/e2e/', '/test/faults/no-workers.', '/test/bin/'];

/** Starts long files first: one that started last would run alone at the end. Vitest knows only those that it ran before. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONG.findIndex((part) => moduleId.includes(part));
      return found < 0 ? LONG.length : found;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
