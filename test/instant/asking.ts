import fc from 'fast-check';
import { expect } from 'vitest';
import { type InstantAnswer, instantQuery } from '../../lib/answers/answer.ts';
import type { AnswerKind } from '../../lib/answers/kind.ts';
import { anyCharacter, runs } from '../harness/fuzz.ts';
import { answerHere } from './in-process.ts';
import { readCases } from './judges.ts';
import { sandboxLookUp } from './sandbox-look-up.ts';

/** A Sunday in autumn, when America and Europe are back on winter time. */
export const NOW = Date.parse('2026-11-15T12:00:00Z');

interface Circumstances {
  lang?: string;
  tz?: string;
  now?: number | string;
}

// biome-ignore lint/suspicious/noExplicitAny: tests inspect answers of every shape.
export type Answered = InstantAnswer<any> | null;

/** The answer to a query, with the sandbox's stand-ins as providers. */
export function ask(q: string, { lang = '', tz = 'UTC', now = NOW }: Circumstances = {}): Promise<Answered> {
  const at = typeof now === 'string' ? Date.parse(now) : now;
  return answerHere(q, { lang, tz, now: at, lookUp: sandboxLookUp });
}

/** Checks that this kind never throws, and that its answers match its schema. */
export async function expectSteady(kind: AnswerKind, words: readonly string[]): Promise<void> {
  const lookUp = sandboxLookUp;
  const word = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...words) },
    { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
    { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 6 }) },
    { weight: 1, arbitrary: fc.integer().map(String) },
  );
  const query = fc.array(word, { minLength: 1, maxLength: 9 }).map((parts) => parts.join(' '));
  const lang = fc.constantFrom('', 'de', 'fr-CA', 'en-GB', 'ar', 'xx', 'zh-Hant-TW');
  const tz = fc.constantFrom('UTC', 'Asia/Kolkata', 'Pacific/Kiritimati', 'America/St_Johns', 'Nowhere/None');
  const now = fc.integer({ min: -2_000_000_000_000, max: 4_000_000_000_000 });
  const real = fc.constantFrom(...readCases().map((wanted) => wanted.query));
  await fc.assert(
    fc.asyncProperty(fc.oneof(query, real), lang, tz, now, async (q, inLang, inZone, at) => {
      const asked = instantQuery({
        q: q.trim().normalize('NFC'),
        lang: inLang,
        tz: inZone,
        now: at,
        ip: '',
        userAgent: '',
      });
      const claim = kind.claim(asked);
      if (kind.runs === 'thread') return;
      const found = await claim?.answer(lookUp);
      if (!found) return;
      expect(kind.data.parse(found.data)).toEqual(found.data);
      expect(found.answer).toMatch(/\S/);
    }),
    { numRuns: runs() },
  );
}
