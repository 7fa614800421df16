import { beforeAll, describe, expect, test } from 'vitest';
import type { InstantAnswer } from '../../lib/answers/answer.ts';
import { answerKinds } from '../../lib/answers/registry.ts';
import { answerHere } from './in-process.ts';
import { type InstantCase, isRight, readCases } from './judges.ts';
import { sandboxLookUp } from './sandbox-look-up.ts';

/**
 * Answers every case once and checks the score, the shape and the caching of that answer. KINDS=math,unit limits the run
 * to some kinds, MISSES=20 prints wrong answers; both print the score by kind and tier.
 */
const { KINDS, MISSES = '0' } = process.env;

/** Shares of correct answers reached so far. They may rise; a change that lowers them must give a reason. */
const FLOORS = {
  running: { core: 0.99, extra: 0.95, silent: 1 },
  frozen: { core: 1, extra: 1, silent: 1 },
};

type Part = keyof typeof FLOORS.running;
const partOf = ({ expect: wanted, tier }: InstantCase): Part => (wanted === null ? 'silent' : tier);
const kindOf = ({ type }: InstantAnswer) => answerKinds.find((kind) => kind.type === type);

interface Answered {
  wanted: InstantCase;
  answer: InstantAnswer | null;
  isRight: boolean;
}

/** A time, place and requester that differ from those of the cases. */
const elsewhere = {
  tz: 'Asia/Tokyo',
  now: Date.parse('2031-07-02T03:04:05Z'),
  ip: '2001:db8::1',
  userAgent: 'other/2',
  lookUp: sandboxLookUp,
};

/** Checks that `data` contains exactly the documented fields. */
function expectShape(answer: InstantAnswer): void {
  const { query, data } = answer;
  expect(kindOf(answer)?.data.parse(data), query).toEqual(data);
  expect(JSON.parse(JSON.stringify(data)), query).toEqual(data);
  expect(answer.answer, query).toMatch(/^[^\n\r]+$/);
}

describe('the cases', () => {
  const all: Answered[] = [];
  const answers = () => all.flatMap(({ answer }) => answer ?? []);

  beforeAll(async () => {
    const kinds = KINDS?.split(',');
    for (const wanted of readCases()) {
      if (kinds && !kinds.includes(wanted.kind)) continue;
      const { query, tz, clock } = wanted;
      const answer = await answerHere(query, {
        lookUp: sandboxLookUp,
        ...(tz ? { tz } : {}),
        ...(clock ? { now: Date.parse(clock) } : {}),
      }).catch((cause: unknown) => {
        throw new Error(`No answer to "${query}": ${cause}`, { cause });
      });
      all.push({ wanted, answer, isRight: isRight(answer, wanted) });
    }
    if (KINDS || MISSES !== '0') printScore(all);
  });

  test.each(['running', 'frozen'] as const)(
    'are answered correctly at least as often as before, with a %s clock',
    (clock) => {
      const some = all.filter(({ wanted }) => (wanted.clock ? 'frozen' : 'running') === clock);
      for (const part of ['core', 'extra', 'silent'] as const) {
        const those = some.filter(({ wanted }) => partOf(wanted) === part);
        const wrong = those.filter((each) => !each.isRight).map(({ wanted }) => wanted.query);
        const share = those.length === 0 ? 1 : 1 - wrong.length / those.length;
        expect(share, `${part}\n${wrong.join('\n')}`).toBeGreaterThanOrEqual(FLOORS[clock][part]);
      }
    },
  );

  test('get answers that match the schema of their kind', () => {
    for (const answer of answers()) expectShape(answer);
  });

  test('get the same answer at any time, in any place and for any requester if the kind is lasting', async () => {
    const lasting = answers().filter((answer) => kindOf(answer)?.lasting);
    for (const answer of lasting) {
      expect(await answerHere(answer.query, elsewhere), answer.query).toEqual(answer);
    }
  });
});

describe('the example of every kind', () => {
  test.each(answerKinds.map((kind) => [kind.type, kind] as const))('%s', async (type, { example, lasting }) => {
    const answer = await answerHere(example, { lookUp: sandboxLookUp });
    expect(answer?.type).toBe(type);
    if (answer) expectShape(answer);
    if (lasting) expect(await answerHere(example, elsewhere)).toEqual(answer);
  });
});

test('answers that depend on time, chance, the requester or a provider are not lasting', () => {
  const changing = answerKinds.filter(({ lasting }) => !lasting).map(({ type }) => type);
  expect(changing.sort()).toEqual(
    [
      'ip',
      'useragent',
      'jwt',
      'random',
      'sun',
      'sky',
      'clock',
      'date',
      'holiday',
      'weather',
      'air',
      'currency',
      'translation',
      'dictionary',
    ].sort(),
  );
});

function printScore(all: readonly Answered[]): void {
  const rows = new Map<string, { right: number; of: number }>();
  for (const { wanted, isRight: right } of all) {
    const row = `${wanted.kind} ${wanted.expect === null ? '(must be null)' : wanted.tier}`;
    const { right: before, of } = rows.get(row) ?? { right: 0, of: 0 };
    rows.set(row, { right: before + Number(right), of: of + 1 });
  }
  const misses = all.filter(({ isRight: right }) => !right).slice(0, Number(MISSES));
  for (const [row, { right, of }] of [...rows].sort()) process.stdout.write(`${row.padEnd(30)} ${right} / ${of}\n`);
  for (const { wanted, answer } of misses)
    process.stdout.write(`${JSON.stringify({ ...wanted, got: answer }).slice(0, 400)}\n`);
}
