import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Stack } from '../harness/stack.ts';
import { answerHere } from './in-process.ts';
import { type InstantCase, isRight, readCases, SCORER_AGENT } from './judges.ts';

/** Shares of right answers that were reached once. They may rise; who lets them fall explains why. */
const FLOORS = { core: 0.95, extra: 0.8, silent: 0.99 };
const AT_ONCE = 8;

const part = ({ expect: wanted, tier }: InstantCase) => (wanted === null ? 'silent' : tier);

describe('instant answers', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await Stack.start();
  });
  afterAll(() => stack.stop());

  async function ask({ query, tz }: InstantCase): Promise<unknown> {
    const params = new URLSearchParams({ q: query, ...(tz ? { tz } : {}) });
    const reply = await stack.get(`/api/v1/instant/?${params}`, { headers: { 'user-agent': SCORER_AGENT } });
    return reply.status === 200 ? reply.body : `HTTP ${reply.status}`;
  }

  test('are right as often as they ever were', async () => {
    const running = readCases().filter(({ clock }) => !clock);
    const right = { core: 0, extra: 0, silent: 0 };
    const all = { core: 0, extra: 0, silent: 0 };
    for (let at = 0; at < running.length; at += AT_ONCE) {
      await Promise.all(
        running.slice(at, at + AT_ONCE).map(async (wanted) => {
          all[part(wanted)] += 1;
          if (isRight(await ask(wanted), wanted)) right[part(wanted)] += 1;
        }),
      );
    }
    for (const name of ['core', 'extra', 'silent'] as const) {
      expect([name, right[name] / all[name]]).toEqual([name, expect.toSatisfy((share) => share >= FLOORS[name])]);
    }
  });

  test('are right about the time, wherever the clock stands', async () => {
    const frozen = readCases().filter(({ clock }) => clock);
    const wrong: string[] = [];
    for (const wanted of frozen) {
      const now = Date.parse(wanted.clock ?? '');
      const body = await answerHere(wanted.query, { now, ...(wanted.tz ? { tz: wanted.tz } : {}) }).catch(String);
      if (!isRight(body, wanted)) wrong.push(wanted.query);
    }
    expect(wrong.length / frozen.length, wrong.join('\n')).toBeLessThanOrEqual(1 - FLOORS.core);
  });
});
