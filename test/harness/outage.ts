import { beforeAll, expect, test } from 'vitest';

/**
 * What somebody does before an outage, while it lasts and after it: each `yield` waits for the next of these. Many share
 * one outage, and each goes on when the one before it has.
 */
export type Story = () => AsyncGenerator<void, void>;

/** Each story is a test. */
export function testStories(
  stories: Readonly<Record<string, Story>>,
  { begins, ends }: { begins: () => unknown; ends: () => unknown },
): void {
  const failures = new Map<string, unknown>();
  beforeAll(async () => {
    const running = Object.entries(stories).map(([name, story]) => ({ name, story: story() }));
    for (const part of [() => {}, begins, ends]) {
      await part();
      for (const { name, story } of running.filter((one) => !failures.has(one.name))) {
        try {
          const { done = false } = await story.next();
          expect(done, 'it has a part before, one during and one after the outage').toBe(part === ends);
        } catch (error) {
          failures.set(name, error);
        }
      }
    }
  }, 180_000);

  test.each(Object.keys(stories))('%s', (name) => {
    if (failures.has(name)) throw failures.get(name);
  });
}
