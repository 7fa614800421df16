import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Stack } from '../harness/stack.ts';
import { answerHere } from './in-process.ts';
import { type InstantCase, isRight, readCases, SCORER_AGENT } from './judges.ts';
import { sandboxLookUp } from './sandbox-look-up.ts';

/** Shares of right answers that were reached once. They may rise; who lets them fall explains why. */
const FLOORS = {
  running: { core: 0.99, extra: 0.99, silent: 1 },
  frozen: { core: 1, extra: 1, silent: 1 },
};
const AT_ONCE = 8;

type Part = keyof typeof FLOORS.running;
const partOf = ({ expect: wanted, tier }: InstantCase): Part => (wanted === null ? 'silent' : tier);

/** Asks every case, and holds each part to its floor. */
async function expectFloors(
  cases: readonly InstantCase[],
  floors: Record<Part, number>,
  ask: (wanted: InstantCase) => Promise<unknown>,
): Promise<void> {
  const all = { core: 0, extra: 0, silent: 0 };
  const right = { core: 0, extra: 0, silent: 0 };
  const wrong: string[] = [];
  for (let at = 0; at < cases.length; at += AT_ONCE) {
    await Promise.all(
      cases.slice(at, at + AT_ONCE).map(async (wanted) => {
        const part = partOf(wanted);
        all[part] += 1;
        if (isRight(await ask(wanted), wanted)) right[part] += 1;
        else wrong.push(`${part}: ${wanted.query}`);
      }),
    );
  }
  for (const part of ['core', 'extra', 'silent'] as const) {
    const share = all[part] === 0 ? 1 : right[part] / all[part];
    expect(share, `${part}\n${wrong.join('\n')}`).toBeGreaterThanOrEqual(floors[part]);
  }
}

describe('instant answers', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await Stack.start();
  });
  afterAll(() => stack.stop());

  test('are right as often as they ever were', async () => {
    const running = readCases().filter(({ clock }) => !clock);
    await expectFloors(running, FLOORS.running, async ({ query, tz }) => {
      const params = new URLSearchParams({ q: query, ...(tz ? { tz } : {}) });
      const reply = await stack.get(`/api/v1/instant/?${params}`, { headers: { 'user-agent': SCORER_AGENT } });
      return reply.status === 200 ? reply.body : `HTTP ${reply.status}`;
    });
  }, 120_000);

  test('are right about the time, wherever the clock stands', async () => {
    const frozen = readCases().filter(({ clock }) => clock);
    await expectFloors(frozen, FLOORS.frozen, ({ query, tz, clock = '' }) =>
      answerHere(query, { now: Date.parse(clock), lookUp: sandboxLookUp, ...(tz ? { tz } : {}) }).catch(String),
    );
  });
});
